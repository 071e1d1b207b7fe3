import { compareLines } from "../../contract/compare-lines.ts";
import { type HtmlElement, type HtmlNode, isElement, textOf } from "../../site/serving.ts";

/** The ID of a change in both versions of a page. Changes are numbered from 1. */
const changeId = (number: number) => `change-${number}`;

/** Elements whose parts are compared one by one. Any other block is compared as a whole. */
const containers = new Set(
  "article blockquote details div dl figure header main ol section table tbody thead ul".split(" "),
);
const blocks = new Set([
  ...containers,
  ..."aside dd dt h1 h2 h3 h4 h5 h6 hr img li p pre summary svg tr video".split(" "),
]);
const comparedAttributes = ["alt", "data-href", "src"];

interface Block {
  element: HtmlElement;
  signature: string;
}

/**
 * Marks the blocks that differ, in both trees. Adjacent blocks that differ are one change. Returns the number of
 * changes.
 */
export function markChanges(before: readonly HtmlNode[], after: readonly HtmlNode[]): number {
  const [left, right] = [listBlocks(before), listBlocks(after)];
  const changes = compareLines(
    left.map(({ signature }) => signature),
    right.map(({ signature }) => signature),
  );
  for (const [index, { start, end, newStart, newEnd }] of changes.entries()) {
    markSide(left, start, end, index + 1, "lectern-removed");
    markSide(right, newStart, newEnd, index + 1, "lectern-added");
  }
  return changes.length;
}

function markSide(side: readonly Block[], start: number, end: number, change: number, name: string): void {
  for (const { element } of side.slice(start, end)) {
    element.attributes.class = `${element.attributes.class ?? ""} ${name}`.trim();
  }
  // If this side has no block of the change, the next block gets its ID.
  const shown = side[start] ?? side.at(-1);
  if (shown !== undefined) shown.element.attributes.id = changeId(change);
}

function listBlocks(nodes: readonly HtmlNode[]): Block[] {
  return nodes.filter(isElement).flatMap((element) => {
    if (containers.has(element.tag) && element.children.some((child) => isElement(child) && blocks.has(child.tag))) {
      return listBlocks(element.children);
    }
    const signature = signatureOf(element);
    return signature === "" ? [] : [{ element, signature }];
  });
}

/** The visible content of a block, without its classes and IDs. */
function signatureOf(element: HtmlElement): string {
  const text = textOf([element]).replace(/\s+/g, " ").trim();
  const parts = [...attributesOf(element)];
  return text === "" && parts.length === 0 ? "" : [element.tag, text, ...parts].join("\n");
}

function* attributesOf({ tag, attributes, children }: HtmlElement): Iterable<string> {
  for (const name of comparedAttributes) {
    const value = attributes[name];
    if (typeof value === "string") yield `${tag} ${name}=${value}`;
  }
  for (const child of children) {
    if (isElement(child)) yield* attributesOf(child);
  }
}
