import { type AnswerPart, readAnswer } from "./answer-stream.ts";
import { ReplyRefused, siteServer } from "./server.ts";

/** Asks the assistant of the site, and tells its answer as it comes. */
export async function* askSite(prefix: string, body: object, signal: AbortSignal): AsyncGenerator<AnswerPart> {
  const response = await siteServer(prefix)("message", body, signal);
  if (!response.ok || response.body === null) throw new ReplyRefused(response);
  yield* readAnswer(response.body);
}
