import { forEachWord, framingWords, functionWords, stemEnglish, stopWords, termsOf } from "../../search/language.ts";

const charactersMax = 300;
const termsMax = 20;
/** Questions about the same subject share at least half of their words. */
const likenessMin = 0.5;
const subjectWords = 4;

const ignored = new Set([stopWords, framingWords, ...Object.values(functionWords)].flatMap((words) => [...words]));

export interface QuestionGroup<Question> {
  /** The words that occur most often. */
  subject: string;
  questions: Question[];
}

/**
 * Groups questions by the words they share, the largest group first. Each question is compared with the first one of
 * each group, so the work grows with the number of groups and not with all pairs of words.
 */
export function groupQuestions<Question extends { question: string }>(
  questions: readonly Question[],
): QuestionGroup<Question>[] {
  const groups: Growing<Question>[] = [];
  for (const question of questions) {
    const terms = subjectTerms(question.question);
    const likeness = groups.map((group) => likenessOf(group.terms, terms));
    const best = likeness.indexOf(Math.max(...likeness));
    const known = (likeness[best] ?? 0) >= likenessMin ? groups[best] : undefined;
    const group: Growing<Question> = known ?? { terms, questions: [], counts: new Map() };
    if (known === undefined) groups.push(group);
    group.questions.push(question);
    for (const [term, word] of terms) {
      group.counts.set(term, {
        word: group.counts.get(term)?.word ?? word,
        times: (group.counts.get(term)?.times ?? 0) + 1,
      });
    }
  }
  return groups
    .map(({ questions: members, counts }) => ({ subject: describe([...counts.values()], members), questions: members }))
    .toSorted((one, other) => other.questions.length - one.questions.length);
}

export function isSameSubject(one: string, other: string): boolean {
  return likenessOf(subjectTerms(one), subjectTerms(other)) >= likenessMin;
}

interface Growing<Question> {
  terms: ReadonlyMap<string, string>;
  questions: Question[];
  counts: Map<string, Counted>;
}

interface Counted {
  word: string;
  times: number;
}

function describe(counts: readonly Counted[], [first]: readonly { question: string }[]): string {
  const frequent = counts.toSorted((one, other) => other.times - one.times).slice(0, subjectWords);
  return frequent.map(({ word }) => word).join(" ") || (first?.question.slice(0, charactersMax) ?? "");
}

/** The stems of the words that say what a question is about, with the words themselves. */
function subjectTerms(question: string): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  const named = new Map<string, string>();
  forEachWord(question.slice(0, charactersMax), (word) => {
    for (const { term } of termsOf(word)) {
      if (all.size >= termsMax) return;
      all.set(stemEnglish(term), word.toLowerCase());
      if (!ignored.has(term)) named.set(stemEnglish(term), word.toLowerCase());
    }
  });
  return named.size > 0 ? named : all;
}

function likenessOf(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): number {
  const shared = [...one.keys()].filter((term) => other.has(term)).length;
  return (2 * shared) / Math.max(one.size + other.size, 1);
}
