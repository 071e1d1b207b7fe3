import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { ApiPageOptions } from "../../source/page-api.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import type {
  AuthSchemeView,
  ContentView,
  FieldView,
  OperationView,
  ParameterView,
  SchemaView,
  ServerView,
} from "../view/api-view.ts";
import { liveLanguages } from "../view/samples/request-samples.ts";
import { isJsonType } from "../view/samples/sample-request.ts";
import { isFreeVariable } from "../view/server-view.ts";
import { placeTitles } from "./render-operation.ts";

/**
 * The request tester. The form is complete in the page, so its script only has to read it, send the request and show
 * the response. Everything the author wrote is escaped by the template.
 */
export function testerDialog(view: OperationView, options: ApiPageOptions, words: ArticleWords): SafeHtml {
  const credentials = options.credentials ? "include" : "omit";
  return html`<dialog class="tester" aria-labelledby="tester-title">
<form class="tester-form" data-method="${view.method.toUpperCase()}" data-path="${view.path}" data-credentials="${credentials}" data-words="${scriptWords(words)}" novalidate>
<header class="tester-head"><span class="method method-badge ${view.method}">${view.method.toUpperCase()}</span><h2 id="tester-title" class="tester-url">${view.path}</h2></header>
<button class="icon-button tester-close" type="button" data-close aria-label="${words.closeTester}">✕</button>
<div class="tester-columns">
<div class="tester-fields">
${servers(view.servers, words)}
${auth(view, words)}
${(["path", "query", "header"] as const).map((place) => {
  const here = view.parameters.filter((parameter) => parameter.place === place);
  return (
    here.length > 0 &&
    html`<fieldset><legend>${words[placeTitles[place]]}</legend>${here.map((parameter) => parameterField(parameter, options, words))}</fieldset>`
  );
})}
${body(view.body?.contents ?? [], words)}
</div>
<div class="tester-side">
${liveSample(options, words)}
<section class="tester-answer" aria-label="${words.response}"><p class="tester-hint">${words.testerHint}</p></section>
${view.responses.length > 0 && html`<details class="tester-examples" open><summary>${words.responseExample}</summary><a href="#response" data-close>${words.responseFields}</a></details>`}
</div>
</div>
<button class="tester-send" type="submit">${words.send}</button>
</form>
</dialog>`;
}

/** A sample that the script updates, in the language that the reader chose for the samples of the page. */
function liveSample(options: ApiPageOptions, words: ArticleWords): SafeHtml {
  const tabs = liveLanguages(options).map(
    ({ title, language }, index) =>
      html`<button type="button" role="tab" aria-controls="tester-sample" aria-selected="${index === 0 ? "true" : "false"}" tabindex="${index === 0 ? 0 : -1}" data-tab="${title}" data-sample="${language}">${title}</button>`,
  );
  return html`<section class="code-group tester-sample" data-tabs="synced" aria-label="${words.requestExample}">
<div class="tab-list"><div class="tab-buttons" role="tablist">${tabs}</div></div>
<div class="tab-panel active" role="tabpanel" id="tester-sample"><pre tabindex="0"><code></code></pre></div></section>`;
}

/** The translated texts that the script needs. */
function scriptWords(words: ArticleWords): string {
  const { send, stop, sending, stopped, stoppedHint, body: bodyWord, cannotSend, badHeader, badJson } = words;
  const { headers, noAnswer, httpRefused, noAccess, saveBytes, bytes, emptyBody } = words;
  const requestWords = { send, stop, sending, stopped, stoppedHint, body: bodyWord, cannotSend, badHeader, badJson };
  return JSON.stringify({ ...requestWords, headers, noAnswer, httpRefused, noAccess, saveBytes, bytes, emptyBody });
}

