import { hash } from "node:crypto";
import { answerLink } from "../contract/answer-link.ts";
import type { SentChunks } from "../contract/operation.ts";
import type { TurnRow } from "../platform/db/tables.ts";
import { countTokens } from "../platform/model/count-model-use.ts";
import { openModel } from "../platform/model/open-model.ts";
import type { KeyedModel, ProjectModel } from "../platform/model/project-model.ts";
import type { SpendBound } from "../platform/model-prices.ts";
import type { Services } from "../platform/services.ts";
import type { Audience } from "../projects/access/access.ts";
import type { OwnBudgets } from "../projects/model-budgets.ts";
import type { SearchFilter, SearchIndex } from "../search/querying.ts";
import type { AssistantGuidance } from "../site/serving.ts";
import type { Reservation, Spender } from "./answer-budget.ts";
import type { AnswerEvent, Encode, ReplyKind, Usage } from "./answer-event.ts";
import { type AnswerModel, type Composed, extractionName } from "./answer-parts.ts";
import { composeAnswer } from "./compose-answer.ts";
import type { ModelTurn } from "./model/answer-with-model.ts";
import { countModelAnswer } from "./model/try-model.ts";
import type { EarlierMessage, Question } from "./read-question.ts";
import type { Retrieve } from "./retrieve.ts";
import type { Feedback, Message, Thread } from "./store.ts";

/** The published site that a question is about. */
export interface AskedSite {
  projectId: string;
  /** Who the answer is for. Set on private sites. */
  audience?: Audience;
  name: string;
  /** Without a trailing slash. */
  url: string;
  /** The language model that the project has chosen. */
  model: ProjectModel;
  /** The project's own daily budgets for the model. */
  budgets: OwnBudgets;
  /** The owners' instructions for the assistant. */
  readGuidance(): Promise<AssistantGuidance>;
  retrieve: Retrieve;
  /** Undefined before the first update. */
  index: SearchIndex | undefined;
  /** The page as Markdown; undefined if the site doesn't have this page. */
  readPage(path: string): Promise<string | undefined>;
}

export interface AnswerDeps extends Pick<Services, "log"> {
  /** The model that answers for a project, if there is one. */
  findModel(project: ProjectModel): Promise<KeyedModel | undefined>;
  turns: Turns;
  /** The prices of tokens, for the metrics. */
  prices?: SpendBound["prices"] | undefined;
}

/** Stores conversations and limits the cost of answers. */
export interface Turns {
  /**
   * Opens the question's thread. With `storesQuestion`, the question is stored at once, because its answer may take
   * long or fail.
   */
  open(projectId: string, question: Question, storesQuestion: boolean): Promise<OpenTurn>;
  /** Must not throw: the client has its answer anyway. */
  store(question: Question, turn: OpenTurn, outcome: TurnOutcome): Promise<void>;
  /** Reserves budget for one answer of this model; undefined if today's budget is used up. */
  reserve(spender: Spender, budgets: OwnBudgets, model: string): Promise<Reservation | undefined>;
  /** Returns whether the answer exists. */
  rate(feedback: Feedback): Promise<boolean>;
}

