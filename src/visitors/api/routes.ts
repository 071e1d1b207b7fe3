import { type AnswerDeps, answer } from "../../assistant/answer.ts";
import { createV2Encoder } from "../../assistant/encode-v2.ts";
import { type OpenSiteDeps, openPublished } from "../../assistant/open-site.ts";
import { readQuestion } from "../../assistant/read-question.ts";
import { searchPages } from "../../assistant/search-pages.ts";
import { sendFeedback } from "../../assistant/send-feedback.ts";
import type { Handlers, Principal, Visitor } from "../../http/call.ts";
import type { InsightEvent } from "../../insight/record-event.ts";
import type { Manifest } from "../../platform/artifacts/manifest.ts";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import type { Project } from "../../projects/store.ts";
import { cleanPath } from "../../search/querying.ts";
import { offeredParts } from "../pages/offered-parts.ts";
import type { VisitorOperations } from "./operations.ts";
import { readEvent } from "./read-event.ts";
import { signToken, tokenSeconds } from "./visitor-token.ts";

export interface VisitorRouteDeps extends AnswerDeps, Pick<OpenSiteDeps, "artifacts" | "findIndex"> {
  clock: Clock;
  tokenKeys: readonly Buffer[];
  findProject(projectId: string): Promise<Pick<Project, "id" | "name" | "model" | "budgets"> | undefined>;
  record(projectId: string, event: InsightEvent): Promise<void>;
}

const manifestSeconds = 30;
const partNames = {
  search: "search",
  assistant: "an assistant",
  feedback: "feedback on answers",
  pageRating: "page ratings",
};

/** Search and questions on the site itself, answered by the same code as the public operations. */
export function visitorRoutes(deps: VisitorRouteDeps): Handlers<VisitorOperations> {
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
      return answer(deps, { site, address, signal }, question, createV2Encoder);
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
      await deps.record(site.projectId, event);
      return undefined;
    },
  };
}

/** The site that the visitor sees, which may be a preview. */
async function openSite(deps: VisitorRouteDeps, { site, origin }: Visitor, part: "search" | "assistant") {
  await requirePart(deps, site, part);
  const project = await deps.findProject(site.projectId);
  if (project === undefined) {
    throw new AppError("not_found", "This site no longer exists.");
  }
  return openPublished(deps, project, site, origin);
}

/** Rejects requests for parts that the owners have turned off, even from pages that still show them. */
async function requirePart(
  { artifacts }: Pick<VisitorRouteDeps, "artifacts">,
  site: PublishedArtifact,
  part: "search" | "assistant" | "feedback" | "pageRating",
): Promise<void> {
  const parts = await offeredParts(artifacts, site);
  if (!parts[part]) {
    throw new AppError("not_found", `This site doesn't have ${partNames[part]}.`);
  }
}

function visitorOf({ visitor }: Principal): Visitor {
  if (visitor === undefined) {
    throw new Error("A visitor operation was called without a visitor.");
  }
  return visitor;
}

/** The canonical address of a page; undefined if the site has no such page. */
function pageAddress({ files }: Manifest, path: string): string | undefined {
  const clean = cleanPath(path);
  const name = clean === "/" ? "index" : clean.slice(1);
  return files.has(`${name}.html`) ? clean : undefined;
}
