/** The marks of quotes and list items that may precede a block in its line. */
export const blockBefore = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t][ \t>]*)*$/;
const codeLengthMax = 10_000;

/** The end of the region to skip at this position, or the position itself if there is none. */
export function skipAt(text: string, at: number): number {
  const character = text[at];
  if (character === "\\") return at + 2;
  if (character === "`" || character === "~") return skipCode(text, at, character);
  if (character === "<") return text.startsWith("<!--", at) ? after(text, "-->", at) : skipTag(text, at);
  if (character === "{") return skipBraces(text, at);
  if (
    (character === "i" || character === "e") &&
    isLineStart(text, at) &&
    /^(?:import|export)\s/.test(text.slice(at, at + 7))
  )
    return skipCodeOfPage(text, at);
  return at;
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

function skipCode(text: string, at: number, mark: string): number {
  let length = 0;
  while (text[at + length] === mark) length += 1;
  const run = mark.repeat(length);
  if (length >= 3 && isLineStart(text, at)) {
    const rest = text.slice(at + length);
    const close = new RegExp(`\\n[ \\t>]*${mark}{${Math.min(length, 100)},}[ \\t\\r]*(?=\\n|$)`).exec(rest);
    return close === null ? text.length : at + length + close.index + close[0].length;
  }
  if (mark === "~") return at + length;
  for (let end = text.indexOf(run, at + length); end >= 0; end = text.indexOf(run, end + 1)) {
    const isSameLength = text[end + length] !== mark && text[end - 1] !== mark;
    if (isSameLength) return end + length;
    if (end - at > codeLengthMax) break;
  }
  return at + length;
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

/** Also after the marks of quotes and list items. */
function isLineStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - marksLengthMax), at);
  return blockBefore.test(before.slice(before.lastIndexOf("\n") + 1));
}

const marksLengthMax = 200;
