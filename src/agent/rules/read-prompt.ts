import { type AgentTask, agentTasks, writeTaskPrompt } from "../../contract/agent-tasks.ts";
import { cutText } from "../../platform/cut-text.ts";
import { classifyRequest, type RequestKind, weighValues } from "./classify-request.ts";
import { isPath, type MarkedPrompt, markValues, unmarkValues, valueMark, wholeMarks } from "./mark-values.ts";
import { type ReadRequest, readRequest } from "./read-request.ts";
import type { ReadValues } from "./read-values.ts";
import {
  type Clause,
  isDependent,
  isDone,
  isNegative,
  isQuestion,
  isRevoked,
  lastVerb,
  splitClauses,
} from "./split-clauses.ts";

export interface AskedTask {
  task: AgentTask;
  values: readonly string[];
  /** The page or folder that the prompt limits the task to. */
  scope: string | undefined;
}

export interface ReadPrompt {
  tasks: AskedTask[];
  /** The parts of the prompt that aren't certainly a task. */
  notUnderstood: string[];
  /** The tasks that these parts resemble most. */
  nearest: NearTask[];
}

export interface NearTask {
  task: AgentTask;
  /** Asks for the task, with the values that were read. */
  prompt: string;
}

const promptCharactersMax = 20_000;
/** Without its values. The API process reads prompts. */
const wordsCharactersMax = 2_000;
const unreadShownMax = 100;
/** `Some pages have no description. They need one, so add it.` is one request. */
const clausesPerPartMax = 4;
/** Clauses belong together if it is this much more certain what they ask for together. */
const joinedShare = 0.4;
const certainMin = 0.6;
/** A clause that says "them" is a request of its own only if it is this certain. */
const ownMin = 0.9;
/** Next to a part that isn't understood, a request has to be this certain. */
const sureMin = 0.8;
/** `Would you mend the anchors?` after a request for that asks for nothing more. */
const repeatedMin = 0.3;
const nearMin = 0.02;
const nearestMax = 3;

/** Finds the tasks in a prompt, in order. Parts that aren't clearly a task are returned as not understood. */
export function readPrompt(prompt: string): ReadPrompt {
  const marked = markValues(prompt.slice(0, promptCharactersMax));
  const words = wholeMarks(marked.text.slice(0, wordsCharactersMax));
  const { clauses, unread } = splitClauses(words);
  const isTakenBack = clauses.some(({ text }) => isRevoked(text));
  const parts = bestParts(clauses, marked);
  const strange = parts.filter(({ asked, kind }) => asked === undefined && kind === "other");
  const isSure = ({ asked, share, sentence }: Part) =>
    strange
      .filter((other) => other.sentence === sentence)
      .every(({ text }) => share >= sureMin && (text.search(valueMark) < 0 || asked?.scope !== undefined));
  const done = isTakenBack ? [] : parts.filter((part) => part.asked !== undefined && isSure(part));
  const isRepeated = (part: Part) =>
    done.some(({ asked }) => asked !== undefined && asked.task === part.near[0]?.task) &&
    (part.near[0]?.share ?? 0) >= repeatedMin;
  const rest = parts.filter(
    (part) => !done.includes(part) && (done.length === 0 || (part.kind !== "remark" && !isRepeated(part))),
  );
  const later = unmarkValues(`${unread}${marked.text.slice(words.length)}`.trim(), marked.values);
  return {
    tasks: inOnePlace(done),
    notUnderstood: [
      ...rest.map(({ text }) => unmarkValues(text, marked.values)),
      cutText(later, unreadShownMax),
    ].filter((text) => text !== ""),
    nearest: nearestTo(rest),
  };
}

/** A part of a prompt that asks for one thing, or for nothing. */
interface Part {
  text: string;
  sentence: number;
  startsWithPlace: boolean;
  kind: RequestKind;
  /** How probable this kind is. */
  share: number;
  asked: AskedTask | undefined;
  near: readonly Candidate[];
}

interface Candidate extends AskedTask {
  share: number;
}

