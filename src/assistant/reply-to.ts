import type { ChunkStream } from "../contract/operation.ts";
import { openModel } from "../model/open-model.ts";
import { type KeyedModel, modelOfProject } from "../model/project-model.ts";
import type { OwnBudgets } from "../projects/model-budgets.ts";
import { type AnswerDeps, answer } from "./answer.ts";
import { type AnswerBounds, hasBudget, spend } from "./answer-budget.ts";
import type { AnswerEvent, Encode, Usage } from "./answer-event.ts";
import { type ComposeDeps, composeAnswer } from "./compose-answer.ts";
import type { EarlierMessage, Question } from "./question.ts";
import type { Retrieve } from "./retrieved.ts";

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
  instructions: string | undefined;
  retrieve: Retrieve;
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
  encode: Encode,
): Promise<ChunkStream> {
  const model = modelOfProject(deps.model, site.model);
  const { threadName, events } = await answer(deps, {
    projectId: site.projectId,
    question,
    language: typeof question.filter.language === "string" ? question.filter.language : undefined,
    isQuick: model === undefined,
    signal,
    async *compose({ threadId, history }, tellUsed) {
      const spender = { projectId: site.projectId, address, threadId };
      const budgetDeps = { ...deps, own: site.budgets };
      const canAsk = model !== undefined && (await hasBudget(budgetDeps, spender));
      let used: Usage | undefined;
      const onUsed = (usage: Usage) => {
        used = usage;
        tellUsed(usage);
      };
      try {
        return yield* composeAnswer(
          {
            retrieve: site.retrieve,
            siteUrl: (link) => ownAddress(site.url, link),
            model: canAsk ? await modelFor(model, site, { question, history, onUsed, signal }) : undefined,
            log: deps.log,
          },
          { siteName: site.name, question, history },
        );
      } finally {
        if (model !== undefined && used !== undefined) await spend(budgetDeps, spender, model.choice.name, used);
      }
    },
  });
  return { headers: { "x-thread-id": threadName }, chunks: encoded(events, encode) };
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
  const opened = await openModel(model.choice, model.key);
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
        { question, history, siteName: site.name, projectInstructions: site.instructions, sources },
      ),
  };
}

async function* encoded(events: AsyncIterable<readonly AnswerEvent[]>, encode: Encode): AsyncGenerator<string> {
  for await (const together of events) {
    const text = together.map(encode).join("");
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
