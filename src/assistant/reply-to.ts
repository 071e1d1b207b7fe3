import type { ChunkStream } from "../contract/operation.ts";
import { openModel } from "../model/open-model.ts";
import { type KeyedModel, modelOfProject } from "../model/project-model.ts";
import { type AnswerDeps, answer } from "./answer.ts";
import type { AnswerEvent, Encode } from "./answer-event.ts";
import { type ComposeDeps, composeAnswer } from "./compose-answer.ts";
import type { EarlierMessage, Question } from "./question.ts";
import type { Retrieve } from "./retrieved.ts";
import { hasBudget, spend } from "./token-budget.ts";

/** The published site that a question is about. */
export interface AskedSite {
  projectId: string;
  name: string;
  /** Without a slash at the end. */
  url: string;
  /** The name of its own language model; null for that of the installation. */
  model: string | null;
  /** What its owners tell the assistant. */
  instructions: string | undefined;
  retrieve: Retrieve;
}

export interface ReplyDeps extends AnswerDeps {
  model: KeyedModel | undefined;
  tokensPerDay: number;
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
    async *compose({ threadId, history }) {
      const spender = { projectId: site.projectId, address, threadId };
      const budget = { database: deps.database, clock: deps.clock, tokensPerDay: deps.tokensPerDay };
      const canAsk = model !== undefined && (await hasBudget(budget, spender));
      const composed = yield* composeAnswer(
        {
          retrieve: site.retrieve,
          siteUrl: (link) => ownAddress(site.url, link),
          model: canAsk ? await modelFor(model, site, question, history, signal) : undefined,
          log: deps.log,
        },
        { siteName: site.name, question, history },
      );
      if (canAsk) await spend(budget, spender, composed.usage);
      return composed;
    },
  });
  return { headers: { "x-thread-id": threadName }, chunks: encoded(events, encode) };
}

async function modelFor(
  model: ReplyDeps["model"],
  site: AskedSite,
  question: Question,
  history: readonly EarlierMessage[],
  signal: AbortSignal,
): Promise<ComposeDeps["model"]> {
  if (model === undefined) return undefined;
  const { askModel } = await import("./ask-model.ts");
  const opened = await openModel(model.choice, model.key);
  return {
    name: opened.name,
    ask: ({ sources, search }) =>
      askModel(
        {
          model: opened.model,
          siteUrl: (link) => ownAddress(site.url, link),
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
