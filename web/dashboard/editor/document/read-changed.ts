import type { Node } from "prosemirror-model";
import { smallestSplice } from "../../../../src/contract/smallest-splice.ts";
import { findOrigin, type OriginChild, setOrigin } from "./node-origin.ts";
import { type PageDocument, type ReadDocument, readDocument } from "./open-document.ts";
import { pageSchema } from "./page-schema.ts";
import { sameMeaning } from "./same-meaning.ts";

const { nodes } = pageSchema;

/** Reads a page after a change. Only the blocks around the change are parsed, unless other blocks may depend on them. */
export function readChanged(before: PageDocument, source: string): ReadDocument {
  return readAround(before, source) ?? readDocument(source, before.format);
}

function readAround({ source: old, doc, format }: PageDocument, source: string): ReadDocument | undefined {
  const splice = smallestSplice(old, source);
  const places = findOrigin(doc)?.children ?? [];
  const isParsed = doc.firstChild?.attrs.kind !== "page" && !isFenceWithoutEnd(old, doc.firstChild);
  if (splice === undefined || !isParsed || hasDefinition(doc)) return undefined;
  const moved = (place: OriginChild, by: number) => ({ ...place, start: place.start + by, end: place.end + by });
  const delta = source.length - old.length;
  // An unchanged block on each side is parsed too. If it means something else now, the change reaches farther.
  let first = places.findLastIndex(({ end }) => end < splice.start);
  while (first >= 0 && (isFence(old, places[first]?.start) || !isApart(old, places[first - 1], places[first])))
    first -= 1;
  let last = places.findIndex(({ start }) => start > splice.start + splice.deleted);
  if (last < 0) last = places.length;
  while (last < places.length - 1 && !isApart(old, places[last], places[last + 1])) last += 1;
  const [head, tail] = [places[first], places[last]];
  const start = head?.start ?? 0;
  const next = places[last + 1];
  const end = next === undefined ? source.length : next.start + delta;
  const { doc: part, message } = readDocument(source.slice(start, end), format);
  const found = (findOrigin(part)?.children ?? []).map((place) => moved(place, start));
  if (message !== undefined || hasDefinition(part)) return undefined;
  if (found.length < Number(head !== undefined) + Number(tail !== undefined)) return undefined;
  if (head !== undefined && !isSame(head, found.shift())) return undefined;
  if (tail !== undefined && !isSame(moved(tail, delta), found.pop())) return undefined;
  const following = places.slice(last).map((place) => moved(place, delta));
  const children = [...places.slice(0, first + 1), ...found, ...following];
  const content = children.map(({ node }) => node);
  if (isFenceWithoutEnd(source, content[0])) return undefined;
  if (content.every(({ type }) => type === nodes.frontmatter)) content.push(nodes.paragraph.create());
  return { doc: setOrigin(nodes.doc.create(null, content), { text: source, prefix: "", children }) };
}

/** The parser finds no lists and quotes in a text that starts like frontmatter but isn't. */
function isFenceWithoutEnd(source: string, first: Node | null | undefined): boolean {
  return isFence(source) && first?.type !== nodes.frontmatter;
}

function isFence(source: string, start = 0): boolean {
  return /^\uFEFF?(?:---|\+\+\+)/.test(source.slice(start, start + 4));
}

const known = new WeakMap<Node, boolean>();

/** Whether the block defines an address or a footnote. It changes what links mean anywhere on the page. */
function hasDefinition(node: Node): boolean {
  if (node.type === nodes.opaque) return node.attrs.kind === "definition" || node.attrs.kind === "footnote";
  if (node.inlineContent || node.isLeaf) return false;
  const result = known.get(node) ?? node.children.some(hasDefinition);
  known.set(node, result);
  return result;
}

/** Whether a blank line separates two blocks. */
function isApart(source: string, one: OriginChild | undefined, other: OriginChild | undefined): boolean {
  return one === undefined || other === undefined || /\n[ \t]*\r?\n/.test(source.slice(one.end, other.start));
}

function isSame(place: OriginChild, found: OriginChild | undefined): boolean {
  return found?.start === place.start && found.end === place.end && sameMeaning(place.node, found.node);
}
