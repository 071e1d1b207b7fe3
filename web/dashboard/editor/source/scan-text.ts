import { lengthAt, type MdxState, pushFrame, type Token } from "./mdx-state.ts";
import { isTagStart, startTag } from "./scan-tag.ts";

const plain = /[^\\`{<*_[!$h~]+/y;
const ticks = /`+/y;
const linkText = /!?\[[^[\]]*\](?=[([])/y;
const target = /\([^()\s]*(?:\s+(?:"[^"]*"|'[^']*'))?\)|\[[^[\]]*\]/y;
const address = /https?:\/\/[^\s<>()"'{}]+/y;
const bracketed = /<[a-z][a-z0-9+.-]*:[^\s<>]*>/iy;
const htmlComment = /<!--.*?(?:-->|$)/y;
const formula = /\$(?=\S)[^$]*\$/y;

/** Scans inline Markdown. */
export function scanText(line: string, at: number, state: MdxState): Token {
  const style = textStyle(state);
  const text = lengthAt(plain, line, at);
  if (text > 0) return { end: at + text, style };
  const next = line[at] ?? "";
  if (next === "\\") return { end: Math.min(at + 2, line.length), style };
  if (next === "`") return scanCodeSpan(line, at, style);
  if (next === "{") {
    pushFrame(state, { kind: "code" });
    return { end: at + 1, style: "brace" };
  }
  if (isTagStart(line, at)) return startTag(line, at, state, false);
  const comment = lengthAt(htmlComment, line, at);
  if (comment > 0) return { end: at + comment, style: "comment" };
  const link = lengthAt(linkText, line, at);
  if (link > 0) return { end: at + link, style: "link" };
  if (next === "[" || line[at - 1] === "]") return { end: at + 1, style };
  const url = lengthAt(address, line, at) || lengthAt(bracketed, line, at);
  if (url > 0) return { end: at + url, style: "url" };
  const math = lengthAt(formula, line, at);
  if (math > 0) return { end: at + math, style: "monospace" };
  return scanMarks(line, at, state) ?? { end: at + 1, style };
}

/** The target right after a link's text. */
export function scanTarget(line: string, at: number): Token | undefined {
  if (line[at - 1] !== "]") return undefined;
  const length = lengthAt(target, line, at);
  return length === 0 ? undefined : { end: at + length, style: "url" };
}

function textStyle({ isHeading, isStrong, isEmphasized }: MdxState): string | undefined {
  const names = [isHeading && "heading", isStrong && "strong", isEmphasized && "emphasis"].filter(Boolean);
  return names.length === 0 ? undefined : names.join(" ");
}

function scanCodeSpan(line: string, at: number, style: string | undefined): Token {
  const length = lengthAt(ticks, line, at);
  const run = "`".repeat(length);
  for (let end = line.indexOf(run, at + length); end >= 0; end = line.indexOf(run, end)) {
    const found = lengthAt(ticks, line, end);
    if (found === length) return { end: end + length, style: "monospace" };
    end += found;
  }
  return { end: at + length, style };
}

/** A mark only counts if the line also contains its closing mark. */
function scanMarks(line: string, at: number, state: MdxState): Token | undefined {
  const next = line[at] ?? "";
  if (next !== "*" && next !== "_") return undefined;
  const isDouble = line[at + 1] === next;
  const mark = isDouble ? next + next : next;
  const end = at + mark.length;
  const isInWord = next === "_" && /\w/.test(line[at - 1] ?? "") && /\w/.test(line[end] ?? "");
  const isOpen = isDouble ? state.isStrong : state.isEmphasized;
  const canOpen = /\S/.test(line[end] ?? "") && line.includes(mark, end + 1);
  if (isInWord || (!isOpen && !canOpen)) return undefined;
  if (isDouble) state.isStrong = !isOpen;
  else state.isEmphasized = !isOpen;
  return { end, style: isDouble ? "strong" : "emphasis" };
}
