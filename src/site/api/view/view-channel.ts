import type { JsonObject } from "../../source/json-value.ts";
import { channelLimits } from "../read/channel-limits.ts";
import { type ChannelReader, type ListedOperation, messagesOf, messagesOfChannel } from "../read/channel-reader.ts";
import { objectOf, own, resolveObject, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { viewAccess } from "./access-view.ts";
import type { SchemaView } from "./api-view.ts";
import { findBinding, viewBindings } from "./binding-view.ts";
import { isDeprecated, placedFields, tagNames, wordsOf } from "./channel-parts.ts";
import { protocolsOf, serversOf, viewServers } from "./channel-servers.ts";
import type { ChannelOperationView, ChannelView, ReplyView } from "./channel-view.ts";
import { docsLink } from "./docs-link.ts";
import { viewMessages } from "./message-view.ts";
import { cutText, viewSchema } from "./schema-view.ts";
import type { ChannelBudget } from "./view-budget.ts";

/** Deep levels are given up first, for all parts of the page alike, until the whole fits. */
const depths = [specLimits.fieldDepthMax, 6, 4, 3, 2, 1];

/** What the page of a channel shows, or undefined when the description does not have it. */
export function viewChannel(
  channels: ChannelReader,
  name: string,
  pillKeys: readonly string[],
): ChannelView | undefined {
  const channel = channels.find(name);
  if (channel === undefined) return undefined;
  let view: ChannelView | undefined;
  for (const depthMax of depths) {
    const budget: ChannelBudget = {
      depthMax,
      fieldsLeft: specLimits.fieldsMax,
      pillKeys,
      messagesLeft: channelLimits.messagesShownMax,
      exampleBytesLeft: channelLimits.exampleBytesMax,
    };
    view = viewWithin(channels, name, channel, budget);
    if (budget.fieldsLeft > 0) return view;
  }
  return view;
}

function viewWithin(channels: ChannelReader, name: string, channel: JsonObject, budget: ChannelBudget): ChannelView {
  const { reader } = channels;
  const { document } = reader;
  const servers = serversOf(channels, channel);
  const opening = findBinding(reader, channel, "ws");
  return {
    name,
    address: addressOf(channels, name, channel),
    title: textOf(channel, "title"),
    summary: textOf(channel, "summary"),
    description: cutText(textOf(channel, "description")),
    deprecated: isDeprecated(channel),
    protocols: protocolsOf(channels, channel, servers),
    ...viewServers(channels, servers, budget),
    parameters: placedFields(reader, channel, "parameters", budget),
    query: openingPart(channels, opening, "query", budget),
    headers: openingPart(channels, opening, "headers", budget),
    operations: viewOperations(channels, name, channel, budget),
    bindings: viewBindings(reader, channel, budget, "ws"),
    tags: tagNames(document, channel),
    docs: docsLink(document, channel),
    content: cutText(textOf(objectOf(channel, "x-mint"), "content")),
  };
}

/** In AsyncAPI 2 the address is the name; in AsyncAPI 3 it may be left open. */
function addressOf({ version }: ChannelReader, name: string, channel: JsonObject): string | undefined {
  const address = version === 2 ? name : textOf(channel, "address");
  return address?.slice(0, channelLimits.addressLengthMax);
}

function openingPart(
  { reader }: ChannelReader,
  opening: JsonObject | undefined,
  key: "query" | "headers",
  budget: ChannelBudget,
): SchemaView | undefined {
  const schema = opening === undefined ? undefined : own(opening, key);
  return schema === undefined ? undefined : viewSchema(reader, schema, budget, "request");
}

/** What the reader sends stands first. A channel without operations still has its messages. */
function viewOperations(
  channels: ChannelReader,
  name: string,
  channel: JsonObject,
  budget: ChannelBudget,
): ChannelOperationView[] {
  const listed = channels.operationsOf(name).slice(0, channelLimits.operationsShownMax);
  const sorted = [...listed.filter(({ side }) => side === "send"), ...listed.filter(({ side }) => side === "receive")];
  if (sorted.length > 0) return sorted.map((operation) => viewOperation(channels, operation, name, budget));
  const messages = viewMessages(channels, messagesOfChannel(channel), undefined, budget);
  return messages.shown.length === 0 ? [] : [{ ...nothingSaid, messages }];
}

const nothingSaid: Omit<ChannelOperationView, "messages"> = {
  side: undefined,
  name: undefined,
  title: undefined,
  description: undefined,
  deprecated: false,
  access: [],
  reply: undefined,
  bindings: [],
  tags: [],
  docs: undefined,
};

function viewOperation(
  channels: ChannelReader,
  { side, name, operation, messages }: ListedOperation,
  channelName: string,
  budget: ChannelBudget,
): ChannelOperationView {
  const { reader, version } = channels;
  return {
    side,
    name,
    ...wordsOf(operation),
    deprecated: isDeprecated(operation),
    access: viewAccess(reader.document, operation, version),
    messages: viewMessages(channels, messages(), side, budget),
    reply: viewReply(channels, operation, side === "send" ? "receive" : "send", channelName, budget),
    bindings: viewBindings(reader, operation, budget),
    tags: tagNames(reader.document, operation),
    docs: docsLink(reader.document, operation),
  };
}

/** Whoever has sent the message gets the reply. */
function viewReply(
  channels: ChannelReader,
  operation: JsonObject,
  side: "send" | "receive",
  channelName: string,
  budget: ChannelBudget,
): ReplyView | undefined {
  const { document } = channels.reader;
  const reply = resolveObject(document, own(operation, "reply"));
  if (reply === undefined) return undefined;
  const place = resolveObject(document, own(reply, "address")) ?? {};
  const replyName = channels.nameOf(own(reply, "channel"));
  const replyChannel = replyName === undefined ? undefined : channels.find(replyName);
  return {
    address:
      replyName === undefined || replyChannel === undefined || replyName === channelName
        ? undefined
        : addressOf(channels, replyName, replyChannel),
    location: textOf(place, "location"),
    description: cutText(textOf(place, "description")),
    messages: viewMessages(channels, messagesOf(channels, reply, replyName), side, budget),
  };
}
