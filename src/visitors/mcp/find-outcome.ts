import type { ReplyKind } from "../../assistant/answer-event.ts";
import { composeAnswer } from "../../assistant/compose-answer.ts";
import type { OpenedSite } from "../../assistant/open-site.ts";
import { readQuestion } from "../../assistant/read-question.ts";
import { answerLink } from "../../contract/answer-link.ts";
import type { Log } from "../../platform/log.ts";

export interface OutcomeDeps extends Pick<OpenedSite, "index" | "retrieve" | "name" | "url"> {
  log: Log;
}

/** What the assistant would reply without a model: whether the pages answer, may help, or don't answer. */
export async function findOutcome(
  site: OutcomeDeps,
  query: string,
  filter: Readonly<Record<string, string>>,
): Promise<ReplyKind["outcome"]> {
  const question = readQuestion({ fp: "mcp", messages: [{ role: "user", content: query }], filter });
  const siteUrl = (link: string) => answerLink(link, [site.url]);
  const events = composeAnswer({ ...site, siteUrl, model: undefined }, { siteName: site.name, question, history: [] });
  for (;;) {
    const { done, value } = await events.next();
    if (done === true) return value.kind.outcome;
  }
}
