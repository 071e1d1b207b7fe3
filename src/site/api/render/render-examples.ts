import { element, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import type { CodeBlock } from "../../page/code/fence-meta.ts";
import { fenceMeta } from "../../page/code/fence-meta.ts";
import { codeGroupElement } from "../../page/components/code-components.ts";
import type { JsonValue } from "../../source/json-value.ts";
import type { ModelView, OperationView } from "../view/api-view.ts";
import { type CodeSample, samplesByExample } from "../view/samples/request-samples.ts";
import { isJsonType } from "../view/samples/sample-request.ts";
import type { ApiContext } from "./api-context.ts";
import { tabs } from "./render-variants.ts";

/** Requests and answers beside the text. What the author has put there already is not made again. */
export function renderExamples(view: OperationView, context: ApiContext): HtmlNode[] {
  const { requestExample, responseExample } = context.page.words;
  const parts = hasExample(requestExample, context) ? [] : renderRequests(view, context);
  if (!hasExample(responseExample, context)) {
    parts.push(...exampleBox(responseExample, responseExamples(view), false, context));
  }
  return parts;
}

/** Where the body has several examples, a reader chooses one, and in it a language. */
function renderRequests(view: OperationView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  if (view.kind === "webhook") return exampleBox(words.requestExample, payloadExamples(view, context), true, context);
  const [first, ...others] = samplesByExample(view, context.options);
  if (first === undefined || others.length === 0) {
    return exampleBox(words.requestExample, first?.samples ?? [], true, context);
  }
  const panels = [first, ...others].map(({ title, samples }, index) => ({
    title: title ?? `${words.example} ${index + 1}`,
    content: [sampleGroup(samples, true, context)],
  }));
  return [labelledBox(words.requestExample, tabs(panels, "request", context))];
}

export function renderModelExample({ example, name }: ModelView, context: ApiContext): HtmlNode[] {
  if (example === undefined) return [];
  return exampleBox(context.page.words.example, [jsonSample(name, example)], false, context);
}

/** `<RequestExample>` and `<ResponseExample>` say by their label what they are. */
export function hasExample(label: string, { page }: ApiContext): boolean {
  return page.aside.some((node) => isElement(node) && node.attributes["aria-label"] === label);
}

function exampleBox(label: string, samples: CodeSample[], synced: boolean, context: ApiContext): HtmlNode[] {
  return samples.length === 0 ? [] : [labelledBox(label, sampleGroup(samples, synced, context))];
}

function labelledBox(label: string, content: HtmlNode): HtmlNode {
  return element("div", { class: "example", role: "group", "aria-label": label }, [content]);
}

export function sampleGroup(
  samples: CodeSample[],
  synced: boolean,
  { page }: ApiContext,
  isDropdown = false,
): HtmlNode {
  const blocks = samples.map(({ title, language, code }): CodeBlock => {
    return { code, meta: fenceMeta(language, new Map([["title", title]])), icon: undefined };
  });
  return codeGroupElement(blocks, { synced, isDropdown }, page);
}

function responseExamples({ responses }: OperationView): CodeSample[] {
  return responses.flatMap(({ status, contents }) => {
    const seen = new Set<string>();
    return contents.flatMap(({ type, examples }, place) =>
      examples.flatMap(({ title, value }, index) => {
        const name = index > 0 && title !== undefined ? title : place > 0 ? type : undefined;
        const sample = sampleOf(name === undefined ? status : `${status} ${name}`, type, value);
        // Generators list the same answer as several types of JSON.
        if (seen.has(sample.code)) return [];
        seen.add(sample.code);
        return [sample];
      }),
    );
  });
}

function payloadExamples({ body }: OperationView, { page }: ApiContext): CodeSample[] {
  const [content] = body?.contents ?? [];
  return (content?.examples ?? []).map(({ title, value }) =>
    sampleOf(title ?? page.words.payload, content?.type ?? "", value),
  );
}

export function sampleOf(title: string, type: string, value: JsonValue): CodeSample {
  if (isJsonType(type) || typeof value !== "string") return jsonSample(title, value);
  return { title, language: /xml|html/.test(type) ? "xml" : "text", code: value };
}

function jsonSample(title: string, value: JsonValue): CodeSample {
  return { title, language: "json", code: JSON.stringify(value, null, 2) };
}
