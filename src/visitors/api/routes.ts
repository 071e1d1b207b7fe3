import { createV2Encoder } from "../../assistant/encode-v2.ts";
import { type OpenedSite, type OpenSiteDeps, openPublished } from "../../assistant/open-site.ts";
import { readQuestion } from "../../assistant/read-question.ts";
import { type ReplyDeps, replyTo } from "../../assistant/reply-to.ts";
import { searchPages } from "../../assistant/search-pages.ts";
import { sendFeedback } from "../../assistant/send-feedback.ts";
import type { Handlers, Principal, Visitor } from "../../http/call.ts";
import { recordEvent } from "../../insight/record-event.ts";
import { AppError } from "../../platform/errors.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import { findProjectById } from "../../projects/store.ts";
import { offeredParts } from "../pages/offered-parts.ts";
import { pageAddress } from "../pages/page-address.ts";
import type { ReaderOperations } from "./operations.ts";
import { readEvent } from "./read-event.ts";
import { signToken, tokenSeconds } from "./visitor-token.ts";

export interface ReaderDeps extends ReplyDeps, Pick<OpenSiteDeps, "artifacts" | "findIndex"> {
  tokenKeys: readonly Buffer[];
}

const manifestSeconds = 30;
const partNames = {
  search: "a search",
  assistant: "an assistant",
  feedback: "feedback on answers",
  pageRating: "ratings of pages",
};

/** Search and questions of readers on the site itself. Behind them is what answers the public operations. */
export function readerRoutes(deps: ReaderDeps): Handlers<ReaderOperations> {
  return {
    async readerToken({ principal }) {
      const { id: visitorId, site } = visitorOf(principal);
      const { projectId, subdomain } = site;
      const expiresAt = Math.floor(deps.clock.now() / 1_000) + tokenSeconds;
      const token = signToken(deps.tokenKeys, { projectId, subdomain, visitorId, expiresAt });
      return { token, expiresInSeconds: tokenSeconds };
    },
    async readerSearch({ principal, body }) {
      const { index } = await openSite(deps, visitorOf(principal), "search");
      return index === undefined ? [] : searchPages(index, body);
    },
    async readerMessage({ principal, body, address, signal }) {
      const question = readQuestion(body);
      const site = await openSite(deps, visitorOf(principal), "assistant");
      return replyTo(deps, { site, address, signal }, question, createV2Encoder);
    },
    async readerFeedback({ principal, body }) {
      const { site } = visitorOf(principal);
      await requirePart(deps, site, "feedback");
      return sendFeedback(deps, site.projectId, body);
    },
    async readerEvent({ principal, body }) {
      const { id: visitorId, site } = visitorOf(principal);
      await requirePart(deps, site, body.type === "rating" ? "pageRating" : "search");
      const signal = AbortSignal.timeout(manifestSeconds * 1_000);
      const manifest = await deps.artifacts.getManifest(site.projectId, site.artifact, signal);
      const event = readEvent(body, { visitorId, findPage: (path) => pageAddress(manifest, path) });
      await recordEvent(deps, site.projectId, event);
      return undefined;
    },
  };
}

/** What the reader sees: a preview is searched and asked about as it stands there. */
async function openSite(
  deps: ReaderDeps,
  { site, origin }: Visitor,
  part: "search" | "assistant",
): Promise<OpenedSite> {
  await requirePart(deps, site, part);
  const project = await findProjectById(deps.database.query, site.projectId);
  if (project === undefined) {
    throw new AppError("not_found", "This site is gone.");
  }
  return openPublished(deps, project, site, origin);
}

/** What the owners have switched off is not there, also for a page that still asks for it. */
async function requirePart(
  { artifacts }: Pick<ReaderDeps, "artifacts">,
  site: PublishedArtifact,
  part: "search" | "assistant" | "feedback" | "pageRating",
): Promise<void> {
  const parts = await offeredParts(artifacts, site);
  if (!parts[part]) {
    throw new AppError("not_found", `This site does not offer ${partNames[part]}.`);
  }
}

function visitorOf({ visitor }: Principal): Visitor {
  if (visitor === undefined) {
    throw new Error("A reader's operation was called without a visitor.");
  }
  return visitor;
}
