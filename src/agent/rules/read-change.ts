import { isPath, type MarkedValue } from "./mark-values.ts";
import lists from "./request-words.json" with { type: "json" };
import { fillers, isOneOf, withoutPoliteness } from "./request-words.ts";

/** What a request renames, replaces or moves. */
interface ReadChange {
  name: "rename-term" | "replace-text" | "move-page";
  values: readonly [from: string, to: string];
  /** Whether each word of the request is part of it. */
  isWhole: boolean;
}

/** The words before, between and after the two values of a form. */
const wordsOfForms = {
  w: `(?:(?:${alternatives(lists.asking)}) )*`,
  k: "(?:(?:the|our|my|new|a|term|word|name|phrase|page|file|folder|directory|brand) )*",
  a: `(?:(?:${alternatives(lists["after change"])}) )*`,
  e: `(?: (?:${alternatives(lists["after change"])}))*`,
  m: `(?: (?:${alternatives(lists["after move"])}))*`,
};
const [moves = [], replacements = [], statements = [], reversed = [], pair = []] = [
  lists.moves,
  lists.replacements,
  lists.statements,
  lists.reversed,
  [lists.pair],
].map((forms) =>
  forms.map(
    (form) => new RegExp(form.replaceAll(/\{(\w)\}/g, (_, name) => wordsOfForms[name as keyof typeof wordsOfForms])),
  ),
);
const known = new Set([
  ...fillers,
  ...([
    lists.asking,
    lists["after change"],
    lists["after move"],
    lists.moves,
    lists.replacements,
    lists.reversed,
    lists.statements,
  ]
    .join(" ")
    .match(/[a-z]+/g) ?? []),
]);
const inCode =
  /,? (?:but )?(?:not|except|excluding|outside)(?: in| of)?(?: any| the)? code(?: blocks?| samples?)?(?=$|[ ,])/gi;
const token = /\uE000(\d+)\uE000|-{1,9}>|=>|→|⇒|[^\s,;:!?()\uE000]+/gu;
const carried = /^(?:rename|replace|change|swap|move)$/;
const changing = /\b(?:renam|replac|chang|swap|mov|mv|relocat|shift|put|call|becom|term)/;
/** The old address is kept anyway, but not the page. */
const keepsPage = /\bkeep(?:ing)? (?:the |an? )?(?:old|original) (?:page|file|one|copy)\b/i;
const toward = /\b(?:to|with|by|into|instead|rather|renamed|called|named|becomes?|is now|are now)\b|->|[NQ] for /;
const isTurned = /[A-Z] (?:instead of|rather than|in place of|over|not|never) |substitute [^A-Z]{0,200}[A-Z] for /;

/** The two values of a request to change one into the other. A statement counts only if the prompt says nothing more. */
export function readChange(
  text: string,
  values: readonly MarkedValue[],
  verb: string | undefined,
  isAlone: boolean,
): ReadChange | undefined {
  const { said: own, found } = writeForm(withoutPoliteness(text.replaceAll(inCode, "")), values);
  const said = verb !== undefined && carried.test(verb) && !changing.test(own) ? `${verb} ${own}` : own;
  const match = pair[0]?.exec(said);
  if (
    match == null ||
    (!match[0].startsWith("mv") &&
      /[NL]/.test(match[0]) &&
      !(toward.test(match[0]) && (changing.test(said) || !/L/.test(match[0]))))
  )
    return undefined;
  const at = said.slice(0, match.index).match(/[A-Z]/g)?.length ?? 0;
  const fits = (forms: readonly RegExp[]) => forms.some((form) => form.test(said));
  const isMoved = fits(moves) && !keepsPage.test(text);
  const isReversed = isMoved ? false : fits(reversed) || isTurned.test(said);
  const isWhole = isMoved || fits(replacements) || fits(reversed) || (isAlone && fits(statements));
  const isPathLike = /[PR]/.test(match[0]) || /\b(?:move|mv|relocate)\b/.test(said);
  const isRenamed = new RegExp(lists.renaming).test(said) || /[L]/.test(said);
  const name = isMoved || (!isWhole && isPathLike) ? "move-page" : isRenamed ? "rename-term" : "replace-text";
  const parts = said.split(/[A-Z]/);
  const write = (value: string, index: number) => {
    const isFolder =
      /(?:folder|directory) $/.test(parts[index] ?? "") || /^ (?:folder|directory)\b/.test(parts[index + 1] ?? "");
    return name === "move-page" && isFolder && !value.endsWith("/") ? `${value}/` : value;
  };
  const [one = "", other = ""] = found.map(write).slice(at);
  return { name, values: isReversed ? [other, one] : [one, other], isWhole };
}

/** The words of a text with a letter for each value: `rename the folder P to L`. `R` is a path in quotation marks, and `N` has a capital letter or digit. */
function writeForm(text: string, values: readonly MarkedValue[]): { said: string; found: string[] } {
  const found: string[] = [];
  const said: string[] = [];
  let end = -1;
  for (const { 0: written, 1: mark, index } of text.matchAll(token)) {
    const word = written.replace(/(?<![.,])[.,]+$/, "");
    const value = mark === undefined ? undefined : values[Number(mark)];
    const isStart = /(?:^|[.;:!?])$/.test(text.slice(0, index).trim()) || said.every((one) => isOneOf(one, fillers));
    const isName = /\p{L}/u.test(word) && /[\p{Lu}\p{N}@_]/u.test(word);
    const isWord = !/[\p{L}\p{N}]/u.test(word) || ((isStart || !isName) && isOneOf(word.toLowerCase(), known));
    if (value !== undefined) said.push(letterOf(value));
    else said.push(/^[-=]+>$|^[→⇒]$/.test(word) ? "->" : isWord ? word.toLowerCase() : isName ? "N" : "L");
    const isJoined = said.at(-1) === "N" && said.at(-2) === "N" && end === index - 1;
    if (isJoined) {
      said.pop();
      found.push(`${found.pop()} ${word}`);
    } else if (/^[A-Z]$/.test(said.at(-1) ?? "")) found.push(value?.text ?? word);
    end = index + word.length;
  }
  return { said: said.join(" "), found };
}

/** A URL or mail address is a text. */
function letterOf({ text, isQuoted }: MarkedValue): string {
  const isText = text.includes("://") || (text.includes("@") && !text.includes("/"));
  return isQuoted || isText ? (isPath(text) ? "R" : "Q") : "P";
}

/** Each word is in the list once. If a word could match in two ways, the time would double with each one. */
function alternatives(words: string): string {
  const all = [...fillers, ...words.split(" ")].flatMap((word) => [word, `${word}s`]);
  return [...new Set(all)].join("|");
}
