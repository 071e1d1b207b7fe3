/** Marks the start and the end of a formula that was written with single dollars. */
export const [mathStart, mathEnd] = ["\uE001", "\uE003"];

/** Parsing time grows quadratically with the number of formulas, so a text with more formulas isn't changed. */
export const formulasMax = 1_000;
const formulaLengthMax = 1_000;
const markedDollar = new RegExp(`\\$\\$${mathStart}|${mathEnd}\\$\\$`, "g");
const wordCharacter = /[\p{L}\p{N}_]/u;

/**
 * Converts `$x$` to a form that the parser accepts as a formula. The parser's own rule for single dollars would match
 * prices; here, as in pandoc, a dollar only opens a formula directly before its content and only closes it directly
 * after. Code, tags, expressions, imports and `$$…$$` are skipped.
 */
export function markInlineMath(text: string): string {
  if (!text.includes("$")) return text;
  let marked = "";
  let copied = 0;
  let count = 0;
  for (let at = 0; at < text.length && count < formulasMax; ) {
    const skipped = skipAt(text, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const end = text[at] === "$" ? formulaEnd(text, at) : undefined;
    if (end === undefined) at += 1;
    else {
      marked += `${text.slice(copied, at)}$$${mathStart}${text.slice(at + 1, end)}${mathEnd}$$`;
      copied = end + 1;
      at = end + 1;
      count += 1;
    }
  }
  return marked + text.slice(copied);
}

/** Restores the text as its author wrote it. */
export function unmarkInlineMath(text: string): string {
  return text.replaceAll(markedDollar, "$");
}

/** The position of the dollar that closes a formula opened here, or undefined. */
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
      return isEnd && looksLikeMath(text.slice(start + 1, at)) ? at : undefined;
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

/** The end of the region to skip at this position, or the position itself if there is none. */
function skipAt(text: string, at: number): number {
  const character = text[at];
  if (character === "\\") return at + 2;
  if (character === "`" || character === "~") return skipCode(text, at, character);
  if (character === "<") return skipTag(text, at);
  if (character === "{") return skipBraces(text, at);
  if (character === "$" && text[at + 1] === "$") return after(text, "$$", at + 2);
  if (
    (character === "i" || character === "e") &&
    isLineStart(text, at) &&
    /^(?:import|export)\s/.test(text.slice(at, at + 7))
  )
    return after(text, "\n\n", at);
  return at;
}

function skipCode(text: string, at: number, mark: string): number {
  let length = 0;
  while (text[at + length] === mark) length += 1;
  const run = mark.repeat(length);
  if (length >= 3 && isLineStart(text, at)) {
    const rest = text.slice(at + length);
    const close = new RegExp(`\\n[ \\t>]*${mark}{${Math.min(length, 100)},}[ \\t]*(?=\\n|$)`).exec(rest);
    return close === null ? text.length : at + length + close.index + close[0].length;
  }
  if (mark === "~") return at + length;
  for (let end = text.indexOf(run, at + length); end >= 0; end = text.indexOf(run, end + 1)) {
    const isSameLength = text[end + length] !== mark && text[end - 1] !== mark;
    if (isSameLength) return end + length;
    if (end - at > formulaLengthMax * 10) break;
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

function isLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /[\t >]/.test(text[before] ?? "")) before -= 1;
  return before < 0 || text[before] === "\n";
}
