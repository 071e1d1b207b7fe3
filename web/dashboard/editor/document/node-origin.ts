import type { Mark, Node } from "prosemirror-model";

/**
 * The source that a node was made from. Nodes are immutable: a node that is still the same object wasn't touched and is
 * written back as these bytes. All places are relative to the start of the text, so a node may move in the file.
 */
export interface Origin {
  text: string;
  /** What lines of the text after the first start with because of the blocks around it, such as `> ` or an indent. */
  prefix: string;
  /** In containers: the children that have a source, in order. */
  children?: readonly OriginChild[];
  /** In blocks of text: where the text is, without the marker of a heading. */
  inner?: Range;
  units?: readonly InlineUnit[];
  /** In components. */
  tag?: Tag;
  /** In lists and their items: whether blank lines separate the items. */
  isLoose?: boolean;
}

export interface OriginChild {
  node: Node;
  start: number;
  end: number;
}

export interface Range {
  start: number;
  end: number;
}

/** A piece of a text with its place in the block's content (from, to) and in its source (start, end). */
export interface InlineUnit extends Range {
  from: number;
  to: number;
  /** Text: the place in the source of each character and of the end. Missing if they can't be told apart. */
  places?: readonly number[];
  /** Marks and inline components: what they contain, and where that is in the source. */
  inside?: { range: Range; units: readonly InlineUnit[] };
  /** The mark this unit adds to what it contains. */
  mark?: Mark;
}

/** Where the parts of a component are. */
export interface Tag {
  nameEnd: number;
  attributes: readonly Range[];
  /** The end of the opening tag. */
  openEnd: number;
  isSelfClosing: boolean;
  /** The start of the closing tag, or the end of the text. */
  closeStart: number;
}

const origins = new WeakMap<Node, Origin>();

export function findOrigin(node: Node): Origin | undefined {
  return origins.get(node);
}

export function setOrigin<T extends Node>(node: T, origin: Origin): T {
  origins.set(node, origin);
  return node;
}

/** The text without what the blocks around it put before its lines. Undefined if a line isn't indented like the others. */
export function withoutPrefix({ text, prefix }: Origin): string | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  const blankPrefix = prefix.trimEnd();
  const stripped: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0) stripped.push(line);
    else if (line.startsWith(prefix)) stripped.push(line.slice(prefix.length));
    else if (line.startsWith(blankPrefix) && line.slice(blankPrefix.length).trim() === "") stripped.push("");
    else return undefined;
  }
  return stripped.join("\n");
}

/** Puts a text with plain line endings into a place of the file. */
export function withPrefix(text: string, prefix: string, lineEnding: string): string {
  const blankPrefix = prefix.trimEnd();
  const [first = "", ...others] = text.split("\n");
  return [first, ...others.map((line) => (line === "" ? blankPrefix : prefix + line))].join(lineEnding);
}
