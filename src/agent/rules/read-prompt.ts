import { cutText } from "../../platform/cut-text.ts";
import { isPath, type MarkedPrompt, type MarkedValue, markValues, unmarkValues, valueMark } from "./mark-values.ts";
import { createMatcher, findCertain, joined, resembles } from "./match-request.ts";
import { readValues } from "./read-values.ts";
import {
  continues,
  hasPronoun,
  isFillerWord,
  isVerb,
  readRequestWords,
  refersToEarlier,
  wordsOf,
} from "./request-words.ts";
import { type KnownTask, knownTasks } from "./task-asks.ts";

export interface AskedTask {
  task: KnownTask;
  values: readonly string[];
  /** The page or folder that the prompt limits the task to. */
  scope: string | undefined;
}

export interface ReadPrompt {
  tasks: AskedTask[];
  /** The parts of the prompt that aren't certainly a task. */
  notUnderstood: string[];
  /** The tasks that these parts resemble most. */
  nearest: KnownTask[];
}

const promptCharactersMax = 20_000;
/** Without its values. The API process reads prompts, and each word is compared with those of all examples. */
const wordsCharactersMax = 2_000;
const unreadShownMax = 100;
/** A sentence with more parts is no list of tasks. */
const partsMax = 50;
const greeting = /^\s*(?:hi|hey|hello|dear)\b(?:[ ,]+(?:lectern|agent|there|all|team)\b)?[ ,!.]*/i;
const sentencesMax = 50;
const nearestMax = 3;
const nearScoreMin = 0.4;

const match = createMatcher(knownTasks);
const noWords: ReadonlySet<string> = new Set();
/** The words that people use for each task. */
const wordsByTask = new Map(
  knownTasks.map(({ name, asks }) => {
    const read = asks.flatMap((ask) => (ask.includes("{") ? [] : (readRequestWords(ask) ?? [])));
    return [name, new Set(read.flatMap(({ verbs, others }) => [...verbs, ...others]))] as const;
  }),
);

/** Finds the tasks in a prompt, in order. Parts that aren't clearly a task are returned as not understood. */
export function readPrompt(prompt: string): ReadPrompt {
  const marked = markValues(prompt.slice(0, promptCharactersMax).replace(greeting, ""));
  const tasks: AskedTask[] = [];
  const missed: string[] = [];
  let verb: string | undefined;
  const read = (text: string) => readTask(text, marked);
  for (const sentence of splitSentences(marked.text.slice(0, wordsCharactersMax))) {
    const parts = question.test(sentence) ? [sentence] : splitParts(sentence);
    const inParts = parts.map((part) => {
      const own = parts.length > 1 && !hasVerb(part) && verb !== undefined ? `${verb} ${part}` : part;
      verb = wordsOf(part).find(isVerb) ?? verb;
      return { part, task: read(own) };
    });
    const isDone = inParts.every(({ part, task }) => task !== undefined || saysNothing(part));
    const whole = isDone || parts.length === 1 ? undefined : read(sentence);
    const before = missed.at(-1);
    // "A customer found dead links. Point them to the right pages."
    const joint =
      !isDone && whole === undefined && before !== undefined && hasPronoun(sentence)
        ? read(`${before} ${joined} ${sentence}`)
        : undefined;
    if (joint !== undefined) missed.pop();
    const found = whole === undefined && joint === undefined ? inParts : [{ part: sentence, task: whole ?? joint }];
    tasks.push(...inOnePlace(found.flatMap(({ task }) => task ?? [])));
    missed.push(...found.flatMap(({ part, task }) => (task === undefined && !saysNothing(part) ? [part] : [])));
  }
  if (tasks.length === 0 && missed.length === 0) missed.push(marked.text.trim());
  const isSaid = (part: string) =>
    tasks.some(
      ({ task }) => resembles(part, task.implies ?? []) || continues(part, wordsByTask.get(task.name) ?? noWords),
    );
  const pathsIn = (part: string) =>
    [...part.matchAll(valueMark)]
      .flatMap(([, at]) => marked.values[Number(at)] ?? [])
      .filter((value) => !value.isQuoted);
  const isOnlyReason = (part: string) => tasks.length > 0 && isReason(part) && pathsIn(part).length === 0;
  const rest = missed.filter((part) => !isOnlyReason(part) && !isSaid(part));
  // "Some links in guides/a.mdx jump nowhere. Fix the anchors." is about one page.
  const [only, ...others] = new Set(
    rest
      .filter(isReason)
      .flatMap(pathsIn)
      .map(({ text }) => text),
  );
  const place = others.length === 0 ? only : undefined;
  const unread = marked.text.slice(wordsCharactersMax).trim();
  if (unread !== "") rest.push(cutText(unread, unreadShownMax));
  return {
    tasks: distinct(tasks.map((task) => (task.values.length === 0 ? { ...task, scope: task.scope ?? place } : task))),
    notUnderstood: rest.map((part) => unmarkValues(part.replaceAll(` ${joined}`, ","), marked.values)),
    nearest: nearestTo(rest),
  };
}

