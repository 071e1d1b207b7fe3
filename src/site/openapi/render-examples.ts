import type { CodeBlock } from "../code/code-block.ts";
import { fenceMeta } from "../code/fence-meta.ts";
import { codeGroupElement } from "../components/code-components.ts";
import { element, type HtmlNode, isElement } from "../html/html-node.ts";
import type { JsonValue } from "../project/json-value.ts";
import type { ApiContext } from "./api-context.ts";
import type { ModelView, OperationView } from "./api-view.ts";
import { type CodeSample, requestSamples } from "./samples/request-samples.ts";
import { isJsonType } from "./samples/sample-request.ts";

/** Requests and answers beside the text. What the author has put there already is not made again. */
export function renderExamples(view: OperationView, context: ApiContext): HtmlNode[] {
  const parts: HtmlNode[] = [];
  const requests = view.kind === "webhook" ? payloadExamples(view, context) : requestSamples(view, context.options);
  const { requestExample, responseExample } = context.page.words;
  if (!hasExample(requestExample, context)) parts.push(...exampleBox(requestExample, requests, true, context));
  if (!hasExample(responseExample, context)) {
    parts.push(...exampleBox(responseExample, responseExamples(view), false, context));
  }
  return parts;
}

export function renderModelExample({ example, name }: ModelView, context: ApiContext): HtmlNode[] {
  if (example === undefined) return [];
  return exampleBox(context.page.words.example, [jsonSample(name, example)], false, context);
}

/** `<RequestExample>` and `<ResponseExample>` say by their label what they are. */
function hasExample(label: string, { page }: ApiContext): boolean {
  return page.aside.some((node) => isElement(node) && node.attributes["aria-label"] === label);
}

function exampleBox(label: string, samples: CodeSample[], synced: boolean, { page }: ApiContext): HtmlNode[] {
  if (samples.length === 0) return [];
  const blocks = samples.map(({ title, language, code }): CodeBlock => {
    return { code, meta: fenceMeta(language, new Map([["title", title]])), icon: undefined };
  });
  const group = codeGroupElement(blocks, { synced, isDropdown: false }, page);
  return [element("div", { class: "example", role: "group", "aria-label": label }, [group])];
}

function responseExamples({ responses }: OperationView): CodeSample[] {
  return responses.flatMap(({ status, contents }) => {
    const [content] = contents;
    return (content?.examples ?? []).map(({ title, value }, index) =>
      sampleOf(index === 0 || title === undefined ? status : `${status} ${title}`, content?.type ?? "", value),
    );
  });
}

function payloadExamples({ body }: OperationView, { page }: ApiContext): CodeSample[] {
  const [content] = body?.contents ?? [];
  return (content?.examples ?? []).map(({ title, value }) =>
    sampleOf(title ?? page.words.payload, content?.type ?? "", value),
  );
}

function sampleOf(title: string, type: string, value: JsonValue): CodeSample {
  if (isJsonType(type) || typeof value !== "string") return jsonSample(title, value);
  return { title, language: /xml|html/.test(type) ? "xml" : "text", code: value };
}

function jsonSample(title: string, value: JsonValue): CodeSample {
  return { title, language: "json", code: JSON.stringify(value, null, 2) };
}
