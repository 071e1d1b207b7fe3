import type { LanguageModel } from "ai";
import type { AssistantGuidance } from "../../site/source/read-assistant-files.ts";
import type { AnswerEvent, Usage } from "../answer-event.ts";
import type { Composed } from "../answer-parts.ts";
import type { EarlierMessage, Question } from "../read-question.ts";
import type { Retrieved } from "../retrieve.ts";
import { textEvents } from "../text-events.ts";
import { fixedText } from "../words/fixed-text.ts";
import { askModel, type ModelAnswer } from "./ask-model.ts";
import { ModelFailure } from "./model-failure.ts";
import { instructionsFor, messagesFor, passageCharactersMax } from "./prompt.ts";
import { ShownSources } from "./shown-sources.ts";
import { checkedLinks } from "./site-links.ts";
import { createSiteReader, type ReadSite } from "./site-reader.ts";
import { createSiteTools } from "./site-tools.ts";

export interface ModelTurn {
  name: string;
  model: LanguageModel;
  /** The reader's language, for fixed sentences. */
  language: string;
  siteName: string;
  site: ReadSite;
  guidance: AssistantGuidance;
  question: Question;
  history: readonly EarlierMessage[];
  siteUrl(link: string): string | undefined;
  onUsed(usage: Usage): void;
  signal: AbortSignal;
}

const nearestMax = 3;

/** Lets the model answer from the first search and its own tool calls. Throws a `ModelFailure` if it fails. */
export async function* answerWithModel(turn: ModelTurn, found: Retrieved): AsyncGenerator<AnswerEvent, Composed> {
  const hasImages = (turn.question.attachments ?? []).some(({ kind }) => kind === "image");
  try {
    return yield* ask(turn, found, hasImages);
  } catch (error) {
    const isRefused = error instanceof ModelFailure && error.problem === "refused" && !error.hasSpoken;
    if (!hasImages || !isRefused) throw error;
  }
  // Providers don't say which models accept images; the others reject the request.
  yield* textEvents([`*${fixedText(turn.language, "imagesUnread")}*\n\n`]);
  return yield* ask(turn, found, false);
}

async function* ask(turn: ModelTurn, found: Retrieved, sendsImages: boolean): AsyncGenerator<AnswerEvent, Composed> {
  const { site, guidance, question, history } = turn;
  const { instructions, skills = [], uncited = "mark" } = guidance;
  const shown = new ShownSources();
  const passages = shown.show(found.passages, passageCharactersMax);
  const answer = yield* askModel(
    {
      model: turn.model,
      shown,
      siteTools: createSiteTools(createSiteReader(site, shown), skills),
      siteUrl: checkedLinks(site, turn.siteUrl, (path) => shown.contains(path)),
      onUsed: turn.onUsed,
      signal: turn.signal,
    },
    {
      instructions: instructionsFor({ name: turn.siteName, instructions, skills }),
      messages: messagesFor({ question, history, passages, sendsImages }),
      uncited,
      language: turn.language,
    },
  );
  const { reason, usage, cited } = answer;
  return { kind: kindOf(answer, found), reason, usage, model: turn.name, cited: cited.map(({ path }) => path) };
}

function kindOf({ kind }: ModelAnswer, { pages }: Retrieved): Composed["kind"] {
  switch (kind) {
    case "not_found":
    case "refused":
      return { outcome: "not_in_docs", nearest: pages.slice(0, nearestMax).map(({ url }) => url) };
    case "uncited":
      return { outcome: "answered", cited: false };
    case "asks_back":
      return { outcome: "answered", asksBack: true };
    default:
      return { outcome: "answered" };
  }
}
