import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { ChannelView, MessageView, Side } from "../view/channel-view.ts";
import type { CodeSample } from "../view/samples/request-samples.ts";
import type { ApiContext } from "./api-context.ts";
import { hasExample, sampleGroup, sampleOf } from "./render-examples.ts";

/** More samples than this are chosen from a menu. */
const tabsMax = 3;

/** Messages of both sides beside the text. What the author has put there already is not made again. */
export function renderMessageExamples({ operations }: ChannelView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const messagesOf = (side: Side | undefined) =>
    operations.filter((operation) => operation.side === side).flatMap(({ messages }) => messages.shown);
  const replies = operations.flatMap(({ reply }) => reply?.messages.shown ?? []);
  return [
    ...(hasExample(words.requestExample, context) ? [] : box(words.messagesYouSend, messagesOf("send"), context)),
    ...(hasExample(words.responseExample, context)
      ? []
      : box(words.messagesYouReceive, messagesOf("receive"), context)),
    ...box(words.messages, messagesOf(undefined), context),
    ...box(words.reply, replies, context),
  ];
}

function box(title: string, messages: MessageView[], context: ApiContext): HtmlNode[] {
  const isOnly = new Set(messages.map(({ name }) => name)).size === 1;
  const samples = withoutRepeats(messages.flatMap((message) => samplesOf(message, isOnly, context)));
  if (samples.length === 0) return [];
  const id = context.page.headingIds.claim("message-examples");
  return [
    element("div", { class: "example", role: "group", "aria-labelledby": id }, [
      element("p", { class: "example-title", id }, [title]),
      sampleGroup(samples, false, context, samples.length > tabsMax),
    ]),
  ];
}

function samplesOf({ name, contentType, examples }: MessageView, isOnly: boolean, { page }: ApiContext): CodeSample[] {
  return examples.flatMap(({ title, payload, headers }, place) => {
    const named = place === 0 ? name : `${name} ${place + 1}`;
    const whole = title === undefined ? named : isOnly ? title : `${name}: ${title}`;
    return [
      ...(payload === undefined ? [] : [sampleOf(whole, contentType ?? "application/json", payload)]),
      ...(headers === undefined ? [] : [sampleOf(`${whole} (${page.words.headers})`, "application/json", headers)]),
    ];
  });
}

/** Several operations may send the same message. */
function withoutRepeats(samples: CodeSample[]): CodeSample[] {
  return [...new Map(samples.map((sample) => [`${sample.title}\n${sample.code}`, sample])).values()];
}
