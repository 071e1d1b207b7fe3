export interface Token {
  /** The text as written, without quotes. */
  text: string;
  /** The text in lowercase. Empty for quoted text, which is never part of the grammar. */
  word: string;
}

/** One request in a prompt. */
export type Clause = readonly Token[];

const clausesMax = 50;
const tokensMax = 2_000;

const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "”": "”",
  "‘": "’",
  "‚": "‘",
  "«": "»",
  "»": "«",
  "„": "“",
  "‹": "›",
  "「": "」",
};
/** Other characters that may close a quotation, because people mix quotation marks. */
const closings: Readonly<Record<string, string>> = { "“": '”"', "„": '“”"', "‘": "’'", "‚": "‘’'", '"': '"”' };

/** Two verbs that make up one request: `find and replace`, `check for and fix`. */
const doubleVerb =
  /\b(?:find|check|search|look|scan|detect|identify|locate|review)(?:\s+for)?\s+(?:and|&|,)\s+(?:then\s+)?(?=\p{L})/giu;
const separator = /^(?:and|then|also|plus|&|\+|[•*–—-]|\d+[.)])$/i;

/** Splits a prompt at commas, ends of sentences and lines, and words such as `and`. */
export function readClauses(prompt: string): Clause[] {
  const clauses: Token[][] = [[]];
  for (const part of tokenize(prompt.replaceAll(doubleVerb, "")).slice(0, tokensMax)) {
    if (part !== "end") clauses.at(-1)?.push(part);
    else if (clauses.at(-1)?.length !== 0) clauses.push([]);
  }
  return clauses.filter((clause) => clause.length > 0).slice(0, clausesMax);
}

/** The clause as the user wrote it, for messages. */
export function clauseText(clause: Clause): string {
  return clause.map(({ text, word }) => (word === "" ? `"${text}"` : text)).join(" ");
}

function tokenize(prompt: string): (Token | "end")[] {
  const tokens: (Token | "end")[] = [];
  for (let index = 0; index < prompt.length; ) {
    const sign = prompt[index] ?? "";
    const quoted = readQuoted(prompt, index);
    if (quoted !== undefined) {
      tokens.push({ text: quoted.text, word: "" });
      index = quoted.end;
    } else if (sign === "\n" || (/[,;.!?:()]/.test(sign) && !startsPath(prompt, index))) {
      tokens.push("end");
      index += 1;
    } else if (/\s/.test(sign)) index += 1;
    else {
      const [written = sign] = /^[^\s]+/.exec(prompt.slice(index, index + wordCharactersMax)) ?? [];
      const text = written.replace(/[,;.!?:)]+$/, "") || sign;
      tokens.push(
        separator.test(text) || separator.test(written)
          ? "end"
          : { text, word: text.toLowerCase().replaceAll("’", "'") },
      );
      index += text.length;
    }
  }
  return tokens;
}

/** Whether a path such as `./page`, `../page` or `.hidden` starts here. */
function startsPath(prompt: string, index: number): boolean {
  return /^\.{1,2}[\p{L}\p{N}/_]/u.test(prompt.slice(index, index + 3));
}

const wordCharactersMax = 400;
const quotedCharactersMax = 400;

/** A quotation starts after a space, so an apostrophe inside a word doesn't open one. */
function readQuoted(prompt: string, start: number): { text: string; end: number } | undefined {
  const opening = prompt[start] ?? "";
  const own = quotes[opening];
  if (own === undefined) return undefined;
  const ends = closings[opening] ?? own;
  for (let index = start + 1; index <= start + quotedCharactersMax && index < prompt.length; index += 1) {
    if (!ends.includes(prompt[index] ?? "") || /[\p{L}\p{N}]/u.test(prompt[index + 1] ?? "")) continue;
    const text = prompt.slice(start + 1, index).trim();
    return text === "" ? undefined : { text, end: index + 1 };
  }
  return undefined;
}
