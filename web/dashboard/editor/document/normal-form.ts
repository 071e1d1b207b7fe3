import { Fragment, type MarkType, type Node } from "prosemirror-model";
import { pageSchema } from "./page-schema.ts";

const { nodes, marks } = pageSchema;

/** In Markdown, text with these marks can't start or end with a space. */
const marksWithoutEdges: readonly MarkType[] = [marks.strong, marks.emphasis, marks.strike];

/** Caches the result, because nodes are immutable and one edit asks for the children of a node many times. */
const known = new WeakMap<Node, readonly Node[]>();

/**
 * The children of a node in a form that Markdown can represent. While someone types, there are empty paragraphs,
 * trailing spaces and bold spaces. They have no meaning, and Markdown can't write them.
 */
export function normalChildren(node: Node): readonly Node[] {
  const before = known.get(node);
  if (before !== undefined) return before;
  const children = normalize(node);
  known.set(node, children);
  return children;
}

/** The content of a block of text in a form that Markdown can represent. */
export function normalContent(node: Node): Fragment {
  return Fragment.fromArray([...normalChildren(node)]);
}

export function isEmptyParagraph(node: Node): boolean {
  return node.type === nodes.paragraph && normalChildren(node).length === 0;
}

function normalize(node: Node): readonly Node[] {
  if (node.type === nodes.codeBlock) return node.children;
  if (node.isTextblock) return trimmed(withoutBlanksAtBreaks(withoutEdgeMarks(node.children.map(withoutUselessCode))));
  if (node.inlineContent) return node.children;
  return node.children.filter((child) => !isEmptyParagraph(child));
}

/** Removes the code mark from nodes that aren't text, because inline code can only contain text. */
function withoutUselessCode(node: Node): Node {
  return node.isText || !marks.code.isInSet(node.marks) ? node : node.mark(marks.code.removeFromSet(node.marks));
}

function withoutEdgeMarks(children: readonly Node[]): readonly Node[] {
  let content = children;
  for (const mark of marksWithoutEdges) {
    if (content.some((child) => isBlankEdge(child) && mark.isInSet(child.marks))) content = freeEdges(content, mark);
  }
  return content === children ? children : joinText(content);
}

function isBlankEdge(node: Node): boolean {
  return node.type === nodes.hardBreak || (node.text !== undefined && /^[ \t]|[ \t]$/.test(node.text));
}

/** Removes the mark from whitespace at both ends of each run of nodes that have the mark. */
function freeEdges(children: readonly Node[], mark: MarkType): Node[] {
  const free = (node: Node) => node.mark(mark.removeFromSet(node.marks));
  const content: Node[] = [];
  let run: Node[] = [];
  const endRun = () => {
    const [leading, trailing] = [takeBlanks(run, "start"), takeBlanks(run, "end")];
    content.push(...leading.map(free), ...run, ...trailing.map(free));
    run = [];
  };
  for (const child of children) {
    if (mark.isInSet(child.marks)) run.push(child);
    else {
      endRun();
      content.push(child);
    }
  }
  endRun();
  return content;
}

/** The whitespace at one side of a node, and the rest. Code keeps its whitespace. */
function splitBlank(node: Node, side: "start" | "end"): [blank: Node | undefined, rest: Node | undefined] {
  if (node.type === nodes.hardBreak) return [node, undefined];
  if (node.text === undefined || marks.code.isInSet(node.marks)) return [undefined, node];
  const { length } = node.text;
  const kept = side === "start" ? trimStart(node.text).length : trimEnd(node.text).length;
  if (kept === length) return [undefined, node];
  if (kept === 0) return [node, undefined];
  return side === "start" ? [node.cut(0, length - kept), node.cut(length - kept)] : [node.cut(kept), node.cut(0, kept)];
}

/** Removes whitespace before and after line breaks. */
function withoutBlanksAtBreaks(children: readonly Node[]): readonly Node[] {
  if (!children.some(({ type }) => type === nodes.hardBreak)) return children;
  const isBreak = (index: number) => children[index]?.type === nodes.hardBreak;
  return children.flatMap((child, index) => {
    if (child.type === nodes.hardBreak) return [child];
    const [, start] = isBreak(index - 1) ? splitBlank(child, "start") : [undefined, child];
    const [, both] = isBreak(index + 1) && start !== undefined ? splitBlank(start, "end") : [undefined, start];
    return both === undefined ? [] : [both];
  });
}

/** Removes whitespace and line breaks at both ends of the block. */
function trimmed(children: readonly Node[]): readonly Node[] {
  const content = [...children];
  const taken = [...takeBlanks(content, "start"), ...takeBlanks(content, "end")];
  return taken.length > 0 ? content : children;
}

/** Takes whitespace and line breaks away from one side of the content. */
function takeBlanks(content: Node[], side: "start" | "end"): Node[] {
  const taken: Node[] = [];
  for (let node = content.at(side === "start" ? 0 : -1); node !== undefined; ) {
    const [blank, rest] = splitBlank(node, side);
    if (blank === undefined) break;
    taken.push(blank);
    content.splice(side === "start" ? 0 : -1, 1, ...(rest === undefined ? [] : [rest]));
    node = rest === undefined ? content.at(side === "start" ? 0 : -1) : undefined;
  }
  return side === "start" ? taken : taken.toReversed();
}

function joinText(children: readonly Node[]): Node[] {
  const content: Node[] = [];
  for (const child of children) {
    const last = content.at(-1);
    if (last?.text !== undefined && child.text !== undefined && last.sameMarkup(child)) {
      content[content.length - 1] = pageSchema.text(last.text + child.text, child.marks);
    } else content.push(child);
  }
  return content;
}

function trimStart(text: string): string {
  let at = 0;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return text.slice(at);
}

function trimEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === "\t") end -= 1;
  return text.slice(0, end);
}
