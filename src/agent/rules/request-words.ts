import { LRUCache } from "lru-cache";
import type { AgentTaskName } from "../../contract/agent-tasks.ts";
import { editDistance } from "../../platform/edit-distance.ts";
import { englishWords } from "../../search/querying.ts";
import lists from "./request-words.json" with { type: "json" };

type Words = ReadonlySet<string>;

const shared = new Map(Object.entries(lists.shared));
const read = (text: string): Words =>
  new Set(text.replaceAll(/\*(\w+)/g, (_, name) => shared.get(name) ?? "").match(/[^ ]+/g));

/** A task is asked for by one word of each group. Any word that isn't in a list of the task keeps it from being run. */
const tasks = Object.entries(lists.tasks).map(([name, text]) => {
  const [needed = "", more = ""] = text.split("| +");
  const groups = needed.split("|").map(read);
  return {
    name: name as AgentTaskName,
    groups,
    all: new Set([...groups.flatMap((group) => [...group]), ...read(more)]),
  };
});
/** Further words that hint at a task, in other languages, too. They only choose what is offered. */
const near = Object.fromEntries(Object.entries(lists.near).map(([name, text]) => [name, read(text)]));
/** They neither limit a request nor add to it. The words around them are checked, too. */
export const fillers = read(lists.fillers);
/** In a clause that asks for nothing, they say why something is asked for. */
const remarks = read(lists.remarks);
/** Next to one of these, a task has to be asked for by a verb: `find broken links` isn't `fix broken links`. */
const seek = read(lists.seek);
const soft = read(lists.soft);
const verbs = read(`*mend *add ${lists.verbs}`);
/** The first words of a remark after a request, and those that would make it a limit: `…, the ones readers reported`. */
const starters = read(lists.starters);
/** A remark isn't only about how much, and doesn't begin with where or when: `half of them`, `in the tables`. */
const quantities = read(lists.quantities);
const limiting = read(lists.limiting);
const choosing = read(lists.choosing);
const unnamed = read(lists.unnamed);
const tails = { "move-page": read(lists["after move"]), none: read("") };
const everyWord: Words = new Set(tasks.flatMap(({ all }) => [...all]));

