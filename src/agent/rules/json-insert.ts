import type { LineNode } from "../../site/source/json-lines.ts";
import type { TextEdit } from "./text-edit.ts";

type Insertion = Pick<TextEdit, "start" | "end" | "text">;

/** Puts a value behind an item of a list, spaced as the items before it are. */
export function insertItem(source: string, list: LineNode, after: number, value: string): Insertion {
  const items = list.items ?? [];
  const before = items[after];
  if (before === undefined) return { start: list.start + 1, end: list.start + 1, text: value };
  const previous = items[after - 1];
  const gap = source.slice(previous === undefined ? list.start + 1 : previous.end, before.start).replace(/^[^,]*,/, "");
  const space = previous === undefined && !gap.includes("\n") ? " " : gap;
  return { start: before.end, end: before.end, text: `,${space}${value}` };
}

/** Puts a member at the end of an object, spaced as the member before it is. */
export function insertMember(source: string, object: LineNode, key: string, value: string): Insertion {
  const members = [...(object.members?.values() ?? [])];
  const last = members.at(-1);
  if (last === undefined) return { start: object.start + 1, end: object.start + 1, text: `"${key}": ${value}` };
  const [gap = ""] = /^\s*/.exec(source.slice(object.start + 1)) ?? [];
  return { start: last.end, end: last.end, text: `,${gap.includes("\n") ? gap : " "}"${key}": ${value}` };
}

/** The spaces that one level of a file is indented by; none in a file of one line. */
export function indentOf(source: string): string {
  return /\n([ \t]+)\S/.exec(source)?.[1] ?? "";
}

/** The spaces before the line on which something stands. */
export function lineIndent(source: string, offset: number): string {
  const start = source.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(start, offset))?.[0] ?? "";
}
