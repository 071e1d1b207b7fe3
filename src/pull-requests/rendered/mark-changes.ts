import { type HtmlElement, type HtmlNode, isElement, textOf } from "../../site/ground/html/html-node.ts";

/** The ID of a change in both versions of a page, from 1. */
const changeId = (number: number) => `change-${number}`;

/** Elements that are compared part by part; any other block is compared as a whole. */
const containers = new Set(
  "article blockquote details div dl figure header main ol section table tbody thead ul".split(" "),
);
const blocks = new Set([
  ...containers,
  ..."aside dd dt h1 h2 h3 h4 h5 h6 hr img li p pre summary svg tr video".split(" "),
]);
const comparedAttributes = ["alt", "data-href", "src"];
/** Longer stretches without a common block count as changed as a whole. */
const comparisonsMax = 4_000_000;

interface Block {
  element: HtmlElement;
  signature: string;
}

/** Marks the blocks that differ, in both trees. Returns the number of changes: stretches of blocks that differ. */
export function markChanges(before: readonly HtmlNode[], after: readonly HtmlNode[]): number {
  const [left, right] = [listBlocks(before), listBlocks(after)];
  let changes = 0;
  let [i, j] = [0, 0];
  for (const [nextLeft, nextRight] of [...commonBlocks(left, right), [left.length, right.length] as const]) {
    if (nextLeft > i || nextRight > j) {
      changes += 1;
      markSide(left, i, nextLeft, changes, "lectern-removed");
      markSide(right, j, nextRight, changes, "lectern-added");
    }
    [i, j] = [nextLeft + 1, nextRight + 1];
  }
  return changes;
}

function markSide(side: readonly Block[], start: number, end: number, change: number, name: string): void {
  for (const { element } of side.slice(start, end)) {
    element.attributes.class = `${element.attributes.class ?? ""} ${name}`.trim();
  }
  // Where nothing was added or removed, the next block is the place to look at.
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

/** What a reader sees of a block, whatever classes and IDs it has. */
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

/** The longest common subsequence, as pairs of positions. */
function commonBlocks(left: readonly Block[], right: readonly Block[]): [number, number][] {
  const isSame = (i: number, j: number) => left[i]?.signature === right[j]?.signature;
  let start = 0;
  while (start < Math.min(left.length, right.length) && isSame(start, start)) start += 1;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && isSame(left.length - 1 - end, right.length - 1 - end)) {
    end += 1;
  }
  const [rows, columns] = [left.length - start - end, right.length - start - end];
  const pairs: [number, number][] = [];
  for (let at = 0; at < start; at += 1) pairs.push([at, at]);
  if (rows * columns <= comparisonsMax) {
    const lengths = commonLengths(rows, columns, (i, j) => isSame(start + i, start + j));
    const lengthAt = (i: number, j: number) => lengths[i * (columns + 1) + j] ?? 0;
    for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
      if (isSame(start + i, start + j)) {
        pairs.push([start + i, start + j]);
        i += 1;
        j += 1;
      } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) {
        i += 1;
      } else {
        j += 1;
      }
    }
  }
  for (let at = end; at > 0; at -= 1) pairs.push([left.length - at, right.length - at]);
  return pairs;
}

function commonLengths(rows: number, columns: number, isSame: (i: number, j: number) => boolean): Uint16Array {
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = isSame(i, j)
        ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  return lengths;
}
