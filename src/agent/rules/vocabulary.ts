import { editDistance } from "../../platform/edit-distance.ts";
import type { Clause } from "./clauses.ts";

/** Words that don't change the meaning of a request. */
const filler = words(`a ahead all also an any are be can could docs documentation each entire every everywhere
  existing file files finally first folder for from go has have hello hey hi i i'd i'll in is it its just kindly
  lectern let let's like make me my need needs next now of on once our over page pages please pls project repo
  repository should site so some sure task tasks thank thanks that the their them then there these they this those
  throughout to today todo want we website wherever where which whole will with would you your across they're
  everything content text texts document documents mdx markdown`);
const fixVerbs = words(`fix fixing repair repairing mend correct correcting resolve solve heal restore update
  updating handle`);

interface Vocabulary {
  /** A clause matches a form if it contains a word from each group of the form. */
  forms: readonly (readonly string[])[];
  /** Other words that the clause may contain. */
  also?: string;
  /** Whether the clause may contain verbs such as `fix`. */
  fixes?: boolean;
}

/** Matches clauses that contain the words of a task in any order, and no unknown words. */
export function createReader({ forms, also = "", fixes = true }: Vocabulary): (clause: Clause) => boolean {
  const groups = forms.map((form) => form.map(words));
  const known = new Set([...groups.flat(2).flatMap((group) => [...group]), ...words(also), ...(fixes ? fixVerbs : [])]);
  return (clause) => {
    if (clause.length > wordsMax) return false;
    const found = clause.map(({ word }) => nearWord(word, known));
    if (found.includes(undefined)) return false;
    return groups.some((form) => form.every((group) => found.some((word) => word !== undefined && group.has(word))));
  };
}

/** Whether the clause, such as `please do that`, requests nothing on its own. */
export function isFiller(clause: Clause): boolean {
  return clause.every(({ word }) => filler.has(word) || fixVerbs.has(word));
}

/** Whether the clause, such as `fix it` or `and correct them`, refers to something named before. */
export function refersToEarlierFinding(clause: Clause): boolean {
  return isFiller(clause) && clause.some(({ word }) => fixVerbs.has(word));
}

export function isFillerWord(word: string): boolean {
  return filler.has(word);
}

/** In shorter words, a one-letter difference often makes another word, such as `links` and `lines`. */
const typoLengthMin = 6;
const wordsMax = 40;

function nearWord(word: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(word)) return word;
  if (filler.has(word)) return "";
  if (word.length < typoLengthMin - 1) return undefined;
  return [...known].find((candidate) => candidate.length >= typoLengthMin && editDistance(word, candidate, 1) <= 1);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}
