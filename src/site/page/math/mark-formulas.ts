import { type MarkdownNode, walkNodes } from "../page-tree.ts";
import { blockBefore, skipAt } from "./skip-code.ts";

/**
 * The parser only ever sees formulas as code or as words: its own rules for dollars take prices for formulas, take time
 * that grows quadratically with their number, and lose the text around `$$` in several places.
 */
const [singleMark, doubleMark] = ["\uE001", "\uE003"];
/** Formulas in blocks become fences with this many backticks and one for each dollar. */
const fence = "`".repeat(20);
const blockStart = /(?<!`)`{20}(`+)\uE003([0-9a-f]*)/g;
const blockEnd = /`{20}(`+)/g;
const word = /(\${1,8})([\uE001\uE003])([0-9a-f\s>]*)\2\1/g;

const formulaLengthMax = 1_000;
const wordCharacter = /[\p{L}\p{N}_]/u;

interface Formula {
  /** The position of its first dollar. */
  start: number;
  end: number;
  dollars: number;
  /** True in a row of a table, where `\|` is a bar. */
  isInRow?: boolean;
  /** The width of the text before a formula whose dollars are on lines of their own; undefined for other formulas. */
  indent?: number;
}

/**
 * Converts formulas to words and fences for the parser. A single dollar only opens a formula directly before its content
 * and only closes it directly after, as in pandoc. Code, tags, expressions and imports are skipped. Lines stay lines.
 */
export function markFormulas(text: string): string {
  if (text.includes(fence)) return text;
  let marked = "";
  let copied = 0;
  for (const { start, end, dollars, indent, isInRow } of findFormulas(text)) {
    const written = text.slice(start + dollars, end);
    const tex = isInRow ? written.replaceAll("\\|", "|") : written;
    marked += text.slice(copied, start) + (indent === undefined ? asWord(tex, dollars) : asFence(tex, dollars, indent));
    copied = end;
  }
  return marked + text.slice(copied);
}

function asWord(text: string, dollars: number): string {
  const [sign, mark] = ["$".repeat(dollars), dollars === 1 ? singleMark : doubleMark];
  const code = text
    .slice(0, -dollars)
    .replaceAll(/^([ \t>]*)(.+)/gm, (_, before: string, tex: string) => before + encode(tex));
  return sign + mark + code + mark + sign;
}

/** Lines that are indented less than the first one would end a list item in the middle of the formula. */
function asFence(text: string, dollars: number, indent: number): string {
  const ticks = fence + "`".repeat(dollars);
  const [first = "", ...lines] = text.replace(/(?<!\$)\$+[ \t]*$/, ticks).split("\n");
  const indented = lines.map((line) =>
    /^ *>/.test(line) ? line : " ".repeat(indent).slice(line.search(/\S|$/)) + line,
  );
  return [ticks + doubleMark + encode(first.trim()), ...indented].join("\n");
}

/** Turns the words and fences of a parsed text back to formulas, and those that the parser left in other text to TeX. */
export function restoreFormulas(tree: MarkdownNode, body: string): void {
  if (!body.includes(singleMark) && !body.includes(doubleMark)) return;
  for (const node of walkNodes([tree])) {
    if (node.type === "code" && node.lang?.startsWith(doubleMark)) {
      node.type = "math";
      node.value = [decode(node.lang.slice(1)), node.value].filter(Boolean).join("\n");
      delete node.lang;
    }
    if (node.children?.some(({ type, value }) => type === "text" && value?.includes("$"))) {
      node.children = node.children.flatMap((child) => (child.type === "text" ? splitText(child) : [child]));
    }
    for (const field of ["value", "alt", "url", "title", "label", "lang", "meta"] as const) {
      if (node[field]) node[field] = unmarkFormulas(node[field]);
    }
  }
}

function splitText(node: MarkdownNode): MarkdownNode[] {
  const { value = "", position } = node;
  const nodes: MarkdownNode[] = [];
  let copied = 0;
  const textTo = (end: number) => {
    if (end > copied) nodes.push({ ...node, value: value.slice(copied, end) });
  };
  for (const { 0: whole, 1: dollars, 3: code = "", index } of value.matchAll(word)) {
    textTo(index);
    copied = index + whole.length;
    const line = (position?.start.line ?? 1) + value.slice(0, index).split("\n").length - 1;
    const place = position && { position: { start: { line, column: 1 } } };
    nodes.push({ type: "inlineMath", value: decode(code), meta: dollars ?? "", ...place });
  }
  textTo(value.length);
  return nodes;
}

/** Restores the text as its author wrote it. */
export function unmarkFormulas(text: string): string {
  return text
    .replaceAll(word, (_, dollars: string, _mark, code: string) => dollars + decode(code) + dollars)
    .replaceAll(blockStart, (_, dollars: string, code: string) => "$".repeat(dollars.length) + decode(code))
    .replaceAll(blockEnd, (_, dollars: string) => "$".repeat(dollars.length));
}

function encode(text: string): string {
  return Buffer.from(text).toString("hex");
}

function decode(code: string): string {
  return code.replaceAll(/[0-9a-f]+/g, (digits) => Buffer.from(digits, "hex").toString());
}

const dollarsMax = 8;
const blankLine = /\n[ \t>\r]*(?:\n|$)/g;
const otherBlock = /\n[ \t>\r]*(?:\n|$|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|`{3}|~{3}|<[/A-Za-z])/g;

export function* findFormulas(text: string): Generator<Formula> {
  if (!text.includes("$")) return;
  const lastFence = [...text.matchAll(/^[ \t>]*\${2,}[ \t\r]*$/gm)].at(-1)?.index ?? -1;
  const findLine = createFinder(text, /\n/g);
  const findBlank = createFinder(text, blankLine);
  const findOther = createFinder(text, otherBlock);
  for (let at = 0; at < text.length; ) {
    const skipped = skipAt(text, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const dollars = runLength(text, at);
    const formula = dollars > 0 && dollars <= dollarsMax ? find(at, dollars) : undefined;
    if (formula !== undefined) yield formula;
    at = formula?.end ?? at + Math.max(dollars, 1);
  }

  function find(start: number, dollars: number): Formula | undefined {
    const before = text.slice(findLine(start).before, start);
    const mayBeBlock = dollars > 1 && blockBefore.test(before);
    // Lines of a formula may start with a minus or a plus, as items of a list do.
    const limit = (mayBeBlock ? findBlank : findOther)(start).after;
    const end = dollars === 1 ? formulaEnd(text, start) : closingRun(text, start, dollars, limit);
    const block = mayBeBlock && start < lastFence ? findBlock(text, start, dollars, before) : undefined;
    if (block !== undefined && (end === undefined || block.end <= end)) return block;
    if (end === undefined) return undefined;
    const tex = text.slice(start + dollars, end - dollars);
    // A bar ends a cell of a table, even in a formula.
    const isInRow = /^[ \t>]*\|/.test(before);
    const isCut = isInRow && /(?<!\\)\|/.test(tex);
    return tex.trim() === "" || isCut ? undefined : { start, end, dollars, isInRow };
  }
}

/** Finds the matches around positions that only grow, so each match is searched once. */
function createFinder(text: string, pattern: RegExp): (at: number) => { before: number; after: number } {
  const found = { before: 0, after: -1 };
  return (at) => {
    while (found.after < at) {
      found.before = found.after + 1;
      pattern.lastIndex = found.before;
      found.after = pattern.exec(text)?.index ?? text.length;
    }
    return found;
  };
}

function runLength(text: string, at: number): number {
  let end = at;
  while (text[end] === "$") end += 1;
  return end - at;
}

/** The end of the same number of dollars in the same paragraph. */
function closingRun(text: string, start: number, dollars: number, limit: number): number | undefined {
  for (let at = text.indexOf("$", start + dollars); at >= 0 && at < limit; ) {
    const length = runLength(text, at);
    if (length === dollars) return at + length;
    at = text.indexOf("$", at + length);
  }
  return undefined;
}

/** A formula whose dollars are on lines of their own. Text after the first dollars belongs to it. */
function findBlock(text: string, start: number, dollars: number, before: string): Formula | undefined {
  const quotes = before.split(">").length;
  let isAfterBlank = false;
  let at = text.indexOf("\n", start);
  if (text.slice(start + dollars, at).includes("$")) return undefined;
  while (at >= 0) {
    const end = text.indexOf("\n", at + 1);
    const line = text.slice(at + 1, end < 0 ? undefined : end);
    const [outer = ""] = /^[ \t>]*/.exec(line) ?? [];
    const isOutside = outer.split(">").length < quotes || (isAfterBlank && outer === "" && before !== "");
    if (line.trim() !== "" && isOutside) return undefined;
    const closing = /^\$+(?=[ \t\r]*$)/.exec(line.slice(outer.length))?.[0].length ?? 0;
    if (closing >= dollars) return { start, end: at + 1 + outer.length + closing, dollars, indent: before.length };
    isAfterBlank = line.trim() === "";
    at = end;
  }
  return undefined;
}

/** The end of a formula in single dollars that starts here, or undefined. */
function formulaEnd(text: string, start: number): number | undefined {
  const before = text[start - 1] ?? " ";
  const first = text[start + 1] ?? " ";
  if (wordCharacter.test(before) || /[\s$]/.test(first)) return undefined;
  const limit = Math.min(text.length, start + formulaLengthMax);
  for (let at = start + 1; at < limit; at += 1) {
    const character = text[at];
    if (character === "\n" || character === "`") return undefined;
    if (character === "\\") at += 1;
    else if (character === "$") {
      const follows = text[at + 1] ?? " ";
      const isEnd = !/\s/.test(text[at - 1] ?? " ") && follows !== "$" && !wordCharacter.test(follows);
      return isEnd && looksLikeMath(text.slice(start + 1, at)) ? at + 1 : undefined;
    }
  }
  return undefined;
}

/**
 * `$5 and 10$` is money: a formula has a math symbol, or contains no words. `($/hour) and ($/day)` and `"$"/"$"` aren't
 * formulas either: the text between the dollars closes something that it didn't open.
 */
function looksLikeMath(content: string): boolean {
  if (/^[/,;"'”’]/.test(content) || !(content.includes("\\") || hasPairedBrackets(content))) return false;
  return /[\\^_{}=+*/<>|]/.test(content) || !/\p{L}{2}/u.test(content) || !/\s/.test(content);
}

/** Brackets of different kinds may form a pair, as in `[0, 1)`. */
function hasPairedBrackets(content: string): boolean {
  let open = 0;
  for (const [bracket] of content.matchAll(/[()[\]]/g)) {
    open += bracket === "(" || bracket === "[" ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
}