/** One word for each phrase, none for politeness. Only a known word may be negated: `don't work` becomes `not-work`. */
const phrases = Object.entries(lists.phrases).map(
  ([phrase, word]) => [new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrase})(?![\\p{L}\\p{N}])`, "giu"), word] as const,
);
const politeness = phrases.find(([, word]) => word === " ")?.[0] ?? / /g;

/** Clauses are read again with each group of clauses that they may belong to. */
const plain = new LRUCache<string, string>({
  max: 500,
  memoMethod: (text) =>
    phrases.reduce((one, [phrase, word]) => one.replaceAll(phrase, word), text.replaceAll("’", "'")).trim(),
});

export function plainWords(text: string): string {
  return plain.memo(text);
}

export function withoutPoliteness(text: string): string {
  return text.replaceAll("’", "'").replaceAll(politeness, " ").trim();
}

export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}#©][\p{L}\p{N}_'-]*|\uE000\d+\uE000/gu) ?? [];
  return words.map((word) => corrected.memo(word));
}

/** The word of a task that a word is a slip of. A word that exists means something else. */
const corrected = new LRUCache<string, string>({
  max: 2_000,
  memoMethod(word) {
    const slips = word.length < 8 ? 1 : 2;
    if (
      !/^\p{L}{5,30}$/u.test(word) ||
      englishWords().has(word) ||
      [everyWord, verbs, fillers, remarks, seek].some((list) => isOneOf(word, list))
    )
      return word;
    return (
      [...everyWord, ...verbs].find((known) => known.length > 4 && editDistance(word, known, slips) <= slips) ?? word
    );
  },
});

const endings: readonly (readonly [RegExp, string])[] = [
  [/'?s$/, ""],
  [/es$/, ""],
  [/ies$/, "y"],
  [/ing$/, ""],
  [/ing$/, "e"],
  [/^be-(.+?)e?d$/, "$1"],
  [/^be-(.+e)d$/, "$1"],
  [/^be-(.+)ied$/, "$1y"],
  [/([bdgmnpt])\1ing$/, "$1"],
];

/** Whether a list has the word, perhaps in another form. */
export function isOneOf(word: string, list: Words): boolean {
  return list.has(word) || endings.some(([end, other]) => end.test(word) && list.has(word.replace(end, other)));
}

/** Whether the words add nothing to a request, or nothing to what a move does anyway. */
export function areFillers(words: readonly string[], tail: keyof typeof tails = "none"): boolean {
  return words.every((word) => isOneOf(word, fillers) || isOneOf(word, tails[tail]));
}

/** Whether a word in front of `page` or `folder` may be the name of one. */
export function isName(word: string): boolean {
  return !isOneOf(word, fillers) && !unnamed.has(word);
}

/** The last verb that asks for something. Requests such as `fix links and anchors` name it once. */
export function lastVerb(text: string): string | undefined {
  return wordsOf(text).findLast((word) => verbs.has(word));
}

function isVerb(word: string): boolean {
  return isOneOf(word, verbs) && !soft.has(word);
}

/** Whether a clause only says why something is asked for. */
export function isRemark(words: readonly string[], isFirst: boolean): boolean {
  return (
    (isFirst || starters.has(words[0] ?? "")) &&
    saysWhy(words) &&
    words.every((word) => !isVerb(word) && (remarks.has(word) || (isOneOf(word, fillers) && !choosing.has(word))))
  );
}

function saysWhy(words: readonly string[]): boolean {
  return !limiting.has(words[0] ?? "") && words.some((word) => !isOneOf(word, fillers) && !quantities.has(word));
}

/** The task that the clauses ask for, if each of their words belongs to it. */
export function findAskedTask(clauses: readonly string[], verb: string | undefined): AgentTaskName | undefined {
  const said = clauses.map(wordsOf);
  const words = said.flat();
  const firstAsked = said.findIndex((clause) => clause.some(isVerb));
  const [task] = tasks.filter(({ groups, all, name }) => {
    const isReport = name.startsWith("report-");
    const isRead = said.every((clause, at) => {
      const isRemark = !clause.some(isVerb) && saysWhy(clause) && (at < firstAsked || starters.has(clause[0] ?? ""));
      return clause.every((word) => {
        if (isRemark && remarks.has(word)) return true;
        return (
          isOneOf(word, all) ||
          seek.has(word) ||
          (isOneOf(word, fillers) && !(isRemark && at > firstAsked && choosing.has(word)))
        );
      });
    });
    const isSought = words.some((word) => seek.has(word) && !all.has(word));
    const isDone = isReport || !isSought || words.some((word) => isOneOf(word, all) && isVerb(word));
    const meets = (group: Words) =>
      words.some((word) => isOneOf(word, group)) || (clauses.length === 1 && verb !== undefined && group.has(verb));
    return isRead && isDone && groups.every(meets);
  });
  return task?.name;
}

const isUnspaced = /[\p{Script=Han}\p{Script=Katakana}]/u;

/** The tasks that a text may be about, the nearest first. */
export function resemblances(text: string): AgentTaskName[] {
  const said = [...new Set(wordsOf(text))].map((word) => {
    const rarity = 1 / Math.max(1, tasks.filter(({ all }) => isOneOf(word, all)).length) ** 2;
    return { word, rarity };
  });
  return Object.entries(near)
    .map(([name, hints]) => {
      const { groups, all } = tasks.find((task) => task.name === name) ?? { groups: [], all: hints };
      const met =
        groups.filter((group) => said.some(({ word }) => isOneOf(word, group))).length / Math.max(1, groups.length);
      const own = said.reduce((sum, { word, rarity }) => sum + (isOneOf(word, all) ? rarity : 0), 0);
      const hinted = said.filter(
        ({ word }) => isOneOf(word, hints) || [...hints].some((hint) => isUnspaced.test(hint) && word.includes(hint)),
      );
      return { name: name as AgentTaskName, share: met + own + hinted.length / 2 };
    })
    .filter(({ share }) => share >= 0.5)
    .toSorted((one, other) => other.share - one.share)
    .map(({ name }) => name);
}
