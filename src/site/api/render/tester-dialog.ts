import { html, type SafeHtml } from "../../ground/html/html-template.ts";
import type { JsonObject, JsonValue } from "../../source/json-value.ts";
import type { ApiPageOptions } from "../../source/page-api.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import type {
  AuthSchemeView,
  ContentView,
  FieldView,
  OperationView,
  ParameterPlace,
  ParameterView,
  ServerView,
} from "../view/api-view.ts";
import { isJsonType } from "../view/samples/sample-request.ts";
import { isFreeVariable } from "../view/server-view.ts";
import { placeTitles } from "./render-operation.ts";

/**
 * The request tester: a form that is whole in the page, so that its script only has to read it, send the request and show
 * the answer. Everything of the author goes through the template, which escapes it.
 */
export function testerDialog(view: OperationView, options: ApiPageOptions, words: ArticleWords): SafeHtml {
  const credentials = options.credentials ? "include" : "omit";
  return html`<dialog class="tester" aria-labelledby="tester-title">
<form class="tester-form" data-method="${view.method.toUpperCase()}" data-path="${view.path}" data-credentials="${credentials}" data-words="${scriptWords(words)}" novalidate>
<header class="tester-head"><span class="method method-badge ${view.method}">${view.method.toUpperCase()}</span><h2 id="tester-title">${view.path}</h2>
<button class="tester-close" type="button" data-close aria-label="${words.closeTester}">✕</button></header>
<div class="tester-columns">
<div class="tester-fields">
${servers(view.servers, words)}
${auth(view, words)}
${(["path", "query", "header", "cookie"] as const).map((place) => parameters(view, place, options, words))}
${body(view.body?.contents ?? [], words)}
</div>
<section class="tester-answer" aria-label="${words.response}"><p class="tester-hint">${words.testerHint}</p></section>
</div>
<footer class="tester-foot"><output class="tester-url"></output><button class="tester-send" type="submit">${words.send}</button></footer>
</form>
</dialog>`;
}

/** What the script says. */
function scriptWords(words: ArticleWords): string {
  const {
    send,
    stop,
    sending,
    stopped,
    stoppedHint,
    body: bodyWord,
    headers,
    cannotSend,
    noAnswer,
    httpRefused,
  } = words;
  const { noAccess, saveBytes, bytes, emptyBody, badHeader, badJson } = words;
  const requestWords = { send, stop, sending, stopped, stoppedHint, body: bodyWord, cannotSend, badHeader, badJson };
  return JSON.stringify({ ...requestWords, headers, noAnswer, httpRefused, noAccess, saveBytes, bytes, emptyBody });
}

function servers(list: ServerView[], words: ArticleWords): SafeHtml | false {
  const hasVariables = list.some(({ variables }) => variables.length > 0);
  if (list.length < 2 && !hasVariables) return html`<input type="hidden" data-server value="${list[0]?.url ?? ""}">`;
  return html`<fieldset><legend>${words.server}</legend>
<label class="tester-field"><span class="tester-word">${words.address}</span><select data-server>${list.map(
    ({ url, description }) =>
      html`<option value="${url}">${description === undefined ? url : `${url} – ${description.slice(0, 60)}`}</option>`,
  )}</select></label>
${list.flatMap((server) => server.variables.map((variable) => serverVariable(server, variable)))}</fieldset>`;
}

function serverVariable(server: ServerView, { name, value, choices }: ServerView["variables"][number]): SafeHtml {
  const data = html` data-variable="${name}"`;
  const control = isFreeVariable(server, name)
    ? html`<input type="text"${data} value="${value}" autocomplete="off" spellcheck="false">`
    : choiceSelect(choices.length > 0 ? choices : [value], value, data, true);
  return html`<label class="tester-field" data-variable-of="${server.url}"><span class="tester-name">${name}</span>${control}</label>`;
}

function auth({ auth: ways }: OperationView, words: ArticleWords): SafeHtml | false {
  // As with parameters: a page cannot set the cookies of another site.
  const sent = ways.map(({ schemes }) => ({ schemes: schemes.filter(({ place }) => place !== "cookie") }));
  const asking = sent.filter(({ schemes }) => schemes.length > 0);
  if (asking.length === 0) return false;
  const names = asking.map(({ schemes }) => schemes.map(({ id }) => id).join(" + "));
  return html`<fieldset data-auth><legend>${words.authorization}</legend>
${asking.length > 1 && html`<label class="tester-field"><span class="tester-word">${words.method}</span><select data-way>${names.map((name, index) => html`<option value="${index}">${name}</option>`)}</select></label>`}
${asking.map(({ schemes }, index) => html`<div data-way-fields="${index}"${index > 0 && html` hidden`}>${schemes.map((scheme) => authFields(scheme, words))}</div>`)}
<label class="tester-check"><input type="checkbox" data-remember> ${words.keepInTab}</label></fieldset>`;
}

function authFields(scheme: AuthSchemeView, words: ArticleWords): SafeHtml {
  const data = html` data-scheme="${scheme.id}" data-name="${scheme.name}" data-place="${scheme.place}" data-prefix="${scheme.prefix ?? ""}"`;
  if (scheme.kind === "basic") {
    return html`<label class="tester-field"><span class="tester-word">${words.userName}</span><input data-basic="user" data-scheme="${scheme.id}" autocomplete="off" spellcheck="false"></label>
<label class="tester-field"><span class="tester-word">${words.password}</span><input type="password" data-basic="password" data-scheme="${scheme.id}" autocomplete="off"></label>`;
  }
  return html`<label class="tester-field"><span class="tester-name">${scheme.name}${scheme.prefix !== undefined && html` <small>${scheme.prefix}</small>`}</span><input type="password"${data} value="${scheme.prefill ?? ""}" autocomplete="off" spellcheck="false"></label>`;
}

