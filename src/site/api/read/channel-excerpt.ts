import type { JsonObject } from "../../source/json-value.ts";
import { serversOf } from "../view/channel-servers.ts";
import { channelLimits } from "./channel-limits.ts";
import type { ChannelReader } from "./channel-reader.ts";
import { parsePointer } from "./json-pointer.ts";
import { objectOf, own, textOf } from "./spec-document.ts";
import { completeExcerpt, referencesIn, setOwn } from "./spec-excerpt.ts";

/** What stands beside a channel is left to the description itself when it is longer. */
const besideBytesMax = 60_000;

/** The part of a description that one channel is about, with what it refers to, for the Markdown of its page. */
export function channelExcerpt(channels: ChannelReader, name: string): string {
  const { document } = channels.reader;
  const { root } = document;
  const add = createAdder(root);
  const excerpt: JsonObject = { asyncapi: own(root, "asyncapi") ?? "3.0.0" };
  const contentType = textOf(root, "defaultContentType");
  if (contentType !== undefined) excerpt.defaultContentType = contentType;
  const servers: JsonObject = {};
  for (const server of serversOf(channels, channels.find(name) ?? {})) add(servers, "servers", server.name);
  if (Object.keys(servers).length > 0) excerpt.servers = servers;
  const chosen: JsonObject = {};
  setOwn(chosen, name, own(objectOf(root, "channels"), name) ?? {});
  excerpt.channels = chosen;
  if (channels.version === 3) addOperations(channels, name, excerpt, (other) => add(chosen, "channels", other), add);
  return completeExcerpt(document, excerpt, { addsSecurity: channels.version === 2 });
}

type Adder = (holder: JsonObject, section: string, name: string) => void;

function createAdder(root: JsonObject): Adder {
  let room = besideBytesMax;
  return (holder, section, name) => {
    const value = own(objectOf(root, section), name);
    if (value === undefined || Object.hasOwn(holder, name)) return;
    room -= JSON.stringify(value).length;
    if (room >= 0) setOwn(holder, name, value);
  };
}

/** The operations of AsyncAPI 3 stand beside the channels, and so do the channels of their replies. */
function addOperations(
  channels: ChannelReader,
  name: string,
  excerpt: JsonObject,
  addChannel: (name: string) => void,
  add: Adder,
): void {
  const operations: JsonObject = {};
  for (const operation of channels.operationsOf(name).slice(0, channelLimits.operationsShownMax)) {
    if (operation.name !== undefined) add(operations, "operations", operation.name);
  }
  if (Object.keys(operations).length === 0) return;
  excerpt.operations = operations;
  for (const reference of referencesIn(operations)) {
    const [section, other] = parsePointer(reference) ?? [];
    if (section === "channels" && other !== undefined) addChannel(other);
  }
}
