import { type AgentTask, type AskedAgentTask, agentTasks, writeTaskPrompt } from "../../contract/agent-tasks.ts";
import { cutText } from "../../platform/cut-text.ts";
import { type MarkedPrompt, markValues, unmarkValues, valueMark, wholeMarks } from "./mark-values.ts";
import { readChange } from "./read-change.ts";
import { findPlaces } from "./read-scope.ts";
import { areFillers, findAskedTask, isRemark, lastVerb, plainWords, resemblances, wordsOf } from "./request-words.ts";

export interface AskedTask {
  task: AgentTask;
  values: readonly string[];
  /** The page or folder that the prompt limits the task to. */
  scope: string | undefined;
}

export interface ReadPrompt {
  /** What the prompt asks for; nothing if there is a word that isn't part of a task. */
  tasks: AskedTask[];
  notUnderstood: string[];
  /** The tasks that the prompt may be about, the nearest first. */
  offers: Offer[];
}

/** A task that a person can start. */
export interface Offer {
  /** With the values that were read. */
  task: AskedAgentTask;
  /** Asks for the task; undefined if a value is missing. */
  prompt: string | undefined;
}

const promptCharactersMax = 20_000;
/** Without its values. The API process reads prompts. */
const wordsCharactersMax = 2_000;
const unreadShownMax = 100;
const clausesMax = 24;
/** `Some pages have no description. They need one, so add it.` is one request. */
const clausesPerTaskMax = 4;
const offersMax = 3;

/** Finds the tasks of a prompt, in order. If a word isn't accounted for, nothing is done and there are only offers. */
export function readPrompt(prompt: string): ReadPrompt {
  const marked = markValues(prompt.slice(0, promptCharactersMax));
  const words = wholeMarks(marked.text.slice(0, wordsCharactersMax));
  const { clauses, unread } = splitClauses(words);
  const { parts, others } = readParts(clauses, marked);
  const shown = (text: string) => unmarkValues(text, marked.values);
  const rest = cutText(shown(`${unread}${marked.text.slice(words.length)}`.trim()), unreadShownMax);
  const isPlaced = shareScopes(parts);
  const notUnderstood = [...others.map(({ text }) => shown(text)), rest].filter((text) => text !== "");
  if (notUnderstood.length > 0 || parts.length === 0 || !isPlaced) {
    const offers = findOffers([...parts, ...readBeginnings(others, marked)], clauses, marked);
    return { tasks: [], notUnderstood: notUnderstood.length > 0 ? notUnderstood : [shown(words)], offers };
  }
  const asked = parts.map(({ task, values, scope }) => ({ task, values, scope }));
  const distinct = new Map(asked.map((one) => [JSON.stringify([one.task.name, one.values, one.scope]), one]));
  return { tasks: [...distinct.values()], notUnderstood, offers: [] };
}

interface Clause {
  text: string;
  /** What separates it from the clause before. */
  before: string;
  /** The number of its sentence. A line is a sentence. */
  sentence: number;
}

const bullet = /^[ \t]{0,20}(?:[-*•–—+]|\(?\d{1,3}[.)])[ \t]+/gm;
const separator =
  /(\s?(?:[\n;!?。！？、]+|[.:](?=\s|$))\s?)|\s?,\s?|(?:^|\s)\(?\d[.)]\s|\s?[()]\s?|\s(?:and then|and also|after that|and|then|also|plus|&|\+|-|–|—)\s|\s(?=(?:please|pls|can you|could you|because|since|so that)\s)/gi;