/** Joins clauses to parts so that it is as certain as possible what each of them is. */
function bestParts(clauses: readonly Clause[], marked: MarkedPrompt): Part[] {
  const best: { sum: number; parts: Part[] }[] = [{ sum: 0, parts: [] }];
  let verb: string | undefined;
  // A clause that is certainly a request doesn't belong to the one before, even if it says "them".
  const dependent = clauses.map((clause) => {
    const { asked, share } = readPart([clause], marked, undefined);
    return isDependent(clause.text) && (asked === undefined || share < ownMin);
  });
  for (const [last, clause] of clauses.entries()) {
    const own = lastVerb(clause.text);
    for (let first = Math.max(0, last - clausesPerPartMax + 1); first <= last; first += 1) {
      if (first > last - clausesPerPartMax + 1 && first > 0 && dependent[first] === true) continue;
      const part = readPart(
        clauses.slice(first, last + 1),
        marked,
        first === last && own === undefined ? verb : undefined,
      );
      const before = best[first];
      if (before === undefined) continue;
      const { sum, parts } = before;
      const isPair = part.asked?.values.length === 2;
      const isJoined = ({ text }: Clause, at: number) =>
        dependent[first + 1 + at] === true || (isPair && text.search(valueMark) >= 0);
      const joined = clauses.slice(first + 1, last + 1).filter((one, at) => !isJoined(one, at)).length;
      const total = sum + Math.log(part.share) + joined * Math.log(joinedShare);
      if (total > (best[last + 1]?.sum ?? Number.NEGATIVE_INFINITY))
        best[last + 1] = { sum: total, parts: [...parts, part] };
    }
    verb = own ?? verb;
  }
  return best.at(-1)?.parts ?? [];
}

function readPart(clauses: readonly Clause[], marked: MarkedPrompt, verb: string | undefined): Part {
  const text = clauses.map((clause, at) => `${at === 0 ? "" : clause.before}${clause.text}`).join("");
  const requests = (verb === undefined ? [text] : [text, `${verb} ${text}`]).flatMap((one) => readRequest(one, marked));
  const isAsked = !clauses.every((clause) => isQuestion(clause.text));
  const isRefused = clauses.some((clause) => isNegative(clause.text));
  const read = requests.map((request) => ({ request, shares: classifyRequest(request.said) }));
  const near = read
    .flatMap(({ request, shares }) => candidates(request, shares, text))
    .filter(({ values }) => values.length > 1 || !clauses.every((one) => isDone(one.text)))
    .filter(({ task }) => isAsked || task.name.startsWith("report-"))
    .toSorted((one, other) => other.share - one.share);
  const [most] = near.filter(({ isClear }) => isClear && !isRefused);
  const share = (kind: RequestKind) => Math.min(...read.map(({ shares }) => shares.get(kind) ?? 0));
  const found = { text, sentence: clauses[0]?.sentence ?? 0, startsWithPlace: placeFirst.test(text), near };
  if (most !== undefined && most.share >= certainMin)
    return { ...found, kind: most.task.name, share: most.share, asked: most };
  const kind = share("remark") > share("other") ? "remark" : "other";
  const isUnread = text.search(valueMark) >= 0;
  return {
    ...found,
    kind,
    share: Math.max(share(kind) * (isUnread ? unreadShare : missedShare), unlikely),
    asked: undefined,
  };
}

const unlikely = 0.02;
/** People rarely write something that has no purpose, and hardly ever quote or name something without one. */
const missedShare = 0.6;
const unreadShare = 0.3;
const placeFirst = /^(?:only )?(?:in|on|under|inside|within|for) (?:[a-z]+ ){0,3}\uE000/i;

/** A form such as `rename A to B` is this much better evidence of the values than the words around them. */
const formTrust = 8;

