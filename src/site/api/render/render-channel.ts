import { codeBlockElement } from "../../page/code/code-block.ts";
import { fenceMeta } from "../../page/code/fence-meta.ts";
import { expandableElement } from "../../page/components/accordions.ts";
import { fieldElement } from "../../page/components/fields.ts";
import { slugOf } from "../../page/markdown/heading-ids.ts";
import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import type { Side } from "../read/channels.ts";
import type {
  BindingView,
  ChannelOperationView,
  ChannelServerView,
  ChannelView,
  MessageListView,
  MessageView,
  PayloadView,
  ReplyView,
  SchemaView,
} from "../view/api-view.ts";
import {
  caption,
  captioned,
  fact,
  factList,
  fieldList,
  fillNodes,
  foldedRow,
  mediaType,
  note,
  section,
  sectionHeading,
  specLink,
  tagsAndDocs,
} from "./api-elements.ts";
import { renderAuth } from "./render-auth.ts";
import { renderFields, renderSchema } from "./render-fields.ts";
import { sideSentences } from "./render-head.ts";
import { type ApiContext, renderMarkdown } from "./render-markdown.ts";

/** Everything below the head of a channel's page: servers, authentication and messages. */
export function renderChannel(view: ChannelView, context: ApiContext): HtmlNode[] {
  const { servers, operations } = view;
  const parameters = fieldList(renderFields(view.parameters, "parameter", context));
  const serverRows = servers.map((server) => renderServer(server, context));
  return [
    ...section("servers", fieldList(serverRows), context),
    ...section("authorization", renderAuth(view.auth, context), context),
    ...section("channelParameters", parameters, context),
    ...section("queryParameters", renderOpening(view.query, "query", context), context),
    ...section("headers", renderOpening(view.headers, "header", context), context),
    ...renderSide("send", operations, context),
    ...renderSide("receive", operations, context),
    ...renderSide(undefined, operations, context),
    ...section("bindings", renderBindings(view.bindings, "binding", context), context),
    ...tagsAndDocs(view, context),
  ];
}

function renderServer(server: ChannelServerView, context: ApiContext): HtmlNode {
  const { name, address, protocol, protocolVersion, description, variables, auth, bindings } = server;
  const { words, headingIds } = context.page;
  const id = headingIds.claim(`server-${slugOf(name)}`);
  const details = [
    ...renderFields(variables, `${id}-variable`, context),
    ...renderBindings(bindings, `${id}-binding`, context),
  ];
  const type = [protocol, protocolVersion].filter((word) => word !== undefined).join(" ");
  return fieldElement(
    { id, name, type: type === "" ? undefined : type },
    [
      element("p", {}, [element("code", { class: "server-address" }, [address])]),
      ...renderMarkdown(description, context),
      ...captioned(words.authorization, renderAuth(auth, context)),
      ...(details.length === 0
        ? []
        : [expandableElement([words.details], details, context.options.expandsFields, words)]),
    ],
    words,
  );
}

function renderOpening(schema: SchemaView | undefined, path: string, context: ApiContext): HtmlNode[] {
  return schema === undefined ? [] : [element("div", { class: "fields" }, renderSchema(schema, path, context))];
}

const sideTitles = { send: "messagesYouSend", receive: "messagesYouReceive" } as const;

/** The two versions of AsyncAPI have opposite points of view, so a sentence states who sends. */
function renderSide(side: Side | undefined, operations: ChannelOperationView[], context: ApiContext): HtmlNode[] {
  const here = operations.filter((operation) => operation.side === side);
  if (here.length === 0) return [];
  return [
    sectionHeading(side === undefined ? "messages" : sideTitles[side], context),
    ...(side === undefined ? [] : [note([context.page.words[sideSentences[side]]])]),
    ...here.flatMap((operation) => renderOperation(operation, context)),
  ];
}