/** The clauses at the beginning of a prompt, without those that say nothing, and the rest of a long one. */
function splitClauses(prompt: string): { clauses: Clause[]; unread: string } {
  const text = prompt
    .replaceAll(bullet, "")
    .replaceAll(/\(c\)/gi, "©")
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();
  const clauses: Clause[] = [];
  let [start, sentence, before] = [0, 0, ""];
  const take = (end: number, sign: string) => {
    const clause = text.slice(start, end).trim();
    if (areFillers(wordsOf(plainWords(clause)))) return;
    clauses.push({ text: `${clause}${sign.includes("?") ? "?" : ""}`, before, sentence });
  };
  for (const { 0: sign, 1: strong, index } of text.matchAll(separator)) {
    if (clauses.length === clausesMax) return { clauses, unread: text.slice(start) };
    take(index, sign);
    start = index + sign.length;
    before = sign;
    if (strong !== undefined) sentence += 1;
  }
  take(text.length, "");
  return { clauses, unread: "" };
}

interface Part extends AskedTask {
  sentence: number;
  /** Whether the place comes before or after everything else, and in the same sentence. */
  isAtEdge: boolean;
}

interface Parts {
  parts: Part[];
  /** The clauses that belong to no part. */
  others: Clause[];
}

/** Divides the clauses into as many requests as possible, leaving out as few clauses as possible. */
function readParts(clauses: readonly Clause[], marked: MarkedPrompt): Parts {
  const best: Parts[] = [{ parts: [], others: [] }];
  for (const [last, clause] of clauses.entries()) {
    const before = best[last] ?? { parts: [], others: [] };
    const words = wordsOf(plainWords(clause.text));
    const isTail = before.parts.at(-1)?.task.name === "move-page" && areFillers(words, "move-page");
    const isNothing = isTail || isRemark(words, before.parts.length === 0);
    let found = isNothing ? before : { ...before, others: [...before.others, clause] };
    for (let first = isNothing ? last + 1 : Math.max(0, last - clausesPerTaskMax + 1); first <= last; first += 1) {
      const earlier = best[first] ?? found;
      // A sentence of its own, such as `The links work.`, asks for nothing without a verb.
      const verb = clauses
        .slice(0, first)
        .map(({ text, sentence }) => (sentence === clauses[first]?.sentence ? lastVerb(text) : undefined))
        .findLast((one) => one !== undefined);
      const part = readPart(clauses.slice(first, last + 1), marked, verb, clauses.length === last - first + 1);
      const fewer = found.others.length - earlier.others.length;
      if (part !== undefined && (fewer > 0 || (fewer === 0 && earlier.parts.length >= found.parts.length)))
        found = { parts: [...earlier.parts, part], others: earlier.others };
    }
    best.push(found);
  }
  return best.at(-1) ?? { parts: [], others: [] };
}

const question =
  /^(?:so |and |but )?(?:are|is|was|were|am|does|did|has|have|had|how|why|what|when|where|which|who|whose|should|shall|may|do (?:you|we|i|they|the|any|all|our)|can i|could i)\b/i;

function readPart(clauses: readonly Clause[], marked: MarkedPrompt, verb: string | undefined, isAlone: boolean) {
  const text = clauses.map((clause, at) => `${at === 0 ? "" : clause.before}${clause.text}`).join("");
  const isQuestion =
    clauses.some((clause) => question.test(clause.text)) ||
    clauses.every((clause) => clause.text.endsWith("?") && lastVerb(clause.text) === undefined);
  const { sentence = 0 } = clauses[0] ?? {};
  for (const { scope, rest, before } of [
    { scope: undefined, rest: text, before: "" },
    ...findPlaces(text, marked.values),
  ]) {
    const change = isQuestion ? undefined : readChange(rest, marked.values, verb, isAlone);
    const year = readYear(rest);
    const said = splitClauses(year.rest).clauses.map((clause) => plainWords(clause.text));
    const task = rest.search(valueMark) >= 0 ? undefined : findAskedTask(said, verb);
    const name = change?.isWhole === true ? change.name : task;
    if (name === undefined || (year.value !== undefined && name === task && name !== "update-copyright")) continue;
    if (isQuestion && !name.startsWith("report-")) continue;
    const values = name === change?.name ? change.values : (year.value?.split(" ") ?? []);
    const isInSentence = clauses.every((clause) => clause.sentence === sentence);
    const isAtEdge = isInSentence && (before.trim() === "" || rest === before.trim());
    return agentTasks.flatMap((one): Part[] =>
      one.name === name ? [{ task: one, values, scope, sentence, isAtEdge }] : [],
    )[0];
  }
  return undefined;
}

