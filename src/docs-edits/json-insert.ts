import type { LineNode } from "../site/reading.ts";
import type { TextEdit } from "./text-edit.ts";

type Insertion = Pick<TextEdit, "start" | "end" | "text">;

/** Inserts a value after an item of a list, with the same spacing. */
export function insertItem(source: string, list: LineNode, after: number, value: string): Insertion {
  const items = list.items ?? [];
  const before = items[after];
  if (before === undefined) return { start: list.start + 1, end: list.start + 1, text: value };
  const previous = items[after - 1];
  const gap = source.slice(previous === undefined ? list.start + 1 : previous.end, before.start).replace(/^[^,]*,/, "");
  const space = previous === undefined && !gap.includes("\n") ? " " : gap;
  return { start: before.end, end: before.end, text: `,${space}${value}` };
}

/** Appends a member to an object, with the spacing of the previous member. */
export function insertMember(source: string, object: LineNode, key: string, value: string): Insertion {
  const members = [...(object.members?.values() ?? [])];
  const last = members.at(-1);
  if (last === undefined) return { start: object.start + 1, end: object.start + 1, text: `"${key}": ${value}` };
  const [gap = ""] = /^\s*/.exec(source.slice(object.start + 1)) ?? [];
  return { start: last.end, end: last.end, text: `,${gap.includes("\n") ? gap : " "}"${key}": ${value}` };
}

/** The indentation of one level; empty for a single-line file. */
export function indentOf(source: string): string {
  return /\n([ \t]+)\S/.exec(source)?.[1] ?? "";
}

/** The indentation of the line at this position. */
export function lineIndent(source: string, offset: number): string {
  const start = source.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(start, offset))?.[0] ?? "";
}