function renderOperation(operation: ChannelOperationView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const { description, auth, messages, reply, bindings, side, name } = operation;
  return [
    ...operationTitle(operation, context),
    ...renderMarkdown(description, context),
    ...captioned(words.authorization, renderAuth(auth, context)),
    ...renderMessages(messages, context),
    ...(reply === undefined ? [] : renderReply(reply, side, context)),
    ...captioned(words.bindings, renderBindings(bindings, `operation-${name ?? ""}`, context)),
    ...tagsAndDocs(operation, context),
  ];
}

function operationTitle({ title, name, deprecated }: ChannelOperationView, { page }: ApiContext): HtmlNode[] {
  const parts: HtmlNode[] = [];
  if (title !== undefined) parts.push(element("strong", {}, [title]));
  if (name !== undefined) parts.push(element("code", { class: "media-type" }, [name]));
  if (deprecated) parts.push(element("span", { class: "field-deprecated" }, [page.words.deprecated]));
  if (parts.length === 0) return [];
  const spaced = parts.flatMap((part, index) => (index === 0 ? [part] : [" ", part]));
  return [element("p", { class: "operation-title" }, spaced)];
}

function renderReply(reply: ReplyView, side: Side | undefined, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const places = [reply.address, reply.location].filter((place) => place !== undefined);
  return [
    caption(words.reply),
    note([side === "receive" ? words.youReply : words.applicationReplies]),
    ...factList(places.length === 0 ? [] : [fact(words.replyAddress, places)]),
    ...renderMarkdown(reply.description, context),
    ...renderMessages(reply.messages, context),
  ];
}

/** A row for each message. The first row is open. */
function renderMessages({ shown, leftOut }: MessageListView, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const values = { count: leftOut.toLocaleString("en"), link: specLink(context) };
  return [
    ...(shown.length > 1 ? [element("p", { class: "variants-rule" }, [words.oneOfMessages])] : []),
    ...shown.map((message, index) => renderMessage(message, index === 0, context)),
    ...(leftOut === 0 ? [] : [note(fillNodes(words.moreMessages, values))]),
  ];
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
  return foldedRow({ class: "response message", id }, head, renderMessageBody(message, id, context), isOpen);
}

function renderMessageBody(message: MessageView, id: string, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  const { description, correlationId, headers, payload, bindings } = message;
  const headerFields = headers === undefined ? [] : renderSchema(headers, `${id}-header`, context);
  return [
    ...renderMarkdown(description, context),
    ...(correlationId === undefined ? [] : renderCorrelation(correlationId, context)),
    ...captioned(words.headers, fieldList(headerFields)),
    ...(payload === undefined ? [] : renderPayload(payload, id, context)),
    ...captioned(words.bindings, renderBindings(bindings, `${id}-binding`, context)),
    ...tagsAndDocs(message, context),
  ];
}

function renderCorrelation(
  { location, description }: NonNullable<MessageView["correlationId"]>,
  context: ApiContext,
): HtmlNode[] {
  const { words } = context.page;
  return [
    caption(words.correlationId),
    ...renderMarkdown(description, context),
    ...factList(location === undefined ? [] : [fact(words.location, [location])]),
  ];
}

function renderPayload(payload: PayloadView, id: string, context: ApiContext): HtmlNode[] {
  const { words } = context.page;
  if (payload.kind === "schema") {
    return captioned(words.payload, fieldList(renderSchema(payload.schema, `${id}-payload`, context)));
  }
  const meta = fenceMeta(payload.language, new Map([["title", payload.format]]));
  return [caption(words.payload), codeBlockElement({ code: payload.source, meta, icon: undefined }, context.page)];
}

/** Protocol-specific settings as lines, and schemas as fields. */
function renderBindings(bindings: BindingView[], path: string, context: ApiContext): HtmlNode[] {
  return bindings.flatMap(({ protocol, values, fields }): HtmlNode[] => [
    element("p", { class: "binding-protocol" }, [element("span", { class: "field-type" }, [protocol])]),
    ...factList(values.map(({ name, value }) => fact(name, [value]))),
    ...fieldList(renderFields(fields, `${path}-${protocol}`, context)),
  ]);
}
