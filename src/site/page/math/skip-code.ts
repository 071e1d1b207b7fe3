/** The marks of quotes and list items that may precede a block in its line. */
export const blockBefore = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t][ \t>]*)*$/;
const marksLengthMax = 200;

/** A fence may have no backticks after its own, and an unclosed fence goes on until the end. */
const fencedCode = /(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[\s\S]*?(?:\n[ \t>]*\1[`~]*[ \t\r]*(?=\n|$)|$)/y;
const codeSpan = /(`+)(?!`)(?:(?!\n[ \t>\r]*(?:\n|$))[\s\S]){1,10000}?(?<!`)\1(?!`)/y;
const marks = /[`~]+/y;
const pageCode = /(?:import|export)\s/y;

/** The end of the region to skip at this position, or the position itself if there is none. */
export function skipAt(text: string, at: number, lineStart: number): number {
  const character = text[at] ?? "";
  if (character === "\\") return at + 2;
  if (character === "<") return text.startsWith("<!--", at) ? after(text, "-->", at) : skipTag(text, at);
  if (character === "{") return skipBraces(text, at);
  if (!/[`~ie]/.test(character)) return at;
  const before = text.slice(lineStart, at);
  const isFirst = before.length <= marksLengthMax && blockBefore.test(before);
  if (character === "i" || character === "e")
    return isFirst && matchAt(pageCode, text, at) > at ? skipCodeOfPage(text, at) : at;
  const fenceEnd = isFirst ? matchAt(fencedCode, text, at) : at;
  return fenceEnd > at ? fenceEnd : Math.max(matchAt(codeSpan, text, at), matchAt(marks, text, at));
}

/** The end of the match that starts at this position, or the position itself if there is none. */
export function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Imports and exports end at a blank line outside of braces. */
function skipCodeOfPage(text: string, start: number): number {
  let open = 0;
  let blank: number | undefined;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "{") open += 1;
    else if (text[at] === "}") open -= 1;
    else if (text[at] === "\n" && /^\n\r?\n/.test(text.slice(at, at + 3))) {
      blank ??= at + 2;
      if (open <= 0) return at + 2;
    }
  }
  return blank ?? text.length;
}

/** Skips a tag with its attributes. A less-than sign in text isn't a tag. */
function skipTag(text: string, at: number): number {
  if (!/^<\/?[A-Za-z>]/.test(text.slice(at, at + 3))) return at;
  for (let end = at + 1; end < text.length; end += 1) {
    const character = text[end];
    if (character === ">") return end + 1;
    if (character === '"' || character === "'") end = after(text, character, end + 1) - 1;
    else if (character === "{") end = skipBraces(text, end) - 1;
  }
  return text.length;
}

/** Skips an expression. Braces in its strings don't count. */
function skipBraces(text: string, at: number): number {
  let depth = 0;
  for (let end = at; end < text.length; end += 1) {
    const character = text[end];
    if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return end + 1;
    } else if (character === '"' || character === "`") end = after(text, character, end + 1) - 1;
  }
  return text.length;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}
