/**
 * Aligns the characters of a text with its source, which may contain escapes, character references and line breaks.
 * Line breaks are spaces in the text. Undefined if the alignment isn't certain.
 */
export function textPlaces(text: string, source: string, start: number): number[] | undefined {
  const places: number[] = [];
  let at = 0;
  for (let index = 0; index < text.length; index += 1) {
    places.push(start + at);
    const length = sourceLength(text, index, source, at);
    if (length === 0) return undefined;
    at += length;
  }
  if (at !== source.length) return undefined;
  places.push(start + at);
  return places;
}

/** The length of a character in the source; 0 if the source has something else here. */
function sourceLength(text: string, index: number, source: string, at: number): number {
  const character = text[index];
  const written = source[at];
  if (written === undefined) return 0;
  if (character === " ") {
    const end = lineBreakEnd(source, at);
    if (end > at) return end - at;
  }
  if (written === "\\" && source[at + 1] === character && isPunctuation(character)) return 2;
  if (written === "&") {
    const reference = characterReference(source, at);
    if (reference !== undefined) return reference.character === character ? reference.length : 0;
  }
  return written === character ? 1 : 0;
}

/** The end of a line break, including the whitespace around it and the prefix of the next line. */
function lineBreakEnd(source: string, at: number): number {
  let end = at;
  while (source[end] === " " || source[end] === "\t") end += 1;
  if (source[end] === "\r") end += source[end + 1] === "\n" ? 2 : 1;
  else if (source[end] === "\n") end += 1;
  else return at;
  while (source[end] === " " || source[end] === "\t" || source[end] === ">") end += 1;
  return end;
}

function isPunctuation(character: string | undefined): boolean {
  return character !== undefined && /^[!-/:-@[-`{-~]$/.test(character);
}

const referenceLengthMax = 32;
const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
  copy: "©",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  rarr: "→",
  larr: "←",
  times: "×",
};

function characterReference(source: string, at: number): { character: string | undefined; length: number } | undefined {
  const match = /^&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{0,30}));/i.exec(source.slice(at, at + referenceLengthMax));
  if (match === null) return undefined;
  const [{ length }, hexadecimal, decimal, name = ""] = match;
  if (name !== "") return { character: Object.hasOwn(named, name) ? named[name] : undefined, length };
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  // For characters beyond U+FFFF, one reference stands for two UTF-16 units of the text.
  return { character: code > 0 && code <= 0xffff ? String.fromCharCode(code) : undefined, length };
}
