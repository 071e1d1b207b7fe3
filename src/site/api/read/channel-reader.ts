import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { Side } from "../view/channel-view.ts";
import { type AsyncVersion, asyncVersion } from "./async-version.ts";
import { channelLimits } from "./channel-limits.ts";
import { parsePointer } from "./json-pointer.ts";
import { withTraits } from "./merge-traits.ts";
import type { SchemaReader } from "./normal-schema.ts";
import { listOf, objectOf, own, resolve, resolveObject, textOf } from "./spec-document.ts";

/** A message as it is listed, with the name that the list gives it. */
export interface ListedMessage {
  name: string | undefined;
  value: JsonValue;
}

/** An operation in the words of both versions. */
export interface ListedOperation {
  side: Side;
  name: string | undefined;
  /** With its traits. */
  operation: JsonObject;
  /** Made when they are asked for: thousands of operations may each have thousands of messages. */
  messages(): ListedMessage[];
}

/** Reads channels. The operations of AsyncAPI 3 stand beside the channels, so they are looked through once for all. */
export interface ChannelReader {
  reader: SchemaReader;
  version: AsyncVersion;
  names: ReadonlySet<string>;
  find(name: string): JsonObject | undefined;
  operationsOf(name: string): ListedOperation[];
  /** The channel that a reference leads to. */
  nameOf(reference: JsonValue | undefined): string | undefined;
}

/** The pages of one description follow each other, and each would look through all operations. */
const known = new WeakMap<SchemaReader, ChannelReader>();

export function channelReaderOf(reader: SchemaReader): ChannelReader {
  const channels = known.get(reader) ?? createChannelReader(reader);
  known.set(reader, channels);
  return channels;
}

function createChannelReader(reader: SchemaReader): ChannelReader {
  const { document } = reader;
  const version = asyncVersion(textOf(document.root, "asyncapi") ?? "") ?? 3;
  const channels = objectOf(document.root, "channels");
  const names = new Set(Object.keys(channels).filter((name) => !name.startsWith("x-")));
  const byReference = new Map<string, string>();
  for (const name of names) {
    for (const reference of resolve(document, own(channels, name)).references) byReference.set(reference, name);
  }
  const outer: OuterReader = {
    reader,
    version,
    names,
    find: (name) => (names.has(name) ? resolveObject(document, own(channels, name)) : undefined),
    nameOf(value) {
      for (const reference of resolve(document, value).references) {
        const [section, name, ...rest] = parsePointer(reference) ?? [];
        if (section === "channels" && name !== undefined && rest.length === 0) return name;
        const found = byReference.get(reference);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
  const listed = version === 3 ? listOperations(outer) : undefined;
  return {
    ...outer,
    operationsOf: (name) => (listed === undefined ? insideOf(outer, name) : (listed.get(name) ?? [])),
  };
}

type OuterReader = Omit<ChannelReader, "operationsOf">;

/**
 * In AsyncAPI 2, `publish` and `subscribe` say what others do with the channel: whoever reads the page publishes, and the
 * application receives.
 */
const sidesOfWords: [string, Side][] = [
  ["publish", "send"],
  ["subscribe", "receive"],
];

function insideOf({ reader: { document }, find }: OuterReader, name: string): ListedOperation[] {
  const channel = find(name) ?? {};
  return sidesOfWords.flatMap(([word, side]): ListedOperation[] => {
    const found = resolveObject(document, own(channel, word));
    if (found === undefined) return [];
    const operation = withTraits(document, found, 2);
    const value = own(operation, "message");
    const message = resolveObject(document, value);
    const variants = message === undefined ? [] : listOf(message, "oneOf");
    const listed = variants.length > 0 ? variants : value === undefined ? [] : [value];
    return [{ side, name: textOf(operation, "operationId"), operation, messages: () => listed.map(listedMessage) }];
  });
}

/** In AsyncAPI 3 an operation says what the application does, and whoever reads the page does the opposite. */
const sidesOfActions = new Map<string | undefined, Side>([
  ["send", "receive"],
  ["receive", "send"],
]);

function listOperations(outer: OuterReader): Map<string, ListedOperation[]> {
  const { document } = outer.reader;
  const byChannel = new Map<string, ListedOperation[]>();
  const all = Object.entries(objectOf(document.root, "operations")).slice(0, channelLimits.operationsMax);
  for (const [name, value] of all) {
    const found = resolveObject(document, value);
    const operation = found === undefined ? {} : withTraits(document, found, 3);
    const side = sidesOfActions.get(textOf(operation, "action"));
    const channel = outer.nameOf(own(operation, "channel"));
    if (side === undefined || channel === undefined || name.startsWith("x-")) continue;
    const messages = () => messagesOf(outer, operation, channel);
    const listed = byChannel.get(channel) ?? [];
    byChannel.set(channel, listed);
    listed.push({ side, name, operation, messages });
  }
  return byChannel;
}

/** The messages that an operation or a reply names; without a list, all of the channel. */
export function messagesOf(
  { find }: Pick<ChannelReader, "find">,
  holder: JsonObject,
  channel: string | undefined,
): ListedMessage[] {
  const listed = own(holder, "messages");
  if (Array.isArray(listed)) return listed.map(listedMessage);
  const found = channel === undefined ? undefined : find(channel);
  return found === undefined ? [] : messagesOfChannel(found);
}

/** All messages of a channel of AsyncAPI 3. */
export function messagesOfChannel(channel: JsonObject): ListedMessage[] {
  return Object.entries(objectOf(channel, "messages")).map(([name, value]) => ({ name, value }));
}

function listedMessage(value: JsonValue): ListedMessage {
  const reference = isJsonObject(value) ? textOf(value, "$ref") : undefined;
  return { name: reference === undefined ? undefined : parsePointer(reference)?.at(-1), value };
}
