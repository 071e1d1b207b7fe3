import type { ProblemRecord } from "../../shared/build-problem.ts";
import { httpMethods } from "../../source/http-methods.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { readChannels } from "./channels.ts";
import { formatPointer, own, resolve, resolveObject, type SpecDocument, textField } from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";

type Keys = readonly string[];
/** `needle` is used to find the line: a text in that line, or the keys that lead to it. */
type Report = (keys: Keys, message: string, needle?: string | Keys, hint?: string) => void;

/** Reports mistakes in an API description with their place. The rest of the description is still shown. */
export function checkSpec(
  document: SpecDocument,
  text: string,
  checkParts: (document: SpecDocument, report: Report) => void,
): ProblemRecord[] {
  const { file } = document;
  const problems: ProblemRecord[] = [];
  let dropped = 0;
  const report: Report = (keys, message, needle, hint) => {
    if (problems.length >= specLimits.problemsMax) {
      dropped += 1;
      return;
    }
    const line = needle === undefined ? undefined : lineOf(text, needle);
    problems.push({ message: `${formatPointer(keys)} ${message}`, severity: "warning", file, line, hint });
  };
  checkParts(document, report);
  checkReferences(document, report);
  if (dropped > 0) problems.push({ message: `has ${dropped} more problems`, severity: "warning", file });
  return problems;
}

/** The parts of an OpenAPI description that pages are made of. */
export function checkPaths({ root }: SpecDocument, report: Report): void {
  const paths = own(root, "paths");
  if (paths !== undefined && !isJsonObject(paths)) report(["paths"], "must be an object with one key for each path");
  for (const [path, item] of Object.entries(isJsonObject(paths) ? paths : {})) {
    if (path.startsWith("x-")) continue;
    const keys = ["paths", path];
    if (!path.startsWith("/")) report(keys, 'must begin with "/"', path);
    if (!isJsonObject(item)) report(keys, "must be an object with one key for each method", path);
    else for (const method of httpMethods) checkOperation(own(item, method), [...keys, method], path, report);
  }
}

function checkOperation(operation: JsonValue | undefined, keys: Keys, path: string, report: Report): void {
  if (operation === undefined) return;
  if (!isJsonObject(operation)) {
    report(keys, "must be an object", path);
    return;
  }
  const parameters = own(operation, "parameters");
  if (parameters !== undefined && !Array.isArray(parameters)) {
    report([...keys, "parameters"], "must be a list", path);
  }
  const responses = own(operation, "responses");
  if (responses !== undefined && !isJsonObject(responses)) {
    report([...keys, "responses"], "must be an object with one key for each status", path);
  }
}

/** The parts of an AsyncAPI description that pages are made of. */
export function checkChannels(document: SpecDocument, report: Report): void {
  const { version } = readChannels(document);
  for (const [keys, server] of checkedEntries(document, "servers", "server", report)) {
    for (const key of ["protocol", version === 2 ? "url" : "host"]) {
      if (textField(server, key) === undefined) report([...keys, key], "must be a string", keys);
    }
  }
  const parts = [...(version === 2 ? ["publish", "subscribe"] : ["messages"]), "parameters", "bindings"];
  for (const [keys, channel] of checkedEntries(document, "channels", "channel", report)) {
    for (const part of parts) {
      const value = own(channel, part);
      if (value !== undefined && !isJsonObject(value)) report([...keys, part], "must be an object", keys);
    }
  }
  if (version === 3) checkChannelOperations(document, report);
}

function checkChannelOperations(document: SpecDocument, report: Report): void {
  const { names, nameOf } = readChannels(document);
  for (const [keys, operation] of checkedEntries(document, "operations", "operation", report)) {
    const action = own(operation, "action");
    if (action !== "send" && action !== "receive") report([...keys, "action"], 'must be "send" or "receive"', keys);
    const channel = own(operation, "channel");
    const name = nameOf(channel);
    if (!isJsonObject(channel)) {
      const hint = 'write, for example, { "$ref": "#/channels/name" }';
      report([...keys, "channel"], "must refer to a channel", keys, hint);
      // Broken references are reported by the check of all references.
    } else if ((name === undefined || !names.has(name)) && resolve(document, channel).value !== undefined) {
      report([...keys, "channel"], "must refer to one of #/channels", keys);
    }
    const messages = own(operation, "messages");
    if (messages !== undefined && !Array.isArray(messages)) report([...keys, "messages"], "must be a list", keys);
  }
}

