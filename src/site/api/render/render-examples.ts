import type { CodeBlock } from "../../page/code/fence-meta.ts";
import { fenceMeta } from "../../page/code/fence-meta.ts";
import { codeGroupElement } from "../../page/components/code-components.ts";
import { element, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import type { JsonValue } from "../../source/json-value.ts";
import type { Side } from "../read/channels.ts";
import type { ChannelView, MessageView, OperationView, SchemaPageView } from "../view/api-view.ts";
import { type CodeSample, samplesByExample } from "../view/samples/request-samples.ts";
import { isJsonType } from "../view/samples/sample-request.ts";
import { tabs } from "./api-elements.ts";
import type { ApiContext } from "./render-markdown.ts";

/** If there are more message samples than this, they are in a menu instead of tabs. */
const messageTabsMax = 3;

/** Sample requests and responses next to the text, unless the author wrote examples. */
export function renderExamples(view: OperationView, context: ApiContext): HtmlNode[] {
  const { requestExample, responseExample } = context.page.words;
  return [
    ...(hasExample(requestExample, context) ? [] : renderRequests(view, context)),
    ...(hasExample(responseExample, context) ? [] : exampleBox(responseExample, responseSamples(view), false, context)),
  ];
}

/** With several examples of the body, the reader chooses an example and then a language. */
function renderRequests(view: OperationView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  if (view.kind === "webhook") return exampleBox(words.requestExample, payloadSamples(view, context), true, context);
  const examples = samplesByExample(view, context.options);
  if (examples.length < 2) return exampleBox(words.requestExample, examples[0]?.samples ?? [], true, context);
  const panels = examples.map(({ title, samples }, index) => ({
    title: title ?? `${words.example} ${index + 1}`,
    content: [sampleGroup(samples, { synced: true }, context)],
  }));
  return [labeledBox(words.requestExample, tabs(panels, "request", context))];
}

export function renderSchemaExample({ example, name }: SchemaPageView, context: ApiContext): HtmlNode[] {
  if (example === undefined) return [];
  return exampleBox(context.page.words.example, [jsonSample(name, example)], false, context);
}

/** The messages of both sides next to the text, unless the author wrote examples. */
export function renderMessageExamples({ operations }: ChannelView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const messagesOf = (side: Side | undefined) =>
    operations.filter((operation) => operation.side === side).flatMap(({ messages }) => messages.shown);
  const replies = operations.flatMap(({ reply }) => reply?.messages.shown ?? []);
  const sent = hasExample(words.requestExample, context) ? [] : messagesOf("send");
  const received = hasExample(words.responseExample, context) ? [] : messagesOf("receive");
  return [
    ...messageBox(words.messagesYouSend, sent, context),
    ...messageBox(words.messagesYouReceive, received, context),
    ...messageBox(words.messages, messagesOf(undefined), context),
    ...messageBox(words.reply, replies, context),
  ];
}

/** `<RequestExample>` and `<ResponseExample>` are recognized by their labels. */
function hasExample(label: string, { page }: ApiContext): boolean {
  return page.aside.some((node) => isElement(node) && node.attributes["aria-label"] === label);
}

export function exampleBox(label: string, samples: CodeSample[], synced: boolean, context: ApiContext): HtmlNode[] {
  return samples.length === 0 ? [] : [labeledBox(label, sampleGroup(samples, { synced }, context))];
}

function labeledBox(label: string, content: HtmlNode): HtmlNode {
  return element("div", { class: "example", role: "group", "aria-label": label }, [content]);
}

function messageBox(title: string, messages: MessageView[], context: ApiContext): HtmlNode[] {
  const isOnly = new Set(messages.map(({ name }) => name)).size === 1;
  const all = messages.flatMap((message) => messageSamples(message, isOnly, context));
  // Duplicates are removed, because several operations can send the same message.
  const samples = [...new Map(all.map((sample) => [`${sample.title}\n${sample.code}`, sample])).values()];
  if (samples.length === 0) return [];
  const id = context.page.headingIds.claim("message-examples");
  const isDropdown = samples.length > messageTabsMax;
  return [
    element("div", { class: "example", role: "group", "aria-labelledby": id }, [
      element("p", { class: "example-title", id }, [title]),
      sampleGroup(samples, { synced: false, isDropdown }, context),
    ]),
  ];
}

function sampleGroup(
  samples: CodeSample[],
  { synced, isDropdown = false }: { synced: boolean; isDropdown?: boolean },
  { page }: ApiContext,
): HtmlNode {
  const blocks = samples.map(({ title, language, code }): CodeBlock => {
    return { code, meta: fenceMeta(language, new Map([["title", title]])), icon: undefined };
  });
  return codeGroupElement(blocks, { synced, isDropdown }, page);
}

function responseSamples({ responses }: OperationView): CodeSample[] {
  return responses.flatMap(({ status, contents }) => {
    const all = contents.flatMap(({ type, examples }, place) =>
      examples.map(({ title, value }, index) => {
        const name = index > 0 && title !== undefined ? title : place > 0 ? type : undefined;
        return valueSample(name === undefined ? status : `${status} ${name}`, type, value);
      }),
    );
    // Generators list the same response under several JSON media types.
    const first = new Map(all.toReversed().map((sample) => [sample.code, sample]));
    return all.filter((sample) => first.get(sample.code) === sample);
  });
}

function payloadSamples({ body }: OperationView, { page }: ApiContext): CodeSample[] {
  return (body?.contents ?? [])
    .slice(0, 1)
    .flatMap(({ type, examples }) =>
      examples.map(({ title, value }) => valueSample(title ?? page.words.payload, type, value)),
    );
}

function messageSamples(message: MessageView, isOnly: boolean, { page }: ApiContext): CodeSample[] {
  const { name, contentType = "application/json", examples } = message;
  return examples.flatMap(({ title, payload, headers }, index) => {
    const numbered = index === 0 ? name : `${name} ${index + 1}`;
    const whole = title === undefined ? numbered : isOnly ? title : `${name}: ${title}`;
    return [
      ...(payload === undefined ? [] : [valueSample(whole, contentType, payload)]),
      ...(headers === undefined ? [] : [valueSample(`${whole} (${page.words.headers})`, "application/json", headers)]),
    ];
  });
}

function valueSample(title: string, type: string, value: JsonValue): CodeSample {
  if (isJsonType(type) || typeof value !== "string") return jsonSample(title, value);
  return { title, language: /xml|html/.test(type) ? "xml" : "text", code: value };
}

function jsonSample(title: string, value: JsonValue): CodeSample {
  return { title, language: "json", code: JSON.stringify(value, null, 2) };
}
