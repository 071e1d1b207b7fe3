import type { Operations } from "../contract/operations.ts";
import type { Call, Handlers, Principal } from "../http/call.ts";
import { AppError } from "../platform/errors.ts";
import { createV1Encoder } from "./encode-v1.ts";
import { createV2Encoder } from "./encode-v2.ts";
import type { OpenedSite } from "./open-site.ts";
import { readQuestion, readV1Question } from "./read-question.ts";
import { type ReplyDeps, replyTo } from "./reply-to.ts";
import { searchPages } from "./search-pages.ts";
import { sendFeedback } from "./send-feedback.ts";

export interface AssistantDeps extends ReplyDeps {
  /** The site of this domain, if the key is one of its project. */
  openSite(principal: Principal, domain: string): Promise<OpenedSite>;
}

type AssistantOperations = Pick<
  Operations,
  "sendMessageV1" | "sendMessageV2" | "searchPages" | "readPage" | "sendFeedback"
>;
type MessageCall = Pick<Call<Operations["sendMessageV2"]>, "params" | "principal" | "address" | "signal">;

// RFC 9745 wants seconds. Version 5 of the chat SDK came out then, and with it version 2 of this operation.
const deprecatedSince = "@1753920000";

/** The questions of readers, in both versions, what they thought of the answers, and the search below both. */
export function assistantRoutes(deps: AssistantDeps): Handlers<AssistantOperations> {
  const asker = async ({ params, principal, address, signal }: MessageCall) => ({
    site: await deps.openSite(principal, params.domain),
    address,
    signal,
  });
  return {
    async sendMessageV1(call) {
      const { domain } = call.params;
      const question = readV1Question(domain, call.body);
      const stream = await replyTo(deps, await asker(call), question, createV1Encoder);
      const successor = `/discovery/v2/assistant/${encodeURIComponent(domain)}/message`;
      const deprecation = { deprecation: deprecatedSince, link: `<${successor}>; rel="successor-version"` };
      return { ...stream, headers: { ...stream.headers, ...deprecation } };
    },
    sendMessageV2: async (call) => replyTo(deps, await asker(call), readQuestion(call.body), createV2Encoder),
    async searchPages({ principal, params, body }) {
      const { index } = await deps.openSite(principal, params.domain);
      return index === undefined ? [] : searchPages(index, body);
    },
    async readPage({ principal, params, body }) {
      const site = await deps.openSite(principal, params.domain);
      const content = await site.readPage(body.path);
      if (content === undefined) {
        throw new AppError("not_found", "The site has no page at this path; a search tells the paths there are.");
      }
      return { path: body.path, content };
    },
    async sendFeedback({ principal, params, body }) {
      const { projectId } = await deps.openSite(principal, params.domain);
      return sendFeedback(deps, projectId, body);
    },
  };
}
