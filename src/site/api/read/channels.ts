import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import {
  listField,
  objectField,
  own,
  parsePointer,
  referenceName,
  resolve,
  resolveObject,
  type SpecDocument,
  textField,
} from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";

type AsyncVersion = 2 | 3;

/** Whether the reader of the page sends or receives. The described application does the opposite. */
export type Side = "send" | "receive";

/** A message with its name in the list of messages. */
export interface ListedMessage {
  name: string | undefined;
  value: JsonValue;
}

/** An operation of either version. */
export interface ListedOperation {
  side: Side;
  name: string | undefined;
  /** The operation with its traits merged. */
  operation: JsonObject;
  /** Evaluated on demand, because thousands of operations can have thousands of messages each. */
  messages(): ListedMessage[];
}

/** The channels of an AsyncAPI description, from the reader's point of view in both versions. */
export interface Channels {
  document: SpecDocument;
  version: AsyncVersion;
  names: ReadonlySet<string>;
  find(name: string): JsonObject | undefined;
  operationsOf(name: string): ListedOperation[];
  /** The name of the channel a reference points to. */
  nameOf(reference: JsonValue | undefined): string | undefined;
}

/** `2.6.0` → 2. Undefined for an unsupported version. */
export function asyncVersion(word: string): AsyncVersion | undefined {
  if (/^2\.[0-6](?:\.|$)/.test(word)) return 2;
  return /^3\.\d/.test(word) ? 3 : undefined;
}

const cache = new WeakMap<SpecDocument, Channels>();

/** Cached: AsyncAPI 3 lists operations separately from channels, so each page would otherwise scan all operations. */
export function readChannels(document: SpecDocument): Channels {
  const channels = cache.get(document) ?? createChannels(document);
  cache.set(document, channels);
  return channels;
}

function createChannels(document: SpecDocument): Channels {
  const version = asyncVersion(textField(document.root, "asyncapi") ?? "") ?? 3;
  const all = objectField(document.root, "channels");
  const names = new Set(Object.keys(all).filter((name) => !name.startsWith("x-")));
  const byReference = new Map<string, string>();
  for (const name of names) {
    for (const reference of resolve(document, own(all, name)).references) byReference.set(reference, name);
  }
  const find: Channels["find"] = (name) => (names.has(name) ? resolveObject(document, own(all, name)) : undefined);
  const nameOf: Channels["nameOf"] = (value) => {
    for (const reference of resolve(document, value).references) {
      const [section, name, ...rest] = parsePointer(reference) ?? [];
      if (section === "channels" && name !== undefined && rest.length === 0) return name;
      const found = byReference.get(reference);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const channels = { document, version, names, find, nameOf };
  if (version === 2) return { ...channels, operationsOf: (name) => operationsInside(document, find(name) ?? {}) };
  const listed = listOperations(channels);
  return { ...channels, operationsOf: (name) => listed.get(name) ?? [] };
}

/** In AsyncAPI 2, `publish` and `subscribe` are from the reader's point of view. */
function operationsInside(document: SpecDocument, channel: JsonObject): ListedOperation[] {
  const sides: [string, Side][] = [
    ["publish", "send"],
    ["subscribe", "receive"],
  ];
  return sides.flatMap(([word, side]): ListedOperation[] => {
    const found = resolveObject(document, own(channel, word));
    if (found === undefined) return [];
    const operation = withTraits(document, found, 2);
    const value = own(operation, "message");
    const variants = listField(resolveObject(document, value) ?? {}, "oneOf");
    const listed = variants.length > 0 ? variants : value === undefined ? [] : [value];
    return [{ side, name: textField(operation, "operationId"), operation, messages: () => listed.map(listedMessage) }];
  });
}

/** In AsyncAPI 3, actions are from the application's point of view, so the reader does the opposite. */
const sidesOfActions = new Map<string | undefined, Side>([
  ["send", "receive"],
  ["receive", "send"],
]);

function listOperations(channels: Omit<Channels, "operationsOf">): Map<string, ListedOperation[]> {
  const { document } = channels;
  const byChannel = new Map<string, ListedOperation[]>();
  const all = Object.entries(objectField(document.root, "operations")).slice(0, specLimits.operationsMax);
  for (const [name, value] of all) {
    const operation = withTraits(document, resolveObject(document, value) ?? {}, 3);
    const side = sidesOfActions.get(textField(operation, "action"));
    const channel = channels.nameOf(own(operation, "channel"));
    if (side === undefined || channel === undefined || name.startsWith("x-")) continue;
    const listed = byChannel.get(channel) ?? [];
    byChannel.set(channel, listed);
    listed.push({ side, name, operation, messages: () => messagesOf(channels, operation, channel) });
  }
  return byChannel;
}

/** The messages an operation or reply lists. Without a list, all messages of the channel. */
export function messagesOf(
  { find }: Pick<Channels, "find">,
  holder: JsonObject,
  channel: string | undefined,
): ListedMessage[] {
  const listed = own(holder, "messages");
  if (Array.isArray(listed)) return listed.map(listedMessage);
  return messagesOfChannel((channel === undefined ? undefined : find(channel)) ?? {});
}

/** All messages of an AsyncAPI 3 channel. */
export function messagesOfChannel(channel: JsonObject): ListedMessage[] {
  return Object.entries(objectField(channel, "messages")).map(([name, value]) => ({ name, value }));
}

function listedMessage(value: JsonValue): ListedMessage {
  const reference = isJsonObject(value) ? textField(value, "$ref") : undefined;
  return { name: reference === undefined ? undefined : parsePointer(reference)?.at(-1), value };
}

export interface ListedServer {
  name: string;
  server: JsonObject;
}

/** The servers a channel names, or all servers of the description. */
export function serversOf({ document }: Channels, channel: JsonObject): ListedServer[] {
  const all = objectField(document.root, "servers");
  const chosen = listField(channel, "servers").flatMap((listed) => {
    if (typeof listed === "string") return [listed];
    const reference = isJsonObject(listed) ? textField(listed, "$ref") : undefined;
    return reference === undefined ? [] : [referenceName(reference)];
  });
  const names = chosen.length > 0 ? chosen : Object.keys(all).filter((name) => !name.startsWith("x-"));
  return names.slice(0, specLimits.serversMax).flatMap((name) => {
    const server = resolveObject(document, own(all, name));
    return server === undefined ? [] : [{ name, server }];
  });
}

/**
 * An operation or message merged with its traits. In AsyncAPI 2 the trait wins over the object; in AsyncAPI 3 the
 * object wins.
 */
export function withTraits(document: SpecDocument, target: JsonObject, version: AsyncVersion): JsonObject {
  const traits = listField(target, "traits")
    .slice(0, specLimits.traitsMax)
    .map((trait) => resolveObject(document, trait))
    .filter((trait) => trait !== undefined);
  if (traits.length === 0) return target;
  return version === 2 ? traits.reduce(mergePatch, target) : mergePatch(traits.reduce(mergePatch, {}), target);
}

/** JSON Merge Patch. Recursion is bounded by the depth limit of descriptions. */
function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (key === "__proto__") continue;
    const before = own(result, key);
    if (value === null) delete result[key];
    else result[key] = isJsonObject(before) && isJsonObject(value) ? mergePatch(before, value) : value;
  }
  return result;
}
