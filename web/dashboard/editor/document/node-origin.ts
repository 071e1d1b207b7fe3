import type { Mark, Node } from "prosemirror-model";

/**
 * The source that a node was made from. Nodes are immutable: a node that is still the same object wasn't edited, and is
 * written with its original bytes. All positions are relative to the start of the node's text, so a node can move in
 * the file.
 */
export interface Origin {
  text: string;
  /** The prefix of all lines after the first, added by the surrounding blocks, such as `> ` or an indent. */
  prefix: string;
  /** For containers: the children that have a source, in order. */
  children?: readonly OriginChild[];
  /** For blocks of text: the range of the text, without the marker of a heading. */
  inner?: Range;
  units?: readonly InlineUnit[];
  /** For components: the positions of their tags and attributes. */
  tag?: Tag;
  /** For lists and their items: whether blank lines separate the items. */
  isLoose?: boolean;
}

export interface OriginChild extends Range {
  node: Node;
}

export interface Range {
  start: number;
  end: number;
}

/** A piece of text with its range in the block's content (from, to) and in its source (start, end). */
export interface InlineUnit extends Range {
  from: number;
  to: number;
  /** For text: the source position of each character and of the end. Missing if the positions are ambiguous. */
  places?: readonly number[];
  /** For marks and inline components: the units inside, and their range in the source. */
  inside?: { range: Range; units: readonly InlineUnit[] };
  /** The mark that this unit adds to its content. */
  mark?: Mark;
}

/** The positions of a component's parts. */
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

/** The text without the line prefixes of the surrounding blocks. Undefined if a line isn't indented like the others. */
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

/**
 * Converts `\n` to the file's line ending and adds the prefix to every line except the first. Blank lines get the
 * prefix without its trailing spaces.
 */
export function withPrefix(text: string, prefix: string, lineEnding: string): string {
  const blankPrefix = prefix.trimEnd();
  const [first = "", ...others] = text.split("\n");
  return [first, ...others.map((line) => (line === "" ? blankPrefix : prefix + line))].join(lineEnding);
}
