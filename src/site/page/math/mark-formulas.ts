import { type MarkdownNode, walkNodes } from "../page-tree.ts";
import { matchAt, mayPrecedeBlock, paragraphEnd, skipAt } from "./skip-code.ts";

/**
 * The parser only ever sees formulas as code: its own rules for dollars take prices for formulas, take time that grows
 * quadratically with their number, and lose the text around `$$` in several places. Formulas in blocks become fences with
 * this many backticks and one for each dollar, others code spans that include the dollars.
 */
const ticks = "`".repeat(20);
/** Precedes the first line of a fence, the other lines of a span, which could look like blocks, and adjacent backticks. */
const mark = "\uE003";
/** Starts a span, which isn't a fence with a backtick in its first line. */
const spanMark = "\uE001`";
const marks = /`{20}(`*)(?:\uE001`|\uE003([0-9a-f]*))?|\uE003/g;
const markedSpan = /^\uE001`(\$+)([\s\S]*)\1$/;

interface Formula {
  /** The position of its first dollar. */
  start: number;
  end: number;
  dollars: number;
  /** The width of the text before a formula whose dollars are on lines of their own; undefined for other formulas. */
  indent?: number;
}

/**
 * Converts formulas to code for the parser. A single dollar only opens a formula directly before its content and only
 * closes it directly after, as in pandoc. Code, tags, expressions and imports are skipped. Lines stay lines.
 */
export function markFormulas(text: string): string {
  if (/`{20}|[\uE001\uE003]/.test(text)) return text;
  let marked = "";
  let copied = 0;
  for (const { start, end, dollars, indent } of findFormulas(text)) {
    const written = text.slice(start, end);
    const isolate = (neighbor: number) => (text[neighbor] === "`" ? mark : "");
    marked += text.slice(copied, start);
    if (indent !== undefined) marked += asFence(written, dollars, indent);
    else marked += isolate(start - 1) + ticks + asSpan(written) + ticks + isolate(end);
    copied = end;
  }
  return marked + text.slice(copied);
}

function asSpan(written: string): string {
  return spanMark + written.replaceAll(/\n[ \t>]*/g, (before) => before + mark);
}

/** Lines that are indented less than the first one would end a list item in the middle of the formula. */
function asFence(written: string, dollars: number, indent: number): string {
  const fence = ticks + "`".repeat(dollars);
  const [first = "", ...lines] = written
    .slice(dollars)
    .replace(/(?<!\$)\$+$/, fence)
    .split("\n");
  const indented = lines.map((line) =>
    /^ *>|^\s*$/.test(line) ? line : " ".repeat(indent).slice(line.search(/\S|$/)) + line,
  );
  return [fence + mark + Buffer.from(first).toString("hex"), ...indented].join("\n");
}

/** Turns code of the parsed text back to formulas, and what the parser left in other text to what the author wrote. */
export function restoreFormulas(tree: MarkdownNode, body: string): void {
  if (!body.includes(ticks)) return;
  for (const node of walkNodes([tree])) {
    const [, dollars, tex] = (node.type === "inlineCode" && markedSpan.exec(node.value ?? "")) || [];
    if (tex !== undefined) {
      Object.assign(node, { type: "inlineMath", value: tex.replaceAll(/\s\uE003/g, "\n"), meta: dollars });
    } else if (node.type === "code" && node.lang?.startsWith(mark)) {
      const first = unmarkFormulas(ticks + node.lang).trim();
      Object.assign(node, { type: "math", value: [first, node.value].filter(Boolean).join("\n"), lang: undefined });
    }
    for (const field of ["value", "alt", "url", "title", "label", "lang", "meta"] as const) {
      if (node[field]) node[field] = unmarkFormulas(node[field]);
    }
  }
}

/** Restores the text as its author wrote it. */
export function unmarkFormulas(text: string): string {
  return text.replaceAll(
    marks,
    (_, extra = "", first = "") => "$".repeat(extra.length) + Buffer.from(first, "hex").toString(),
  );
}

const blankLine = String.raw`\n[ \t>\r]*(?:\n|$)`;
/** Text between the same number of dollars in a paragraph. */
const displayed = (end: string) =>
  new RegExp(String.raw`(\${2,8})(?!\$)(?:(?!${end})[^$]|(?!\1(?!\$))\$+(?!\$)){0,10000}\1(?!\$)`, "y");
const displayedInText = displayed(String.raw`${paragraphEnd}|\n[ \t>]*<[/A-Za-z]`);
/** Lines of such a formula may start with a minus or a plus, as items of a list do. */
const displayedAtStart = displayed(blankLine);
const inText = /(?<![\p{L}\p{N}_])\$(?![\s$])(?:\\[\s\S]|[^$\n`\\]){0,1000}(?<!\s)\$(?![\p{L}\p{N}_$])/uy;
const dollarsMax = 8;

export function* findFormulas(text: string): Generator<Formula> {
  let lineStart = 0;
  /** More dollars than these are never closed by a line of their own, so the rest isn't searched for it again. */
  let closableMax = dollarsMax;
  for (let at = text.includes("$") ? 0 : text.length; at < text.length; ) {
    const dollars = matchAt(/\$+/y, text, at) - at;
    const formula = dollars > 0 && dollars <= dollarsMax ? find(at, dollars) : undefined;
    if (formula !== undefined) yield formula;
    const next = formula?.end ?? Math.max(at + Math.max(dollars, 1), skipAt(text, at, lineStart));
    const lineEnd = text.slice(at, next).lastIndexOf("\n");
    if (lineEnd >= 0) lineStart = at + lineEnd + 1;
    at = next;
  }

  function find(start: number, dollars: number): Formula | undefined {
    const before = text.slice(lineStart, start);
    const mayBeBlock = dollars > 1 && mayPrecedeBlock(before);
    const block = mayBeBlock && dollars <= closableMax ? findBlock(start, dollars, before) : undefined;
    const displayed = mayBeBlock ? displayedAtStart : displayedInText;
    const end = matchAt(dollars === 1 ? inText : displayed, text, start);
    if (block !== undefined && (end === start || block.end <= end)) return block;
    if (end === start) return undefined;
    const tex = text.slice(start + dollars, end - dollars);
    // A bar ends a cell of a table, even in a formula.
    const isCut = /^[ \t>]{0,200}\|/.test(before) && /(?<!\\)\|/.test(tex);
    const isFormula = tex.trim() !== "" && !isCut && (dollars > 1 || looksLikeMath(tex));
    return isFormula ? { start, end, dollars } : undefined;
  }

  /** A formula whose dollars are on lines of their own. Text after the first dollars belongs to it. */
  function findBlock(start: number, dollars: number, before: string): Formula | undefined {
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
    closableMax = dollars - 1;
    return undefined;
  }
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
