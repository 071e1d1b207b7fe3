import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { ChannelOperationView, ReplyView, Side } from "../view/channel-view.ts";
import type { ApiContext } from "./api-context.ts";
import { renderAccess } from "./render-access.ts";
import { renderBindings } from "./render-bindings.ts";
import { caption, captioned } from "./render-caption.ts";
import { renderDescription } from "./render-description.ts";
import { fact } from "./render-fields.ts";
import { renderMessages } from "./render-messages.ts";
import { renderMore } from "./render-more.ts";

/** One operation of a channel: what is said of it, its messages, and the reply. */
export function renderChannelOperation(operation: ChannelOperationView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const { description, access, messages, reply, bindings, side, name } = operation;
  return [
    ...operationTitle(operation, context),
    ...renderDescription(description, context),
    ...captioned(words.authorization, renderAccess(access, context)),
    ...renderMessages(messages, context),
    ...(reply === undefined ? [] : renderReply(reply, side, context)),
    ...captioned(words.bindings, renderBindings(bindings, `operation-${name ?? ""}`, context)),
    ...renderMore(operation, context),
  ];
}

function operationTitle({ title, name, deprecated }: ChannelOperationView, { page }: ApiContext): HtmlNode[] {
  const parts: HtmlNode[] = [];
  if (title !== undefined) parts.push(element("strong", {}, [title]));
  if (name !== undefined) parts.push(element("code", { class: "media-type" }, [name]));
  if (deprecated) parts.push(element("span", { class: "field-deprecated" }, [page.words.deprecated]));
  if (parts.length === 0) return [];
  return [
    element(
      "p",
      { class: "operation-title" },
      parts.flatMap((part, at) => (at === 0 ? [part] : [" ", part])),
    ),
  ];
}

/** Whoever has sent the message gets the reply. */
function renderReply(reply: ReplyView, side: Side | undefined, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const places = [reply.address, reply.location].filter((place) => place !== undefined);
  return [
    caption(words.reply),
    element("p", { class: "api-note" }, [side === "receive" ? words.youReply : words.applicationReplies]),
    ...(places.length === 0 ? [] : [element("dl", { class: "field-facts" }, [fact(words.replyAddress, places)])]),
    ...renderDescription(reply.description, context),
    ...renderMessages(reply.messages, context),
  ];
}
