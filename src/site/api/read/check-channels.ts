import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import type { AsyncVersion } from "./async-version.ts";
import type { ChannelReader } from "./channel-reader.ts";
import type { Keys, Report } from "./check-spec.ts";
import { own, resolve, resolveObject, type SpecDocument, textOf } from "./spec-document.ts";

/** What is wrong with the parts of an AsyncAPI description that pages are made of. */
export function checkChannels(channels: ChannelReader, report: Report): void {
  const { version, reader } = channels;
  const { document } = reader;
  for (const [name, value] of Object.entries(objectAt(document.root, "servers", "server", report))) {
    checkServer(document, value, ["servers", name], version, report);
  }
  const parts = [...(version === 2 ? ["publish", "subscribe"] : ["messages"]), "parameters", "bindings"];
  for (const [name, value] of Object.entries(objectAt(document.root, "channels", "channel", report))) {
    const channel = checkedObject(document, value, ["channels", name], report);
    if (channel !== undefined) checkParts(channel, ["channels", name], parts, report);
  }
  if (version === 3) checkOperations(channels, report);
}

function checkOperations(channels: ChannelReader, report: Report): void {
  const { document } = channels.reader;
  for (const [name, value] of Object.entries(objectAt(document.root, "operations", "operation", report))) {
    const keys = ["operations", name];
    const operation = checkedObject(document, value, keys, report);
    if (operation === undefined) continue;
    const action = own(operation, "action");
    if (action !== "send" && action !== "receive") report([...keys, "action"], 'must be "send" or "receive"', keys);
    const channel = own(operation, "channel");
    const found = channels.nameOf(channel);
    if (!isJsonObject(channel))
      report([...keys, "channel"], "must refer to a channel", keys, 'write for example { "$ref": "#/channels/name" }');
    // A reference that leads nowhere at all is told with all others.
    else if ((found === undefined || !channels.names.has(found)) && resolve(document, channel).value !== undefined) {
      report([...keys, "channel"], "must refer to one of #/channels", keys);
    }
    const messages = own(operation, "messages");
    if (messages !== undefined && !Array.isArray(messages)) report([...keys, "messages"], "must be a list", keys);
  }
}

function checkServer(
  document: SpecDocument,
  value: JsonValue,
  keys: Keys,
  version: AsyncVersion,
  report: Report,
): void {
  const server = checkedObject(document, value, keys, report);
  if (server === undefined) return;
  for (const key of ["protocol", version === 2 ? "url" : "host"]) {
    if (textOf(server, key) === undefined) report([...keys, key], "must be a text", keys);
  }
}

/** Parts that are objects when they are there. */
function checkParts(holder: JsonObject, keys: Keys, parts: readonly string[], report: Report): void {
  for (const part of parts) {
    const value = own(holder, part);
    if (value !== undefined && !isJsonObject(value)) report([...keys, part], "must be an object", keys);
  }
}

function objectAt(root: JsonObject, key: string, of: string, report: Report): JsonObject {
  const value = own(root, key);
  if (value !== undefined && !isJsonObject(value))
    report([key], `must be an object with one key for each ${of}`, [key]);
  const entries = Object.entries(isJsonObject(value) ? value : {}).filter(([name]) => !name.startsWith("x-"));
  return Object.fromEntries(entries);
}

/** Undefined for a broken reference, too, which is told with all others. */
function checkedObject(document: SpecDocument, value: JsonValue, keys: Keys, report: Report): JsonObject | undefined {
  if (!isJsonObject(value)) report(keys, "must be an object", keys);
  return resolveObject(document, value);
}