/** `Fix typos and dead links in blog/` limits both tasks: what isn't asked for is left alone. */
function inOnePlace(tasks: readonly AskedTask[]): AskedTask[] {
  const last = tasks.at(-1)?.scope;
  return tasks.map((task) => (task.scope === undefined && task.values.length === 0 ? { ...task, scope: last } : task));
}

function distinct(tasks: readonly AskedTask[]): AskedTask[] {
  return [...new Map(tasks.map((task) => [JSON.stringify([task.task.name, task.values, task.scope]), task])).values()];
}

function nearestTo(parts: readonly string[]): KnownTask[] {
  const near = parts.flatMap((part) => match(part)).filter(({ score }) => score >= nearScoreMin);
  const best = near.toSorted((one, other) => other.score - one.score).map(({ task }) => task);
  return [...new Set(best)].slice(0, nearestMax);
}

/** Sentences and lines. `Are there dead links? Fix them.` is one request. */
function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  const plain = text.replaceAll(/^[ \t]{0,20}(?:[-*•–—+]|\d{1,3}[.)])[ \t]/gm, "");
  for (const sentence of plain.split(/[\n;!?:()]|\.(?=\s|$)|\s\d{1,2}[.)](?=\s)/, sentencesMax)) {
    const clean = sentence.trim().replaceAll(/[^\S\n]+/g, " ");
    const last = sentences.at(-1);
    if (clean === "") continue;
    if (last !== undefined && refersToEarlier(clean))
      sentences.splice(-1, 1, `${last.replace(openQuestion, "")} ${joined} ${clean}`);
    else sentences.push(clean);
  }
  return sentences;
}

const openQuestion = /^(?:are|is|do|does|have|has)\s+(?:there\s+)?/i;
/** The place at the start of a sentence is meant for all its parts: `in guides/, fix typos and links`. */
const reasonStart =
  /^(?:i|i'm|we|our|my|the|an?|all|every|several|some|many|most|this|that|these|those|it|its|it's|they|there|which|because|since|as|two|three|happy|thanks)\b/i;
