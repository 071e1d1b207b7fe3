import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { codeBlockElement } from "../../page/code/code-block.ts";
import { fenceMeta } from "../../page/code/fence-meta.ts";
import { slugOf } from "../../page/markdown/heading-ids.ts";
import type { MessageListView, MessageView, PayloadView } from "../view/channel-view.ts";
import type { ApiContext } from "./api-context.ts";
import { renderBindings } from "./render-bindings.ts";
import { caption, captioned } from "./render-caption.ts";
import { renderDescription } from "./render-description.ts";
import { fact, renderSchema } from "./render-fields.ts";
import { renderMore } from "./render-more.ts";
import { fillNodes, mediaType, specLink } from "./render-parts.ts";

/** Every message in a row of its own; the fields of the first one stand open. */
export function renderMessages({ shown, leftOut }: MessageListView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const rule = shown.length > 1 ? [element("p", { class: "variants-rule" }, [words.oneOfMessages])] : [];
  const values = { count: leftOut.toLocaleString("en"), link: specLink(context) };
  const rest = leftOut === 0 ? [] : [element("p", { class: "api-note" }, fillNodes(words.moreMessages, values))];
  return [...rule, ...shown.map((message, place) => renderMessage(message, place === 0, context)), ...rest];
}

function renderMessage(message: MessageView, isOpen: boolean, context: ApiContext): HtmlNode {
  const { name, title, contentType, deprecated } = message;
  const { words, headingIds } = context.page;
  const id = headingIds.claim(`message-${slugOf(name)}`);
  const head = [
    element("code", { class: "message-name" }, [name]),
    ...(deprecated ? [element("span", { class: "field-deprecated" }, [words.deprecated])] : []),
    element("div", { class: "response-words" }, title === undefined ? [] : [element("p", {}, [title])]),
    ...(contentType === undefined ? [] : [mediaType(contentType)]),
  ];
  const body = renderBody(message, id, context);
  if (body.length === 0)
    return element("div", { class: "response message", id }, [element("div", { class: "response-head" }, head)]);
  return element("details", { class: "response message", id, open: isOpen }, [
    element("summary", { class: "response-head" }, head),
    element("div", { class: "response-body" }, body),
  ]);
}

function renderBody(message: MessageView, id: string, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const { description, correlationId, headers, payload, bindings } = message;
  const fields = headers === undefined ? [] : renderSchema(headers, `${id}-header`, context);
  return [
    ...renderDescription(description, context),
    ...(correlationId === undefined ? [] : renderCorrelation(correlationId, context)),
    ...captioned(words.headers, fields.length === 0 ? [] : [element("div", { class: "fields" }, fields)]),
    ...(payload === undefined ? [] : renderPayload(payload, id, context)),
    ...captioned(words.bindings, renderBindings(bindings, `${id}-binding`, context)),
    ...renderMore(message, context),
  ];
}

function renderCorrelation(
  { location, description }: NonNullable<MessageView["correlationId"]>,
  context: ApiContext,
): HtmlNode[] {
  const { words } = context.page;
  const place =
    location === undefined ? [] : [element("dl", { class: "field-facts" }, [fact(words.location, [location])])];
  return [caption(words.correlationId), ...renderDescription(description, context), ...place];
}

function renderPayload(payload: PayloadView, id: string, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  if (payload.kind === "schema") {
    const fields = renderSchema(payload.schema, `${id}-payload`, context);
    return captioned(words.payload, fields.length === 0 ? [] : [element("div", { class: "fields" }, fields)]);
  }
  const meta = fenceMeta(payload.language, new Map([["title", payload.format]]));
  return [caption(words.payload), codeBlockElement({ code: payload.source, meta, icon: undefined }, context.page)];
}
