import type { SentChunks } from "../contract/operation.ts";
import { openModel } from "../platform/model/open-model.ts";
import { type KeyedModel, modelOfProject } from "../platform/model/project-model.ts";
import type { OwnBudgets } from "../projects/model-budgets.ts";
import { type AnswerDeps, answer } from "./answer.ts";
import { answerAtOnce } from "./answer-at-once.ts";
import { type AnswerBounds, reserveBudget } from "./answer-budget.ts";
import type { AnswerEvent, Encode, Usage } from "./answer-event.ts";
import { type ComposeDeps, composeAnswer } from "./compose-answer.ts";
import type { EarlierMessage, Question } from "./question.ts";
import type { Retrieve } from "./retrieved.ts";
import type { KnownAnswers } from "./whole-answer.ts";

/** The published site that a question is about. */
export interface AskedSite {
  projectId: string;
  name: string;
  /** Without a slash at the end. */
  url: string;
  /** The name of its own language model; null for that of the installation. */
  model: string | null;
  /** What it has set of what the model may use in a day. */
  budgets: OwnBudgets;
  /** What its owners tell the assistant. */
  readInstructions(): Promise<string | undefined>;
  retrieve: Retrieve;
  /** Answers that were given from its pages alone; undefined where they are not the same every time. */
  known: KnownAnswers | undefined;
}

export interface ReplyDeps extends AnswerDeps {
  model: KeyedModel | undefined;
  bounds: AnswerBounds;
}

export interface Asker {
  site: AskedSite;
  address: string;
  /** Aborts when the reader leaves. */
  signal: AbortSignal;
}

/** Answers a question as a stream in the encoder's format. */
export async function replyTo(
  deps: ReplyDeps,
  { site, address, signal }: Asker,
  question: Question,
  createEncoder: () => Encode,
): Promise<SentChunks> {
  const model = modelOfProject(deps.model, site.model);
  const siteUrl = (link: string) => ownAddress(site.url, link);
  if (model === undefined) {
    const { projectId, name: siteName, url, known, retrieve } = site;
    const request = { projectId, siteName, url, question, known, retrieve, siteUrl };
    const { threadName, stream } = await answerAtOnce(deps, request, createEncoder);
    return { headers: { "x-thread-id": threadName }, chunks: stream };
  }
  const { threadName, events } = await answer(deps, {
    projectId: site.projectId,
    question,
    signal,
    async *compose({ thread, history }, tellUsed) {
      const spender = { projectId: site.projectId, address, threadId: thread.id };
      const budgetDeps = { ...deps, own: site.budgets };
      const reserved = await reserveBudget(budgetDeps, spender, model.choice.name);
      let used: Usage | undefined;
      const onUsed = (usage: Usage) => {
        used = usage;
        tellUsed(usage);
      };
      try {
        return yield* composeAnswer(
          {
            retrieve: site.retrieve,
            siteUrl,
            model: reserved ? await modelFor(model, site, { question, history, onUsed, signal }) : undefined,
            log: deps.log,
          },
          { siteName: site.name, question, history },
        );
      } finally {
        await reserved?.settle(used);
      }
    },
  });
  return { headers: { "x-thread-id": threadName }, chunks: encoded(events, createEncoder()) };
}

interface ModelTurn {
  question: Question;
  history: readonly EarlierMessage[];
  onUsed(usage: Usage): void;
  signal: AbortSignal;
}

async function modelFor(
  model: KeyedModel,
  site: AskedSite,
  { question, history, onUsed, signal }: ModelTurn,
): Promise<ComposeDeps["model"]> {
  const { askModel } = await import("./ask-model.ts");
  const [opened, projectInstructions] = await Promise.all([
    openModel(model.choice, model.key),
    site.readInstructions(),
  ]);
  return {
    name: opened.name,
    ask: ({ sources, search }) =>
      askModel(
        {
          model: opened.model,
          siteUrl: (link) => ownAddress(site.url, link),
          onUsed,
          signal,
          async search(query) {
            const found = await search(query);
            return { passages: sources.number(found.passages), pages: [...found.pages] };
          },
        },
        { question, history, siteName: site.name, projectInstructions, sources },
      ),
  };
}

async function* encoded(events: AsyncIterable<AnswerEvent>, encode: Encode): AsyncGenerator<string> {
  for await (const event of events) {
    const text = encode(event);
    if (text !== "") yield text;
  }
}

/** An address of the site as it should be written; undefined for one that leads elsewhere. */
function ownAddress(siteUrl: string, address: string): string | undefined {
  if (!URL.canParse(address, `${siteUrl}/`)) return undefined;
  const url = new URL(address, `${siteUrl}/`);
  return url.origin === new URL(siteUrl).origin && /^https?:$/.test(url.protocol) && url.username === ""
    ? url.href
    : undefined;
}
