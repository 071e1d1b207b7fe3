import { type MarkdownNode, walkNodes } from "../page-tree.ts";

/** Ends a line in JavaScript, but not in Markdown. */
const lineSeparator = "\u2028";
/** The start of an export or a fence. */
const lineStart = /^(?:export | *(`{3,}(?=[^`\n]*$)|~{3,})(.*))/gm;
/** Bounds the work: the text after each export is read up to every blank line, until the code seems complete. */
const readCharactersMax = 2_000_000;

/**
 * The parser ends an export at a blank line in a template literal if another blank line is before that literal, and the
 * rest of the code becomes text. This joins the lines of all exports, without moving a character.
 * Returns undefined if that changes nothing.
 */
export function joinExports(body: string): string | undefined {
  if (body.includes(lineSeparator)) return undefined;
  const parts: string[] = [];
  let from = 0;
  let charactersLeft = readCharactersMax;
  let fence: string | undefined;
  for (const { index, 1: mark, 2: info = "" } of body.matchAll(lineStart)) {
    if (index < from) continue;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && info.trim() === "") fence = undefined;
    if (mark !== undefined || fence !== undefined) continue;
    const end = findEnd(index);
    if (end === undefined) continue;
    parts.push(body.slice(from, index), body.slice(index, end).replaceAll("\n", lineSeparator));
    from = end;
  }
  const joined = parts.join("") + body.slice(from);
  return joined === body ? undefined : joined;

  /** Code ends at the first blank line where it seems complete. The parser then decides whether it is. */
  function findEnd(start: number): number | undefined {
    for (let at = start; at !== -1; ) {
      at = body.indexOf("\n\n", at + 1);
      const end = at === -1 ? body.length : at;
      charactersLeft -= end - start;
      if (charactersLeft < 0) return undefined;
      const count = (character: string) => body.slice(start, end).split(character).length;
      if (count("`") % 2 === 1 && count("{") === count("}")) return end;
    }
    return undefined;
  }
}

/** True if the parser ended code within a template literal. Other code with an odd number of backticks is rare. */
export function hasCutExport({ children = [] }: MarkdownNode): boolean {
  return children.some(({ type, value = "" }) => type === "mdxjsEsm" && value.split("`").length % 2 === 0);
}

/** Gives the tree of a joined text the blank lines and line numbers of the original. */
export function restoreLines(tree: MarkdownNode, joined: string): MarkdownNode {
  const counts = new Uint32Array(joined.length + 1);
  for (let at = 0; at < joined.length; at += 1) {
    counts[at + 1] = (counts[at] ?? 0) + (joined[at] === lineSeparator ? 1 : 0);
  }
  const linesBefore = (offset = 0) => counts[offset] ?? 0;
  for (const node of walkNodes([tree])) {
    if (node.value !== undefined) node.value = node.value.replaceAll(lineSeparator, "\n");
    if (node.position === undefined) continue;
    const { start, end } = node.position;
    start.line += linesBefore(start.offset);
    if (end?.line !== undefined) end.line += linesBefore(end.offset);
  }
  return tree;
}