/** The entries of a top-level section that are objects, with their keys. Other entries are reported as mistakes. */
function* checkedEntries(
  document: SpecDocument,
  section: string,
  kind: string,
  report: Report,
): Generator<[string[], JsonObject]> {
  const value = own(document.root, section);
  if (value !== undefined && !isJsonObject(value))
    report([section], `must be an object with one key for each ${kind}`, [section]);
  for (const [name, entry] of Object.entries(isJsonObject(value) ? value : {})) {
    if (name.startsWith("x-")) continue;
    const keys = [section, name];
    if (!isJsonObject(entry)) report(keys, "must be an object", keys);
    // Broken references are reported by the check of all references.
    const found = resolveObject(document, entry);
    if (found !== undefined) yield [keys, found];
  }
}

/** The keys below these are names the author chose, not keywords. */
const namesBelow: ReadonlySet<string> = new Set(
  "properties patternProperties schemas definitions $defs dependentSchemas mapping variables headers links channels".split(
    " ",
  ),
);
/** Everything below these keys is a value, even if it looks like a reference. */
const valuesBelow: ReadonlySet<string> = new Set("example examples default enum const value".split(" "));

function checkReferences(document: SpecDocument, report: Report): void {
  const seen = new Set<string>();
  const waiting: { value: JsonValue; keys: Keys; areNames: boolean }[] = [
    { value: document.root, keys: [], areNames: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, keys, areNames } = next;
    if (typeof value !== "object" || value === null) continue;
    const reference = isJsonObject(value) && !areNames ? own(value, "$ref") : undefined;
    if (typeof reference === "string" && !seen.has(reference)) {
      seen.add(reference);
      checkReference(document, reference, keys, report);
    }
    for (const [key, child] of Object.entries(value).toReversed()) {
      if (typeof child !== "object" || child === null) continue;
      const isKeyword = !areNames && !Array.isArray(value);
      if (isKeyword && (valuesBelow.has(key) || key.startsWith("x-"))) continue;
      waiting.push({ value: child, keys: [...keys, key], areNames: isKeyword && namesBelow.has(key) });
    }
  }
}

function checkReference(document: SpecDocument, reference: string, keys: Keys, report: Report): void {
  const shown = reference.length > shownLengthMax ? `${reference.slice(0, shownLengthMax)}…` : reference;
  if (!reference.startsWith("#")) {
    const hint = "only references within the file are followed: write #/components/…";
    report(keys, `refers to "${shown}", which is in another file`, reference, hint);
  } else if (resolve(document, { $ref: reference }).value === undefined) {
    report(keys, `refers to "${shown}", which cannot be resolved`, reference);
  }
}

const shownLengthMax = 120;

/** Searches the text. This works for JSON and usually for YAML, and is cheaper than a parser that records positions. */
function lineOf(text: string, needle: string | Keys): number | undefined {
  const index = typeof needle === "string" ? text.indexOf(needle) : indexOfKeys(text, needle);
  if (index < 0) return undefined;
  let line = 1;
  for (let end = text.indexOf("\n"); end >= 0 && end < index; end = text.indexOf("\n", end + 1)) line += 1;
  return line;
}

/** Looks for each key after the position of the key before it, because names such as `main` occur everywhere. */
function indexOfKeys(text: string, keys: Keys): number {
  let index = -1;
  for (const key of keys) {
    // An empty key would match at every character.
    if (key === "") break;
    let at = text.indexOf(key, index + 1);
    while (at >= 0 && !isKeyAt(text, key, at)) at = text.indexOf(key, at + 1);
    if (at < 0) break;
    index = at;
  }
  return index;
}

/** Compares single characters: a ten-megabyte file can have a ten-megabyte key. */
function isKeyAt(text: string, key: string, at: number): boolean {
  const before = text[at - 1] ?? "\n";
  if (!beforeKeys.has(before)) return false;
  const end = at + key.length;
  const isQuoted = before === '"' || before === "'";
  return isQuoted ? text[end] === before && isColonAt(text, end + 1) : isColonAt(text, end);
}

const beforeKeys: ReadonlySet<string> = new Set("\n\t {,\"'");

function isColonAt(text: string, at: number): boolean {
  return text[at] === ":" || (text[at] === " " && text[at + 1] === ":");
}
