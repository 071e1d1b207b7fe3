import { isDeepStrictEqual } from "node:util";
import { indentOf, insertItem, insertMember, lineIndent } from "../../docs-edits/json-insert.ts";
import { isJsonObject, type JsonValue } from "../../site/project.ts";
import { type LineNode, readJsonLines } from "../../site/reading.ts";

/** The keys from the root of a file to a value in it. */
export type JsonPath = readonly (string | number)[];

/** The position of a value in a valid JSON text; undefined if there is no such value. */
export function findNode(text: string, path: JsonPath): LineNode | undefined {
  let node: LineNode | undefined = readJsonLines(text);
  for (const key of path) {
    node = typeof key === "number" ? node?.items?.[key] : node?.members?.get(key);
  }
  return node;
}

/**
 * Replaces or adds a value in the text. Only lines that differ are changed: unchanged members and items, and everything
 * around them, keep their formatting.
 */
export function setValue(text: string, path: JsonPath, value: JsonValue): string {
  const node = findNode(text, path);
  if (node !== undefined) return become(text, path, node, value);
  const parent = path.slice(0, -1);
  const holder = findNode(text, parent);
  const key = path.at(-1);
  if (holder?.members !== undefined && typeof key === "string") return addMember(text, holder, key, value);
  if (holder?.items !== undefined && key === holder.items.length) return addItem(text, parent, key, value);
  throw new RangeError(`no object or list can hold ${JSON.stringify(path)}`);
}

/** Removes a member or an item together with its comma. */
export function removeValue(text: string, path: JsonPath): string {
  const holder = findNode(text, path.slice(0, -1));
  const node = findNode(text, path);
  if (holder === undefined || node === undefined) throw new RangeError(`no value at ${JSON.stringify(path)}`);
  const all = [...(holder.items ?? holder.members?.values() ?? [])].sort((one, other) => one.start - other.start);
  const index = all.findIndex(({ start }) => start === node.start);
  const previous = all[index - 1];
  const next = all[index + 1];
  if (next !== undefined) {
    return splice(text, elementStart(text, holder, previous), elementStart(text, holder, node), "");
  }
  return previous === undefined
    ? splice(text, holder.start + 1, holder.end - 1, "")
    : splice(text, previous.end, node.end, "");
}

/**
 * Inserts an item into a list. `written` is the source of an item that was moved from elsewhere, and overrides the
 * default formatting.
 */
export function addItem(text: string, list: JsonPath, index: number, value: JsonValue, written?: string): string {
  const node = findNode(text, list);
  const items = node?.items;
  if (node === undefined || items === undefined) throw new RangeError(`${JSON.stringify(list)} is not a list`);
  const first = items[0];
  if (first === undefined) {
    const around = lineIndent(text, node.start);
    const step = indentOf(text);
    if (step === "") return splice(text, node.start, node.end, `[${written ?? JSON.stringify(value)}]`);
    const item = written === undefined ? format(value, around + step, step) : indentTo(written, around + step);
    return splice(text, node.start, node.end, `[\n${around}${step}${item}\n${around}]`);
  }
  const indent = lineIndent(text, first.start);
  const isOwnLine = text.slice(node.start, first.start).includes("\n");
  const item =
    written === undefined ? format(value, indent, isOwnLine ? indentOf(text) : "") : indentTo(written, indent);
  if (index > 0) {
    const { start, end, text: inserted } = insertItem(text, node, Math.min(index, items.length) - 1, item);
    return splice(text, start, end, inserted);
  }
  return splice(text, first.start, first.start, `${item},${isOwnLine ? text.slice(node.start + 1, first.start) : " "}`);
}

