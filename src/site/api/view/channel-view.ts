import type { JsonObject } from "../../source/json-value.ts";
import {
  type Channels,
  type ListedOperation,
  messagesOf,
  messagesOfChannel,
  type Side,
  serversOf,
} from "../read/channels.ts";
import { objectField, own, resolveObject, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { cutLongText, descriptionOf, docsLink, isDeprecated, tagNames, viewAnnotations } from "./annotations.ts";
import type { ChannelOperationView, ChannelView, ReplyView, SchemaView } from "./api-view.ts";
import { viewChannelAuth } from "./auth-view.ts";
import { bindingsOf, viewAddressFields, viewBindings } from "./channel-fields.ts";
import { viewMessages } from "./message-view.ts";
import { type ViewBudget, viewSchema, viewWithinBudget } from "./schema-view.ts";
import { protocolsOf, viewChannelServers } from "./server-view.ts";

/** The view of a channel for its page. Undefined if the channel doesn't exist. */
export function viewChannel(channels: Channels, name: string, pillKeys: readonly string[]): ChannelView | undefined {
  const { document, find } = channels;
  const channel = find(name);
  if (channel === undefined) return undefined;
  const servers = serversOf(channels, channel);
  const webSocket = resolveObject(document, own(bindingsOf(document, channel), "ws")) ?? {};
  return viewWithinBudget(pillKeys, (budget) => {
    const viewOpening = (key: "query" | "headers"): SchemaView | undefined => {
      const schema = own(webSocket, key);
      return schema === undefined ? undefined : viewSchema(document, schema, budget, "request");
    };
    return {
      name,
      address: addressOf(channels, name, channel),
      title: textField(channel, "title"),
      summary: textField(channel, "summary"),
      description: descriptionOf(channel),
      deprecated: isDeprecated(channel),
      protocols: protocolsOf(channels, channel, servers),
      ...viewChannelServers(channels, servers, budget),
      parameters: viewAddressFields(document, channel, "parameters", budget),
      query: viewOpening("query"),
      headers: viewOpening("headers"),
      operations: viewOperations(channels, name, channel, budget),
      bindings: viewBindings(document, channel, budget, "ws"),
      tags: tagNames(document, channel),
      docs: docsLink(document, channel),
      content: cutLongText(textField(objectField(channel, "x-mint"), "content")),
    };
  });
}

/** In AsyncAPI 2 the name is the address; in AsyncAPI 3 the address may be missing. */
function addressOf({ version }: Channels, name: string, channel: JsonObject): string | undefined {
  const address = version === 2 ? name : textField(channel, "address");
  return address?.slice(0, specLimits.addressLengthMax);
}

/** Operations in which the reader sends come first. A channel without operations still shows its messages. */
function viewOperations(
  channels: Channels,
  name: string,
  channel: JsonObject,
  budget: ViewBudget,
): ChannelOperationView[] {
  const listed = channels.operationsOf(name).slice(0, specLimits.channelOperationsMax);
  const sorted = [...listed.filter(({ side }) => side === "send"), ...listed.filter(({ side }) => side === "receive")];
  if (sorted.length > 0) return sorted.map((operation) => viewOperation(channels, operation, name, budget));
  const messages = viewMessages(channels, messagesOfChannel(channel), undefined, budget);
  if (messages.shown.length === 0) return [];
  const none = { side: undefined, name: undefined, auth: [], reply: undefined, bindings: [] };
  return [{ ...viewAnnotations(channels.document, {}), ...none, messages }];
}

function viewOperation(
  channels: Channels,
  { side, name, operation, messages }: ListedOperation,
  channelName: string,
  budget: ViewBudget,
): ChannelOperationView {
  const { document } = channels;
  return {
    side,
    name,
    ...viewAnnotations(document, operation),
    auth: viewChannelAuth(channels, operation),
    messages: viewMessages(channels, messages(), side, budget),
    reply: viewReply(channels, operation, side === "send" ? "receive" : "send", channelName, budget),
    bindings: viewBindings(document, operation, budget),
  };
}

/** The reply goes to the sender of the message. */
function viewReply(
  channels: Channels,
  operation: JsonObject,
  side: Side,
  channelName: string,
  budget: ViewBudget,
): ReplyView | undefined {
  const { document, nameOf, find } = channels;
  const reply = resolveObject(document, own(operation, "reply"));
  if (reply === undefined) return undefined;
  const address = resolveObject(document, own(reply, "address")) ?? {};
  const name = nameOf(own(reply, "channel"));
  const channel = name === undefined || name === channelName ? undefined : find(name);
  return {
    address: name === undefined || channel === undefined ? undefined : addressOf(channels, name, channel),
    location: textField(address, "location"),
    description: descriptionOf(address),
    messages: viewMessages(channels, messagesOf(channels, reply, name), side, budget),
  };
}
