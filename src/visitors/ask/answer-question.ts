import type { CitedPage, ReplyKind } from "../../assistant/answer-event.ts";
import { composeAnswer } from "../../assistant/compose-answer.ts";
import { readQuestion } from "../../assistant/read-question.ts";
import { type Retrieve, retrieve } from "../../assistant/retrieve.ts";
import { answerLink } from "../../contract/answer-link.ts";
import type { AskedSite } from "./open-asked-site.ts";

export interface AskedQuestion {
  text: string;
  filter: Readonly<Record<string, string>>;
  /** The page that the question is about, if known. */
  currentPath?: string | undefined;
}

export interface Answered {
  outcome: ReplyKind["outcome"];
  /** Markdown with links to the passages that it quotes. */
  text: string;
  sources: readonly CitedPage[];
}

type AnsweringSite = Pick<AskedSite, "index" | "name" | "url" | "log">;

/** The built-in answer. No model is called, not even for embeddings, so that anybody may ask. */
export async function answerQuestion(site: AnsweringSite, question: AskedQuestion): Promise<Answered> {
  const { index, url, name: siteName, log } = site;
  const { text: content, filter, currentPath } = question;
  const search: Retrieve = async (query, options) =>
    index === undefined ? { pages: [], passages: [] } : retrieve(index, url, query, options);
  const siteUrl = (link: string) => answerLink(link, [url]);
  const events = composeAnswer(
    { index, url, siteUrl, log, retrieve: search, model: undefined },
    {
      siteName,
      question: readQuestion({
        fp: "tool",
        messages: [{ role: "user", content }],
        filter,
        ...(currentPath === undefined ? {} : { currentPath }),
      }),
      history: [],
    },
  );
  let text = "";
  const sources: CitedPage[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done === true) return { outcome: value.kind.outcome, text: text.trim(), sources };
    if (value.type === "texts") text += value.texts.join("");
    if (value.type === "sources") sources.push(...value.pages);
  }
}

/** Counts the question, also among the searches of the site's tools. */
export function countQuestion(
  site: Pick<AskedSite, "note">,
  { text, currentPath }: AskedQuestion,
  { outcome, sources }: Answered,
  askedBy: "mcp" | "address",
): void {
  const results = outcome === "not_in_docs" ? 0 : Math.max(1, sources.length);
  site.note({ type: "search", query: text, results, page: currentPath, askedBy });
}