export interface Asker {
  site: AskedSite;
  caller: TurnRow["caller"];
  address: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** A question in its thread. */
export interface OpenTurn {
  thread: Thread;
  question: Message;
  /** False if the question is stored together with its answer. */
  isQuestionStored: boolean;
  /** The ID of the coming answer. */
  messageId: string;
  history: readonly EarlierMessage[];
}

export interface TurnOutcome {
  text: string;
  outcome: TurnRow["outcome"];
  composed: Composed | undefined;
  /** Set even if the answer was cut off. */
  usage: Usage;
  durationMilliseconds: number;
  caller: TurnRow["caller"];
}

const unavailable = "The assistant is not available right now. Please try again.";
const cutOff = "The answer was cut off. Please try again.";

/**
 * Answers a question in the encoder's format: as a stream if a model is asked, otherwise as a complete text. The thread
 * and the turn are always stored, even if the client disconnects or the answer fails.
 */
export async function answer(
  deps: AnswerDeps,
  asker: Asker,
  question: Question,
  createEncoder: () => Encode,
): Promise<SentChunks> {
  const model = await deps.findModel(asker.site.model);
  const owned = { ...question, fp: threadOwner(asker, question.fp) };
  const turn = await deps.turns.open(asker.site.projectId, owned, model !== undefined);
  const events = answerEvents(deps, asker, question, turn, model);
  const encode = createEncoder();
  // Clients may name threads as they like. A name that no header can contain is only in the stream.
  const headers = /^[ -~]+$/.test(turn.thread.name) ? { "x-thread-id": turn.thread.name } : {};
  if (model !== undefined) return { headers, chunks: encodeEvents(events, encode) };
  let text = "";
  for await (const event of events) text += encode(event);
  return { headers, chunks: text };
}

/**
 * A conversation belongs to the caller and the audience that it was held with, because clients choose fingerprints and
 * names: nobody continues a conversation of Slack on the site, and a reader who has lost a group doesn't find theirs.
 */
export function threadOwner(
  { caller, site }: Pick<Asker, "caller"> & { site: Pick<AskedSite, "audience"> },
  fp: string,
) {
  return hash("sha256", JSON.stringify([caller, site.audience ?? null, fp]));
}

async function* encodeEvents(events: AsyncIterable<AnswerEvent>, encode: Encode): AsyncGenerator<string> {
  for await (const event of events) {
    const text = encode(event);
    if (text !== "") yield text;
  }
}

async function* answerEvents(
  deps: AnswerDeps,
  asker: Asker,
  question: Question,
  turn: OpenTurn,
  model: KeyedModel | undefined,
): AsyncGenerator<AnswerEvent> {
  const began = performance.now();
  let text = "";
  let composed: Composed | undefined;
  let outcome: TurnRow["outcome"] = "stopped";
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let last: AnswerEvent;
  try {
    yield { type: "start", messageId: turn.messageId, threadId: turn.thread.name };
    const composing = compose(deps, asker, question, turn, model, (used) => {
      usage = used;
    });
    try {
      for (let next = await composing.next(); ; next = await composing.next()) {
        if (next.done) {
          composed = next.value;
          break;
        }
        if (next.value.type === "text") text += next.value.text;
        if (next.value.type === "texts") text += next.value.texts.join("");
        yield next.value;
      }
    } finally {
      // If the client has disconnected, this also stops composing the answer.
      await composing.return(undefined as never);
    }
    const { kind, reason, usage: total } = composed;
    outcome = storedOutcome(kind);
    const answeredBy = composed.model === extractionName ? "builtin" : "model";
    last = { type: "finish", reason, usage: total, kind: { ...kind, answeredBy } };
  } catch (error) {
    if (asker.signal.aborted) return;
    outcome = "failed";
    deps.log.error({ error }, "an answer failed");
    last = { type: "error", sentence: text === "" ? unavailable : cutOff };
  } finally {
    const durationMilliseconds = performance.now() - began;
    const { caller } = asker;
    await deps.turns.store(question, turn, { text, outcome, composed, usage, durationMilliseconds, caller });
  }
  // Sent last, so that a client can rate the answer as soon as it has ended.
  yield last;
}

/** If the model failed, nobody knows whether the documentation answers the question, so the outcome is `failed`. */
function storedOutcome({ outcome, modelProblem = "budget" }: ReplyKind): TurnRow["outcome"] {
  return outcome === "not_in_docs" && modelProblem !== "budget" ? "failed" : outcome;
}

interface ComposingDeps extends Pick<AnswerDeps, "log" | "prices"> {
  turns: Pick<Turns, "reserve">;
}

/** Uses the model if there is one and today's budget allows it. */
export async function* compose(
  deps: ComposingDeps,
  { site, address, signal }: Omit<Asker, "caller">,
  question: Question,
  { thread, history }: { thread: Pick<Thread, "id">; history: readonly EarlierMessage[] },
  model: KeyedModel | undefined,
  reportUsage: (usage: Usage) => void = () => {},
): AsyncGenerator<AnswerEvent, Composed> {
  const request = { siteName: site.name, question, history };
  const siteUrl = (link: string) => answerLink(link, [site.url]);
  const { retrieve, index, url } = site;
  const composeDeps = { retrieve, index, url, siteUrl, log: deps.log };
  if (model === undefined) return yield* composeAnswer({ ...composeDeps, model }, request);
  const spender = { projectId: site.projectId, address, threadId: thread.id };
  const reserved = await deps.turns.reserve(spender, site.budgets, model.choice.name);
  if (reserved === undefined) {
    countModelAnswer("budget");
    return yield* composeAnswer({ ...composeDeps, model: undefined, modelProblem: "budget" }, request);
  }
  let used: Usage | undefined;
  const onUsed = (usage: Usage) => {
    used = used === undefined ? usage : plus(used, usage);
    countTokens({ use: "answers", model: model.choice.name, prices: deps.prices ?? {} }, usage);
    reportUsage(used);
  };
  try {
    const opened = answerModel(model, site, { question, history, onUsed, siteUrl, signal });
    return yield* composeAnswer({ ...composeDeps, model: opened }, request);
  } finally {
    await reserved.settle(used);
  }
}

function plus(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function answerModel(
  { choice, key }: KeyedModel,
  site: AskedSite,
  turn: Pick<ModelTurn, "question" | "history" | "onUsed" | "siteUrl" | "signal">,
): AnswerModel {
  return {
    name: choice.name,
    async *answer({ found, search, language }) {
      // Loaded on demand: servers without a model never need the SDK.
      const { answerWithModel } = await import("./model/answer-with-model.ts");
      const [{ name, model }, guidance] = await Promise.all([openModel(choice, key, "answers"), site.readGuidance()]);
      const { url, index, readPage } = site;
      const filter = turn.question.filter as SearchFilter;
      const read = { url, index, readPage, search, filter };
      const opened = { name, model, language, siteName: site.name, site: read, guidance };
      return yield* answerWithModel({ ...turn, ...opened }, found);
    },
  };
}