function servers(list: ServerView[], words: ArticleWords): SafeHtml {
  const hasVariables = list.some(({ variables }) => variables.length > 0);
  if (list.length < 2 && !hasVariables) return html`<input type="hidden" data-server value="${list[0]?.url ?? ""}">`;
  const options = list.map(
    ({ url, description }) =>
      html`<option value="${url}">${description === undefined ? url : `${url} – ${description.slice(0, 60)}`}</option>`,
  );
  return html`<fieldset><legend>${words.server}</legend>
${wordField(words.address, html`<select data-server>${options}</select>`)}
${list.flatMap((server) => server.variables.map((variable) => serverVariable(server, variable)))}</fieldset>`;
}

function serverVariable(server: ServerView, { name, value, choices }: ServerView["variables"][number]): SafeHtml {
  const data = html` data-variable="${name}"`;
  const control = isFreeVariable(server, name)
    ? html`<input type="text"${data} value="${value}" autocomplete="off" spellcheck="false">`
    : choiceSelect(choices.length > 0 ? choices : [value], value, data, true);
  return html`<label class="tester-field" data-variable-of="${server.url}"><span class="tester-name">${name}</span>${control}</label>`;
}

function auth({ auth: alternatives }: OperationView, words: ArticleWords): SafeHtml | false {
  // Browsers don't let a page set another site's cookies. Cookie parameters are left out for the same reason.
  const sent = alternatives.map(({ schemes }) => schemes.filter(({ place }) => place !== "cookie"));
  const required = sent.filter((schemes) => schemes.length > 0);
  if (required.length === 0) return false;
  const options = required.map(
    (schemes, index) => html`<option value="${index}">${schemes.map(({ id }) => id).join(" + ")}</option>`,
  );
  return html`<fieldset data-auth><legend>${words.authorization}</legend>
${required.length > 1 && wordField(words.method, html`<select data-way>${options}</select>`)}
${required.map((schemes, index) => html`<div data-way-fields="${index}"${index > 0 && html` hidden`}>${schemes.map((scheme) => authFields(scheme, words))}</div>`)}
<label class="tester-check"><input type="checkbox" data-remember> ${words.keepInTab}</label></fieldset>`;
}

function authFields(scheme: AuthSchemeView, words: ArticleWords): SafeHtml {
  const { id, name, place, prefix, prefill } = scheme;
  if (scheme.kind === "basic") {
    return html`${wordField(words.userName, html`<input data-basic="user" data-scheme="${id}" autocomplete="off" spellcheck="false">`)}
${wordField(words.password, html`<input type="password" data-basic="password" data-scheme="${id}" autocomplete="off">`)}`;
  }
  const data = html` data-scheme="${id}" data-name="${name}" data-place="${place}" data-prefix="${prefix ?? ""}"`;
  return html`<label class="tester-field"><span class="tester-name">${name}${prefix !== undefined && html` <small>${prefix}</small>`}</span><input type="password"${data} value="${prefill ?? ""}" autocomplete="off" spellcheck="false"></label>`;
}

function parameterField(parameter: ParameterView, options: ApiPageOptions, words: ArticleWords): SafeHtml {
  const { name, place, required, schema, style, explode, isJson } = parameter;
  const filled = plainText(parameter.prefill ?? (options.prefills ? parameter.example : undefined));
  const data = html` data-parameter="${place}" data-name="${name}" data-type="${isJson ? "json" : schema.base}" data-style="${style}"${explode && html` data-explode`}${required && html` required`}`;
  const example = plainText(parameter.example);
  const placeholder = html` placeholder="${example.startsWith("<") ? schema.type : example}"`;
  return namedField(parameter, valueControl(schema, filled, data, required, words, placeholder), words);
}

/**
 * A form field. A list has one value per line. An object is entered as JSON, and is sent with brackets if the
 * description says so.
 */