function parameters(
  view: OperationView,
  place: ParameterPlace,
  options: ApiPageOptions,
  words: ArticleWords,
): SafeHtml | false {
  const here = view.parameters.filter((parameter) => parameter.place === place);
  // A browser lets no page set the cookies of another site.
  if (here.length === 0 || place === "cookie") return false;
  return html`<fieldset><legend>${words[placeTitles[place]]}</legend>${here.map((parameter) => parameterField(parameter, options, words))}</fieldset>`;
}

function parameterField(parameter: ParameterView, options: ApiPageOptions, words: ArticleWords): SafeHtml {
  const { name, place, required, schema, style, explode, isJson } = parameter;
  const filled = shown(parameter.prefill ?? (options.prefills ? parameter.example : undefined));
  const data = html` data-parameter="${place}" data-name="${name}" data-type="${isJson ? "json" : schema.base}" data-style="${style}"${explode && html` data-explode`}${required && html` required`}`;
  const hint = shown(parameter.example);
  const control =
    schema.choices.length > 0 && schema.base !== "array"
      ? choiceSelect(schema.choices, filled, data, required)
      : schema.base === "boolean"
        ? choiceSelect(["true", "false"], filled, data, required)
        : schema.base === "array" || schema.base === "object"
          ? html`<textarea rows="2"${data} placeholder="${schema.base === "array" ? words.oneValueALine : "JSON"}" spellcheck="false">${filled}</textarea>`
          : html`<input${data} value="${filled}" placeholder="${hint.startsWith("<") ? schema.type : hint}" autocomplete="off" spellcheck="false">`;
  return html`<label class="tester-field"><span class="tester-name">${name}${required && html` <small class="tester-required">${words.required}</small>`}</span>${control}</label>`;
}

function choiceSelect(choices: readonly string[], chosen: string, data: SafeHtml, required: boolean): SafeHtml {
  return html`<select${data}>${!required && html`<option value=""></option>`}${choices.map(
    (choice) => html`<option value="${choice}"${choice === chosen && html` selected`}>${choice}</option>`,
  )}</select>`;
}

function body(contents: ContentView[], words: ArticleWords): SafeHtml | false {
  if (contents.length === 0) return false;
  return html`<fieldset><legend>${words.body}</legend>
${contents.length > 1 && html`<label class="tester-field"><span class="tester-word">${words.contentType}</span><select data-content>${contents.map(({ type }) => html`<option value="${type}">${type}</option>`)}</select></label>`}
${contents.map((content, index) => html`<div data-content-fields="${content.type}"${index > 0 && html` hidden`}>${contentFields(content, words)}</div>`)}</fieldset>`;
}

function contentFields(content: ContentView, words: ArticleWords): SafeHtml {
  const { type, schema, examples } = content;
  const value = examples[0]?.value;
  if (/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type) && (schema?.fields.length ?? 0) > 0) {
    const given = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
    return html`${schema?.fields.map((field) => partField(field, content, given, words))}`;
  }
  const isJson = isJsonType(type);
  if (!isJson && (value === undefined || value === "<file>")) {
    return html`<label class="tester-field"><span class="tester-word">${words.file}</span><input type="file" data-file></label>`;
  }
  const textOf = (given: JsonValue | undefined) => (isJson ? JSON.stringify(given ?? {}, null, 2) : shown(given));
  const text = textOf(value);
  const rows = Math.min(Math.max(text.split("\n").length, 4), 18);
  const choice =
    examples.length > 1 &&
    html`<label class="tester-field"><span class="tester-word">${words.example}</span><select data-example>${examples.map((example, index) => html`<option value="${textOf(example.value)}">${example.title ?? `${words.example} ${index + 1}`}</option>`)}</select></label>`;
  return html`${choice}<label class="tester-field tester-body"><span class="tester-name">${type}</span><textarea data-body rows="${rows}" spellcheck="false">${text}</textarea></label>`;
}

/** A field of a form. Lists are written a value on a line; an object is JSON, and sent in brackets where the author says so. */
function partField(
  { name, required, schema }: FieldView,
  { encodings }: ContentView,
  given: JsonObject,
  words: ArticleWords,
): SafeHtml {
  const { base, choices, type } = schema;
  const { style, explode } = Object.hasOwn(encodings, name) ? (encodings[name] ?? listStyle) : listStyle;
  const kind = base === "array" || (base === "object" && style === "deepObject") ? base : "text";
  const data = html` data-part data-name="${name}" data-type="${kind}" data-style="${style}"${explode && html` data-explode`}`;
  const filled = required && Object.hasOwn(given, name) ? shown(given[name]) : "";
  const control = type.startsWith("file")
    ? html`<input type="file"${data}${base === "array" && html` multiple`}>`
    : choices.length > 0 && base !== "array"
      ? choiceSelect(choices, filled, data, required)
      : base === "boolean"
        ? choiceSelect(["true", "false"], filled, data, required)
        : base === "array" || base === "object"
          ? html`<textarea rows="2"${data} placeholder="${base === "array" ? words.oneValueALine : "JSON"}" spellcheck="false">${filled}</textarea>`
          : html`<input${data} value="${filled}" autocomplete="off" spellcheck="false">`;
  return html`<label class="tester-field"><span class="tester-name">${name}${required && html` <small class="tester-required">${words.required}</small>`}</span>${control}</label>`;
}

const listStyle = { style: "form", explode: true };

function shown(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(shown).join("\n");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
