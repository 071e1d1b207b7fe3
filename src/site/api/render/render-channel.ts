import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { SchemaView } from "../view/api-view.ts";
import type { ChannelOperationView, ChannelView, Side } from "../view/channel-view.ts";
import type { ApiContext } from "./api-context.ts";
import { renderAccess } from "./render-access.ts";
import { renderBindings } from "./render-bindings.ts";
import { sideSentences } from "./render-channel-head.ts";
import { renderChannelOperation } from "./render-channel-operation.ts";
import { renderFields, renderSchema } from "./render-fields.ts";
import { renderMore } from "./render-more.ts";
import { sectionHeading } from "./render-parts.ts";
import { renderServers } from "./render-servers.ts";

/** Everything below the head of a channel's page: where it is, how to be let in, and what is sent. */
export function renderChannel(view: ChannelView, context: ApiContext): HtmlNode[] {
  const { servers, access, parameters, query, headers, operations, bindings } = view;
  const fields = renderFields(parameters, "parameter", context);
  return [
    ...section("servers", renderServers(servers, context), context),
    ...section("authorization", renderAccess(access, context), context),
    ...section("channelParameters", fields.length === 0 ? [] : [element("div", { class: "fields" }, fields)], context),
    ...section("queryParameters", renderOpening(query, "query", context), context),
    ...section("headers", renderOpening(headers, "header", context), context),
    ...renderSide("send", operations, context),
    ...renderSide("receive", operations, context),
    ...renderSide(undefined, operations, context),
    ...section("bindings", renderBindings(bindings, "binding", context), context),
    ...renderMore(view, context),
  ];
}

type SectionTitle = Parameters<typeof sectionHeading>[0];

function section(title: SectionTitle, content: HtmlNode[], context: ApiContext): HtmlNode[] {
  return content.length === 0 ? [] : [sectionHeading(title, context), ...content];
}

function renderOpening(schema: SchemaView | undefined, path: string, context: ApiContext): HtmlNode[] {
  return schema === undefined ? [] : [element("div", { class: "fields" }, renderSchema(schema, path, context))];
}

const sideTitles = { send: "messagesYouSend", receive: "messagesYouReceive" } as const;

/** What one side sends. Both versions of AsyncAPI say it from another point of view, so the page says it in a sentence. */
function renderSide(side: Side | undefined, operations: ChannelOperationView[], context: ApiContext): HtmlNode[] {
  const own = operations.filter((operation) => operation.side === side);
  if (own.length === 0) return [];
  const { words } = context.page;
  return [
    sectionHeading(side === undefined ? "messages" : sideTitles[side], context),
    ...(side === undefined ? [] : [element("p", { class: "api-note" }, [words[sideSentences[side]]])]),
    ...own.flatMap((operation) => renderChannelOperation(operation, context)),
  ];
}
