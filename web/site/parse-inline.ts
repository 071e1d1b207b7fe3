import type { Inline } from "./markdown-tree.ts";

const depthMax = 6;
const labelCharactersMax = 500;
const addressCharactersMax = 2_000;
const citationLabel = /^\\?\[(\d{1,3})\\?\]$/;
const destination = /^\(\s{0,9}<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s{1,9}"[^"]{0,300}")?\s{0,9}\)/;
const special = /[\\`*_~[\n&]/g;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: "\u00a0" };

/**
 * Parses the inline Markdown of an answer. An unclosed mark is plain text, so that a partial answer is readable. If a
 * closing mark isn't found, it isn't searched for again, so that parsing takes linear time for any input.
 */
export function parseInline(source: string, depth = 0): Inline[] {
  const nodes: Inline[] = [];
  const unclosed = new Set<string>();
  let text = "";
  let at = 0;

  const flush = () => {
    if (text !== "") nodes.push({ type: "text", text });
    text = "";
  };
  const add = (node: Inline, length: number) => {
    flush();
    nodes.push(node);
    at += length;
  };

  while (at < source.length) {
    special.lastIndex = at;
    const next = special.exec(source)?.index ?? source.length;
    text += source.slice(at, next);
    at = next;
    if (at >= source.length) break;
    const found = readMark(source, at, depth, unclosed);
    if (found === undefined) {
      text += source[at];
      at += 1;
    } else if (typeof found.node === "string") {
      text += found.node;
      at += found.length;
    } else add(found.node, found.length);
  }
  flush();
  return nodes;
}

interface Found {
  /** A string is plain text. */
  node: Inline | string;
  length: number;
}

function readMark(source: string, at: number, depth: number, unclosed: Set<string>): Found | undefined {
  switch (source[at]) {
    case "\\":
      return readEscape(source, at);
    case "&":
      return readEntity(source, at);
    case "`":
      return readCode(source, at, unclosed);
    case "\n":
      return readLineEnd(source, at);
    case "[":
      return depth < depthMax ? readLink(source, at, depth, unclosed) : undefined;
    default:
      return depth < depthMax ? readEmphasis(source, at, depth, unclosed) : undefined;
  }
}

function readEscape(source: string, at: number): Found | undefined {
  const next = source[at + 1];
  if (next === "\n") return { node: { type: "break" }, length: 2 };
  return next !== undefined && /[!-/:-@[-`{-~]/.test(next) ? { node: next, length: 2 } : undefined;
}

function readEntity(source: string, at: number): Found | undefined {
  const name = /^&(\w{1,6});/.exec(source.slice(at, at + 8))?.[1] ?? "";
  const text = Object.hasOwn(entities, name) ? entities[name] : undefined;
  return text === undefined ? undefined : { node: text, length: name.length + 2 };
}

function readLineEnd(source: string, at: number): Found {
  const isHard = source.slice(Math.max(0, at - 2), at) === "  ";
  return isHard ? { node: { type: "break" }, length: 1 } : { node: "\n", length: 1 };
}

function readCode(source: string, at: number, unclosed: Set<string>): Found | undefined {
  let length = 1;
  while (source[at + length] === "`") length += 1;
  const ticks = "`".repeat(length);
  const end = unclosed.has(ticks) ? -1 : endOfTicks(source, at + length, length);
  if (end === -1) {
    unclosed.add(ticks);
    // Consumes the whole run of backticks; otherwise each backtick would be tried again.
    return { node: ticks, length };
  }
  const inside = source.slice(at + length, end).replaceAll("\n", " ");
  const isPadded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
  return { node: { type: "code", text: isPadded ? inside.slice(1, -1) : inside }, length: end + length - at };
}

function endOfTicks(source: string, from: number, length: number): number {
  let at = source.indexOf("`", from);
  while (at !== -1) {
    let run = 1;
    while (source[at + run] === "`") run += 1;
    if (run === length) return at;
    at = source.indexOf("`", at + run);
  }
  return -1;
}

function readLink(source: string, at: number, depth: number, unclosed: Set<string>): Found | undefined {
  if (unclosed.has("[")) return undefined;
  const end = endOfLabel(source, at);
  if (end === undefined) {
    // The bracket isn't closed before the end of the text.
    if (source.length - at < labelCharactersMax) unclosed.add("[");
    return undefined;
  }
  const [whole, href = ""] = destination.exec(source.slice(end + 1, end + 1 + addressCharactersMax)) ?? [];
  if (whole === undefined) return undefined;
  const label = source.slice(at + 1, end);
  const length = end + 1 + whole.length - at;
  const number = citationLabel.exec(label)?.[1];
  if (number !== undefined) return { node: { type: "citation", number: Number(number), href }, length };
  return { node: { type: "link", href, children: parseInline(label, depth + 1).flatMap(withoutLinks) }, length };
}

/** The position of the matching closing bracket. */
function endOfLabel(source: string, at: number): number | undefined {
  let open = 0;
  const last = Math.min(source.length, at + labelCharactersMax);
  for (let index = at; index < last; index += 1) {
    const character = source[index];
    if (character === "\\") index += 1;
    else if (character === "[") open += 1;
    else if (character === "]") {
      open -= 1;
      if (open === 0) return index;
    }
  }
  return undefined;
}

/** Replaces links by their text, because a link can't contain another link. */
function withoutLinks(node: Inline): Inline[] {
  if (node.type === "link") return node.children;
  return node.type === "citation" ? [{ type: "text", text: `[${node.number}]` }] : [node];
}

function readEmphasis(source: string, at: number, depth: number, unclosed: Set<string>): Found | undefined {
  const mark = source[at] ?? "";
  const isDouble = source[at + 1] === mark;
  if (mark === "~" && !isDouble) return undefined;
  const fence = isDouble ? mark + mark : mark;
  const before = source[at - 1] ?? " ";
  const after = source[at + fence.length] ?? " ";
  const opens = !/\s/.test(after) && !(mark === "_" && /\w/.test(before)) && !unclosed.has(fence);
  const end = opens ? endOfEmphasis(source, at + fence.length, fence) : -1;
  if (end === -1) {
    if (opens) unclosed.add(fence);
    return { node: fence, length: fence.length };
  }
  const children = parseInline(source.slice(at + fence.length, end), depth + 1);
  const type = mark === "~" ? "deleted" : isDouble ? "strong" : "emphasis";
  return { node: { type, children }, length: end + fence.length - at };
}

function endOfEmphasis(source: string, from: number, fence: string): number {
  const mark = fence[0] ?? "";
  for (let at = source.indexOf(fence, from); at !== -1; at = source.indexOf(fence, at + 1)) {
    const before = source[at - 1] ?? " ";
    const after = source[at + fence.length] ?? " ";
    if (at === from || /\s/.test(before) || before === "\\") continue;
    // A single mark isn't half of a double mark.
    if (fence.length === 1 && (before === mark || after === mark)) continue;
    if (mark === "_" && /\w/.test(after)) continue;
    return at;
  }
  return -1;
}
