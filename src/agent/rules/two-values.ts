import type { Clause, Token } from "./clauses.ts";
import { isFillerWord } from "./vocabulary.ts";

const connectors: ReadonlySet<string> = new Set("to with by into as -> → => ⇒".split(" "));
const kindWords: ReadonlySet<string> = new Set(
  `term terms word words text texts phrase phrases name product string strings mention mentions occurrence occurrences
  instance instances every all each of the from page file folder`.split(/\s+/),
);
const wordsMax = 5;

interface TwoValues {
  verb: string;
  /** `page`, `file` or `folder`, if the clause says so. */
  kind: string | undefined;
  from: Token;
  to: Token;
}

/** Parses `verb [kind] X to Y`, with or without quotes. */
export function readTwoValues(clause: Clause, verbs: ReadonlySet<string>): TwoValues | undefined {
  const start = clause.findIndex(({ word }) => !isFillerWord(word));
  const verb = clause[start]?.word ?? "";
  if (!verbs.has(verb)) return undefined;
  let index = start + 1;
  while (index < clause.length - 1 && kindWords.has(clause[index]?.word ?? "")) index += 1;
  const kinds = clause.slice(start + 1, index).map(({ word }) => word);
  const rest = clause.slice(index);
  const middle = rest.findIndex(({ word }, at) => at > 0 && connectors.has(word));
  if (middle < 0) return undefined;
  const from = readValue(rest.slice(0, middle));
  const to = readValue(rest.slice(middle + 1));
  if (from === undefined || to === undefined) return undefined;
  return { verb, kind: kinds.find((kind) => kind === "page" || kind === "file" || kind === "folder"), from, to };
}

/** One quoted text or a few plain words, without trailing filler such as `everywhere`. */
function readValue(tokens: readonly Token[]): Token | undefined {
  const kept = [...tokens];
  while (kept.length > 1 && isFillerWord(kept.at(-1)?.word ?? "")) kept.pop();
  while (kept.length > 1 && kindWords.has(kept[0]?.word ?? "")) kept.shift();
  const [first] = kept;
  if (first === undefined || kept.length > wordsMax) return undefined;
  if (kept.length === 1) return first;
  if (kept.some(({ word }) => word === "")) return undefined;
  const text = kept.map((token) => token.text).join(" ");
  return { text, word: text.toLowerCase() };
}

/** Whether the text looks like the path of a page or folder. */
export function isPath({ text }: Token): boolean {
  return !/\s/.test(text) && (text.includes("/") || /\.mdx?$/.test(text)) && !text.includes("://");
}
