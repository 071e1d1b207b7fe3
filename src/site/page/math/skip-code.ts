const blockBefore = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t][ \t>]*)*$/;
const marksLengthMax = 200;

/** A fence may have no backticks after its own, and an unclosed fence goes on until the end. */
const fencedCode = /(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[\s\S]*?(?:\n[ \t>]*\1[`~]*[ \t\r]*(?=\n|$)|$)/y;
/** The end of a paragraph: a blank line, or the start of another block. */
export const paragraphEnd = String.raw`\n[ \t>\r]*(?:\n|$|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\x60{3}|~{3})`;
const codeSpan = new RegExp(String.raw`(\x60+)(?!\x60)(?:(?!${paragraphEnd})[\s\S]){1,10000}?(?<!\x60)\1(?!\x60)`, "y");
const marks = /[`~]+/y;
const pageCode = /(?:import|export)\s/y;
/** A less-than sign in text isn't a tag. */
const tagStart = /<\/?[A-Za-z>]/y;

/** The end of the region to skip at this position, or the position itself if there is none. */
export function skipAt(text: string, at: number, lineStart: number): number {
  const character = text[at] ?? "";
  if (character === "\\") return at + 2;
  if (text.startsWith("<!--", at)) return after(text, "-->", at);
  if (character === "{" || matchAt(tagStart, text, at) > at) return skipMarkup(text, at);
  if (!/[`~ie]/.test(character)) return at;
  const before = text.slice(lineStart, at);
  const isFirst = mayPrecedeBlock(before);
  if (character === "i" || character === "e")
    return isFirst && matchAt(pageCode, text, at) > at ? skipCodeOfPage(text, at) : at;
  const fenceEnd = isFirst ? matchAt(fencedCode, text, at) : at;
  return fenceEnd > at ? fenceEnd : Math.max(matchAt(codeSpan, text, at), matchAt(marks, text, at));
}

/** Whether the text before a position in its line is only the marks of quotes and list items. */
export function mayPrecedeBlock(before: string): boolean {
  return before.length <= marksLengthMax && blockBefore.test(before);
}

/** The end of the match that starts at this position, or the position itself if there is none. */
export function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Imports and exports end at a blank line outside of braces. */
function skipCodeOfPage(text: string, start: number): number {
  let open = 0;
  let firstEnd: number | undefined;
  for (const { 0: token, index } of text.slice(start).matchAll(/[{}]|\n(?=\r?\n)/g)) {
    const end = start + index + 2;
    if (token === "{") open += 1;
    else if (token === "}") open -= 1;
    else if (open <= 0) return end;
    else firstEnd ??= end;
  }
  return firstEnd ?? text.length;
}

/** Skips a tag with its attributes, or an expression. In an expression, a single quote may be an apostrophe. */
function skipMarkup(text: string, start: number): number {
  const close = text[start] === "<" ? ">" : "}";
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (character === '"' || character === (depth > 0 ? "`" : "'")) at = after(text, character, at + 1) - 1;
    if (character === close && depth <= 0) return at + 1;
  }
  return text.length;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}