/** The tasks that a request may ask for. Those with values need texts of the right kinds. */
function candidates(
  request: ReadRequest,
  shares: ReadonlyMap<RequestKind, number>,
  text: string,
): (Candidate & { isClear: boolean })[] {
  const { values, scope, isUnclear } = request;
  const possible = agentTasks.filter((task) => (task.values?.length === 2) === (values !== undefined));
  const shareOf = (task: AgentTask) => shares.get(task.name) ?? 0;
  const isClear = !isUnclear;
  if (values === undefined)
    return possible.map((task) => ({ task, values: readYear(task, text), scope, share: shareOf(task), isClear }));
  // What is renamed and what is replaced is told apart by the values rather than by the words.
  const together = possible.reduce((sum, task) => sum + shareOf(task), 0);
  const meant = weighValues(request.said) * (values.isGuessed ? 1 : formTrust);
  const isMeant = meant / (meant + 1 - weighValues(request.said));
  const [task] = possible.filter((one) => fits(one, values)).toSorted((one, other) => shareOf(other) - shareOf(one));
  return task === undefined ? [] : [{ task, values: writeValues(values), scope, share: together * isMeant, isClear }];
}

function fits({ name }: AgentTask, { from, to, rest }: ReadValues): boolean {
  const both = [from, to];
  const isName = both.every(({ kind, says }) => kind !== "path" && says === undefined);
  if (name === "rename-term") return isName && !both.some(({ text }) => isPath(text));
  if (name === "replace-text")
    return (
      isName &&
      both.every(({ kind, text }) => kind === "quoted" || (/\s/.test(text) ? /\p{N}/u : /[\p{Lu}\p{N}]/u).test(text))
    );
  const isPlace = both.every(({ kind, text }) => kind === "path" || kind === "quoted" || !/\s/.test(text));
  return (
    isPlace &&
    (both.some(({ text, says }) => isPath(text) || says !== undefined) || /\b(?:move|mv|relocate)\b/i.test(rest))
  );
}

function writeValues({ from, to }: ReadValues): string[] {
  return [from, to].map(({ text, says }) =>
    says !== undefined && says !== "page" && says !== "file" && !text.endsWith("/") ? `${text}/` : text,
  );
}

const oldYear =
  /\b(?:still(?: \w+)?|says|reads|shows|from|since|is) (?:the year |© ?|\(c\) )?(?:19|20)\d\d\b(?! now)|(?<!(?:to|be|say|read|with|→|->|=>) )© ?(?:19|20)\d\d\b/gi;
const year = /\b(?:19|20)\d\d\b/g;

/** The new year: `still says 2023` names the old one. */
function readYear(task: AgentTask, text: string): string[] {
  if (task.values?.[0]?.kind !== "year") return [];
  return (text.replaceAll(oldYear, "").match(year) ?? []).slice(-1);
}

/** `Fix typos and dead links in blog/` limits both tasks: what isn't asked for is left alone. */
function inOnePlace(parts: readonly Part[]): AskedTask[] {
  const placed = [...Map.groupBy(parts, ({ sentence }) => sentence).values()].flatMap((some) => {
    const tasks = some.flatMap(({ asked }) => asked ?? []);
    const scope = tasks.at(-1)?.scope ?? (some[0]?.startsWithPlace === true ? tasks[0]?.scope : undefined);
    return tasks.map((one) => (one.values.length < 2 ? { ...one, scope: one.scope ?? scope } : one));
  });
  const asked = placed.map(({ task, values, scope }) => ({ task, values, scope }));
  const distinct = [
    ...new Map(asked.map((one) => [JSON.stringify([one.task.name, one.values, one.scope]), one])).values(),
  ];
  const isNarrower = (one: AskedTask, other: AskedTask) =>
    one.scope !== undefined && other.scope === undefined && one.task === other.task && other.values.length < 2;
  return distinct.filter((one) => !distinct.some((other) => isNarrower(other, one)));
}

function nearestTo(parts: readonly Part[]): NearTask[] {
  const near = parts.flatMap((part) => part.near).filter(({ share }) => share >= nearMin);
  const best = new Map(near.toSorted((one, other) => one.share - other.share).map((one) => [one.task.name, one]));
  return [...best.values()]
    .reverse()
    .slice(0, nearestMax)
    .map(({ task, values: [from, to], scope }) => {
      const isPair = from !== undefined && to !== undefined;
      const written = writeTaskPrompt({
        name: task.name,
        ...(isPair ? { from, to } : from === undefined ? {} : { year: from }),
        ...(scope === undefined ? {} : { in: scope }),
      });
      return { task, prompt: "prompt" in written ? written.prompt : task.example };
    });
}