function partField(field: FieldView, { encodings }: ContentView, given: JsonObject, words: ArticleWords): SafeHtml {
  const { name, required, schema } = field;
  const { base, type } = schema;
  const { style, explode } = Object.hasOwn(encodings, name) ? (encodings[name] ?? formStyle) : formStyle;
  const kind = base === "array" || (base === "object" && style === "deepObject") ? base : "text";
  const data = html` data-part data-name="${name}" data-type="${kind}" data-style="${style}"${explode && html` data-explode`}`;
  const filled = required && Object.hasOwn(given, name) ? plainText(given[name]) : "";
  const control = type.startsWith("file")
    ? html`<input type="file"${data}${base === "array" && html` multiple`}>`
    : valueControl(schema, filled, data, required, words);
  return namedField(field, control, words);
}

const formStyle = { style: "form", explode: true };

function valueControl(
  { choices, base }: SchemaView,
  filled: string,
  data: SafeHtml,
  required: boolean,
  words: ArticleWords,
  placeholder?: SafeHtml,
): SafeHtml {
  if (choices.length > 0 && base !== "array") return choiceSelect(choices, filled, data, required);
  if (base === "boolean") return choiceSelect(["true", "false"], filled, data, required);
  if (base === "array" || base === "object") {
    return html`<textarea rows="2"${data} placeholder="${base === "array" ? words.oneValueALine : "JSON"}" spellcheck="false">${filled}</textarea>`;
  }
  return html`<input${data} value="${filled}"${placeholder} autocomplete="off" spellcheck="false">`;
}

function choiceSelect(choices: readonly string[], chosen: string, data: SafeHtml, required: boolean): SafeHtml {
  return html`<select${data}>${!required && html`<option value=""></option>`}${choices.map(
    (choice) => html`<option value="${choice}"${choice === chosen && html` selected`}>${choice}</option>`,
  )}</select>`;
}

function body(contents: ContentView[], words: ArticleWords): SafeHtml | false {
  if (contents.length === 0) return false;
  const options = contents.map(({ type }) => html`<option value="${type}">${type}</option>`);
  return html`<fieldset><legend>${words.body}</legend>
${contents.length > 1 && wordField(words.contentType, html`<select data-content>${options}</select>`)}
${contents.map((content, index) => html`<div data-content-fields="${content.type}"${index > 0 && html` hidden`}>${contentFields(content, words)}</div>`)}</fieldset>`;
}

function contentFields(content: ContentView, words: ArticleWords): SafeHtml {
  const { type, schema, examples } = content;
  const value = examples[0]?.value;
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type) && (schema?.fields.length ?? 0) > 0) {
    const given = isJsonObject(value) ? value : {};
    return html`${schema?.fields.map((field) => partField(field, content, given, words))}`;
  }
  const isJson = isJsonType(type);
  if (!isJson && (value === undefined || value === "<file>")) {
    return wordField(words.file, html`<input type="file" data-file>`);
  }
  const bodyText = (given: JsonValue | undefined) => (isJson ? JSON.stringify(given ?? {}, null, 2) : plainText(given));
  const text = bodyText(value);
  const rows = Math.min(Math.max(text.split("\n").length, 4), 18);
  const options = examples.map(
    (example, index) =>
      html`<option value="${bodyText(example.value)}">${example.title ?? `${words.example} ${index + 1}`}</option>`,
  );
  const choice = examples.length > 1 && wordField(words.example, html`<select data-example>${options}</select>`);
  return html`${choice}<label class="tester-field tester-body"><span class="tester-name">${type}</span><textarea data-body rows="${rows}" spellcheck="false">${text}</textarea></label>`;
}

function wordField(word: string, control: SafeHtml): SafeHtml {
  return html`<label class="tester-field"><span class="tester-word">${word}</span>${control}</label>`;
}

function namedField({ name, required }: FieldView, control: SafeHtml, words: ArticleWords): SafeHtml {
  return html`<label class="tester-field"><span class="tester-name">${name}${required && html` <small class="tester-required">${words.required}</small>`}</span>${control}</label>`;
}

function plainText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(plainText).join("\n");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
