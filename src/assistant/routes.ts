import type { Operations } from "../contract/operations.ts";
import type { Call, Handlers, Principal } from "../http/call.ts";
import { AppError } from "../platform/errors.ts";
import { type AnswerDeps, answer } from "./answer.ts";
import { createV1Encoder } from "./encode-v1.ts";
import { createV2Encoder } from "./encode-v2.ts";
import type { OpenedSite } from "./open-site.ts";
import { readQuestion, readV1Question } from "./read-question.ts";
import { searchPages } from "./search-pages.ts";
import { sendFeedback } from "./send-feedback.ts";

export interface AssistantDeps extends AnswerDeps {
  /** The site of this domain, if the key belongs to its project. */
  openSite(principal: Principal, domain: string): Promise<OpenedSite>;
}

type AssistantOperations = Pick<
  Operations,
  "sendMessageV1" | "sendMessageV2" | "searchPages" | "readPage" | "sendFeedback"
>;
type MessageCall = Pick<Call<Operations["sendMessageV2"]>, "params" | "principal" | "address" | "signal">;

// The release date of chat SDK 5, whose clients use version 2 of the operation; in seconds, as RFC 9745 requires.
const deprecatedSince = "@1753920000";

/** Questions in both versions, feedback on the answers, and the search they are based on. */
export function assistantRoutes(deps: AssistantDeps): Handlers<AssistantOperations> {
  const askerOf = async ({ params, principal, address, signal }: MessageCall) => ({
    site: await deps.openSite(principal, params.domain),
    caller: "api" as const,
    address,
    signal,
  });
  return {
    async sendMessageV1(call) {
      const { domain } = call.params;
      const question = readV1Question(domain, call.body);
      const stream = await answer(deps, await askerOf(call), question, createV1Encoder);
      const successor = `/discovery/v2/assistant/${encodeURIComponent(domain)}/message`;
      const deprecation = { deprecation: deprecatedSince, link: `<${successor}>; rel="successor-version"` };
      return { ...stream, headers: { ...stream.headers, ...deprecation } };
    },
    sendMessageV2: async (call) => answer(deps, await askerOf(call), readQuestion(call.body), createV2Encoder),
    async searchPages({ principal, params, body }) {
      const { index } = await deps.openSite(principal, params.domain);
      return index === undefined ? [] : searchPages(index, { ...body, filter: body.filter ?? {} });
    },
    async readPage({ principal, params, body }) {
      const site = await deps.openSite(principal, params.domain);
      const content = await site.readPage(body.path);
      if (content === undefined) {
        throw new AppError("not_found", "Page not found on this site; search to find its path.");
      }
      return { path: body.path, content };
    },
    async sendFeedback({ principal, params, body }) {
      const { projectId } = await deps.openSite(principal, params.domain);
      return sendFeedback(deps, projectId, body);
    },
  };
}