/** A statement has a verb in a form that an order doesn't have. */
const statement = /\s(?:am|are|can|did|does|got|had|has|have|is|was|were|\p{L}+n't|\p{L}{2,}ed)(?!\p{L})/iu;
/** A wish or a limit is part of the request: `the tone should be warmer`, `leave the API pages alone`. */
const wish =
  /\b(?:should|must|needs?|wants?|would|could|please|pls|have to|has to|had better|like|love|prefer|wish|leave|keep|skip|ignore|exclude|except|only|but|without|never|you)\b/i;
const placeFirst = /^(?:in|on|under|inside|within)\s(?:[a-z]+\s){0,2}\uE000\d+\uE000,\s*/i;

const joiner = /,| (?:and|then|also|plus|but|&|\+|[-–—]) /i;

function splitParts(sentence: string): string[] {
  const [place = ""] = placeFirst.exec(sentence) ?? [];
  const parts: string[] = [];
  const all = sentence.slice(place.length).split(joiner, partsMax + 1);
  for (const part of all.length > partsMax ? [sentence.slice(place.length)] : all) {
    const clean = part.replace(/^(?:and|then|also|but)\s+/i, "").trim();
    const last = parts.at(-1);
    if (last !== undefined && refersToEarlier(clean)) parts.splice(-1, 1, `${last} ${joined} ${clean}`);
    else if (clean !== "") parts.push(clean);
  }
  return place === "" ? parts : parts.map((part) => `${place.replace(/,\s*$/, "")} ${part}`);
}

/** Next to a task, such a part only gives a reason: `our auditors complained`. */
function isReason(part: string): boolean {
  const [first = "", ...more] = wordsOf(part);
  if (isVerb(first) || wish.test(part) || question.test(part)) return false;
  return reasonStart.test(part) || (part.search(valueMark) < 0 && (statement.test(part) || more.length === 0));
}

function hasVerb(part: string): boolean {
  return wordsOf(part).some(isVerb);
}

/** Whether a part, such as `please` or `find` in `find and replace`, asks for nothing by itself. */
function saysNothing(part: string): boolean {
  return part.search(valueMark) < 0 && readRequestWords(part)?.others.length === 0;
}

/** `Are there broken links?` is a question; `could you fix them?` asks for a change. */
const question =
  /^(?:(?:are|is|was|were|am|does|did|has|have|had|how|why|what|when|where|which|who|whose)\b|do (?:you|we|i|they|the)\b)/i;
const negations: ReadonlySet<string> = new Set("don't dont not never stop avoid without no".split(" "));

function readTask(text: string, marked: MarkedPrompt): AskedTask | undefined {
  const words = wordsOf(text);
  const verbAt = words.findIndex(isVerb);
  const isNegative = words.slice(0, Math.max(verbAt, 1)).some((word) => negations.has(word));
  if (isNegative) return undefined;
  const isQuestion = question.test(text);
  const { values } = marked;
  for (const { rest, scope } of [...findScopes(text, values), { rest: text, scope: undefined }]) {
    const task = readRequest(rest, marked);
    // A question is answered by a list, not by changes.
    if (task !== undefined && (!isQuestion || task.task.name.startsWith("report-"))) return { ...task, scope };
  }
  return undefined;
}

function readRequest(text: string, marked: MarkedPrompt): Omit<AskedTask, "scope"> | undefined {
  // "Everything in sdk/ should be under developers/sdk/. Move it."
  const [described = ""] = text.split(` ${joined}`);
  for (const task of knownTasks) {
    const values = task.values === undefined ? undefined : readValues(task, described, marked.values);
    if (values !== undefined) return { task, values };
  }
  const rest = text.replaceAll(yearPattern, "");
  const isClear = rest.search(valueMark) < 0 && readRequestWords(rest)?.others.length !== 0;
  const task = isClear ? findCertain(match(rest)) : undefined;
  if (task === undefined) return undefined;
  const isYear = task.values?.[0]?.kind === "year";
  if (!isYear) return rest === text ? { task, values: [] } : undefined;
  // "The notice still says 2023" names a year that isn't the new one.
  return { task, values: [...text.matchAll(newYearPattern)].slice(0, 1).map(([, year = ""]) => year) };
}

const yearPattern = /\b(?:19|20)\d\d\b/g;
const newYearPattern = /\b(?:to|year)\s+((?:19|20)\d\d)\b/gi;
const before: ReadonlySet<string> = new Set("in inside within under below on of for from".split(" "));
const kinds: ReadonlySet<string> = new Set("page file folder directory section".split(" "));

/** The places that a request may be limited to: `… in guides/start.mdx`, `… in the folder guides`, `in guides/ …`. */
function findScopes(text: string, values: readonly MarkedValue[]): { rest: string; scope: string }[] {
  const words = text.split(/\s+/);
  return words.flatMap((word, index) => {
    if (!before.has(word.toLowerCase())) return [];
    const after = words.slice(index + 1, index + 5);
    const skipped = after.findIndex((one) => !/^(?:the|only|my|our|page|file|folder|directory|section)$/i.test(one));
    const name = after[skipped];
    if (name === undefined) return [];
    const [, mark] = /^\uE000(\d+)\uE000$/.exec(name) ?? [];
    const value = mark === undefined ? undefined : values[Number(mark)];
    const kindAround = [...after.slice(0, skipped), after[skipped + 1] ?? ""];
    const isOfPages = /^(?:pages|files) (?:in|inside|within|under|below)$/i.test(`${words[index - 1]} ${word}`);
    const isNamed = (isOfPages || kindAround.some((one) => kinds.has(one.toLowerCase()))) && !isFillerWord(name);
    const scope =
      value === undefined
        ? isNamed
          ? name
          : undefined
        : value.isQuoted || isPath(value.text)
          ? value.text
          : undefined;
    const end = index + skipped + 2;
    const isKind = kinds.has(words[end]?.toLowerCase() ?? "");
    const rest = [...words.slice(0, index), ...words.slice(isKind ? end + 1 : end)].filter(
      (one, at) => !(one === "only" && at === index - 1),
    );
    return scope === undefined ? [] : [{ rest: rest.join(" "), scope }];
  });
}