const oldYear =
  /\b(?:still(?: \w+)?|says|reads|shows|from|since|is) (?:the year |© ?|(copyright ))?(?:19|20)\d\d\b(?! now)/gi;
const anyYear = /\b(?:19|20)\d\d\b(?: ?(?:->|→|=>))?/g;

/** The new year: `still says 2023` names the old one. */
function readYear(text: string): { value: string | undefined; rest: string } {
  const rest = text.replaceAll(oldYear, "say $1");
  const years = rest.match(anyYear) ?? [];
  return { value: years.at(-1)?.slice(0, 4), rest: years.length > 2 ? rest : rest.replaceAll(anyYear, "") };
}

/** `Fix typos and dead links in blog/` limits both tasks. Returns whether it is certain which tasks a place limits. */
function shareScopes(parts: readonly Part[]): boolean {
  // A line such as `In guides/:` may be about all lines after it.
  if (parts.length > 1 && parts.some(({ scope, isAtEdge }) => scope !== undefined && !isAtEdge)) return false;
  return [...Map.groupBy(parts, ({ sentence }) => sentence).values()].every((some) => {
    const limited = some.filter(({ scope }) => scope !== undefined);
    const [only] = limited;
    if (only === undefined || limited.length === some.length) return true;
    for (const part of some) part.scope = only.scope;
    const isFirstOrLast = only === some[0] || only === some.at(-1);
    return limited.length === 1 && isFirstOrLast && only.isAtEdge && some.every(({ values }) => values.length < 2);
  });
}

const beginningsMax = 3;
const beginningWordsMax = 40;

/** The requests with which clauses begin: `fix broken links` in `fix broken links everywhere but in guides/`. */
function readBeginnings(clauses: readonly Clause[], marked: MarkedPrompt): Part[] {
  return clauses.slice(0, beginningsMax).flatMap((clause) => {
    const words = clause.text.split(" ").slice(0, beginningWordsMax);
    for (let end = words.length - 1; end > 0; end -= 1) {
      const part = readPart([{ ...clause, text: words.slice(0, end).join(" ") }], marked, undefined, true);
      if (part !== undefined) return [part];
    }
    return [];
  });
}

/** As the API takes the values of a task. */
const isShort = (value: string) => value.length <= 300 && !/[\r\n]/.test(value);

/** The tasks that were read, and those that the prompt resembles. */
function findOffers(parts: readonly Part[], clauses: readonly Clause[], marked: MarkedPrompt): Offer[] {
  const text = clauses.map((clause) => `${clause.before}${clause.text}`).join("");
  const change = readChange(text, marked.values, undefined, true);
  const offer = (
    name: AskedAgentTask["name"],
    [one, to]: readonly string[],
    scope: string | undefined,
  ): AskedAgentTask => ({
    name,
    ...(one !== undefined && (to === undefined ? { year: one } : [one, to].every(isShort) && { from: one, to })),
    ...(scope !== undefined && { in: scope }),
  });
  const offers = [
    ...parts.map(({ task, values, scope }) => offer(task.name, values, scope)),
    ...(change === undefined ? [] : [offer(change.name, change.values, undefined)]),
    ...resemblances(plainWords(text)).map((name) => offer(name, [], undefined)),
  ];
  const isFirst = ({ name, from }: AskedAgentTask, at: number) =>
    !offers.slice(0, at).some((one) => one.name === name && (from === undefined || one.from === from));
  return offers
    .filter(isFirst)
    .slice(0, offersMax)
    .map((task) => {
      const written = writeTaskPrompt(task);
      return { task, prompt: "prompt" in written ? written.prompt : undefined };
    });
}
