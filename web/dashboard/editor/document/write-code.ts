import type { Node } from "prosemirror-model";
import type { Origin } from "./node-origin.ts";
import type { WriteContext } from "./write-context.ts";

/** Writes edited code between its old fences. Lines that weren't edited keep their bytes. */
export function spliceCode(node: Node, old: Node, origin: Origin, context: WriteContext): string | undefined {
  const { text, prefix } = origin;
  const { lineEnding } = context.style;
  const [fence] = /^(?:`{3,}|~{3,})/.exec(text) ?? [];
  if (fence === undefined) return undefined;
  const lines = text.split(/\r\n|\r|\n/);
  const [open = "", ...rest] = lines;
  const isClosed = rest.at(-1)?.includes(fence) === true && /^[ \t>]*(?:`+|~+)[ \t]*$/.test(rest.at(-1) ?? "");
  // The end of the file also closes a code block.
  const close = isClosed ? rest.splice(-1) : rest.splice(old.textContent.split("\n").length);
  const code = node.textContent;
  const info = writeInfo(node, old, open, fence);
  if (info === undefined) return undefined;
  const before = old.textContent === "" && rest.length === 0 ? [] : old.textContent.split("\n");
  const after = code === "" ? [] : code.split("\n");
  if (before.length !== rest.length) return undefined;
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const changed = after
    .slice(start, after.length - end)
    .map((line) => (line === "" ? prefix.trimEnd() : prefix + line));
  const kept = end === 0 ? [] : rest.slice(-end);
  return [info, ...rest.slice(0, start), ...changed, ...kept, ...close].join(lineEnding);
}

/** The line with the opening fence. Undefined if the line has to be written anew. */
function writeInfo(node: Node, old: Node, open: string, fence: string): string | undefined {
  const { lang, meta } = node.attrs;
  if (lang === old.attrs.lang && meta === old.attrs.meta) return open;
  const words = [lang, meta].filter((word) => word !== null && word !== "");
  // A title without a language would be parsed as the language.
  if ((lang === null || lang === "") && words.length > 0) return undefined;
  const info = words.join(" ");
  if (info.includes("\n") || (fence.startsWith("`") && info.includes("`"))) return undefined;
  const [marker] = /^(?:`+|~+)[ \t]*/.exec(open) ?? [fence];
  return marker + info;
}