/** The source of an item, without its indentation. */
export function writtenItem(text: string, path: JsonPath): string {
  const node = findNode(text, path);
  if (node === undefined) throw new RangeError(`no value at ${JSON.stringify(path)}`);
  const indent = lineIndent(text, node.start);
  return text
    .slice(node.start, node.end)
    .split("\n")
    .map((line, index) => (index > 0 && line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");
}

function become(text: string, path: JsonPath, node: LineNode, value: JsonValue): string {
  const before = JSON.parse(text.slice(node.start, node.end)) as JsonValue;
  if (isDeepStrictEqual(before, value)) return text;
  if (isJsonObject(before) && isJsonObject(value)) return becomeObject(text, path, before, value);
  if (Array.isArray(before) && Array.isArray(value) && before.length > 0) return becomeList(text, path, before, value);
  const isFlat = !text.slice(node.start, node.end).includes("\n") && !(Array.isArray(before) && before.length === 0);
  const step = isFlat && (Array.isArray(before) || isJsonObject(before)) ? "" : indentOf(text);
  return splice(text, node.start, node.end, format(value, lineIndent(text, node.start), step));
}

function becomeObject(
  text: string,
  path: JsonPath,
  before: Readonly<Record<string, JsonValue>>,
  value: Readonly<Record<string, JsonValue>>,
): string {
  let changed = text;
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(value, key)) changed = removeValue(changed, [...path, key]);
  }
  for (const [key, item] of Object.entries(value)) changed = setValue(changed, [...path, key], item);
  return changed;
}

/**
 * Changes a list item by item. Unchanged items at both ends are left alone. Between them, items are replaced, inserted
 * or removed.
 */
function becomeList(text: string, path: JsonPath, before: readonly JsonValue[], value: readonly JsonValue[]): string {
  const shorter = Math.min(before.length, value.length);
  let head = 0;
  while (head < shorter && isDeepStrictEqual(before[head], value[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isDeepStrictEqual(before.at(-1 - tail), value.at(-1 - tail))) tail += 1;
  let changed = text;
  const both = shorter - head - tail;
  for (let index = head; index < head + both; index += 1) {
    changed = setValue(changed, [...path, index], value[index] ?? null);
  }
  for (let index = before.length - tail - 1; index >= head + both && before.length > value.length; index -= 1) {
    changed = removeValue(changed, [...path, index]);
  }
  for (let index = head + both; index < value.length - tail; index += 1) {
    changed = addItem(changed, path, index, value[index] ?? null);
  }
  return changed;
}

function addMember(text: string, holder: LineNode, key: string, value: JsonValue): string {
  const members = [...(holder.members?.values() ?? [])];
  const around = lineIndent(text, holder.start);
  const step = indentOf(text);
  const last = members.at(-1);
  if (last === undefined) {
    if (step === "")
      return splice(text, holder.start, holder.end, `{${JSON.stringify(key)}: ${JSON.stringify(value)}}`);
    const inside = around + step;
    const member = `${JSON.stringify(key)}: ${format(value, inside, step)}`;
    return splice(text, holder.start, holder.end, `{\n${inside}${member}\n${around}}`);
  }
  const isSpread = text.slice(holder.start, last.start).includes("\n");
  const written = format(value, lineIndent(text, last.start), isSpread ? step : "");
  const { start, end, text: inserted } = insertMember(text, holder, key, written);
  return splice(text, start, end, inserted);
}

/** The start of an element or of its key, right after the previous element and its comma. */
function elementStart(text: string, holder: LineNode, previous: LineNode | undefined): number {
  const from = previous?.end ?? holder.start + 1;
  return from + (/^\s*,?\s*/.exec(text.slice(from))?.[0].length ?? 0);
}

const flatLengthMax = 60;

/** Formats one member per line, as most formatters do. Short lists of strings stay on one line. */
function format(value: JsonValue, indent: string, step: string): string {
  if (step === "") return flat(value);
  if (Array.isArray(value) && value.every((item) => !Array.isArray(item) && !isJsonObject(item))) {
    const line = flat(value);
    if (line.length <= flatLengthMax) return line;
  }
  return JSON.stringify(value, null, step).replaceAll("\n", `\n${indent}`);
}

function flat(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${flat(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function indentTo(written: string, indent: string): string {
  return written.replaceAll("\n", `\n${indent}`);
}

function splice(text: string, start: number, end: number, inserted: string): string {
  // Files with Windows line endings keep them.
  const hasReturns = inserted.includes("\n") && text[text.indexOf("\n") - 1] === "\r";
  return text.slice(0, start) + (hasReturns ? inserted.replaceAll(/\r?\n/g, "\r\n") : inserted) + text.slice(end);
}
