import { targetText } from "../../analytics/events.ts";
import type { NoteEvent } from "../../analytics/recorder.ts";
import { type AnswerDeps, answer } from "../../assistant/answer.ts";
import { createV2Encoder } from "../../assistant/encode-v2.ts";
import { type OpenSiteDeps, openPublished } from "../../assistant/open-site.ts";
import { readQuestion } from "../../assistant/read-question.ts";
import { searchPages } from "../../assistant/search-pages.ts";
import { sendFeedback } from "../../assistant/send-feedback.ts";
import type { ReaderAction } from "../../contract/analytics-operations.ts";
import type { Handlers, Principal, Visitor } from "../../http/call.ts";
import type { Rating } from "../../insight/record-rating.ts";
import { canonicalAddress } from "../../platform/address.ts";
import type { Manifest } from "../../platform/artifacts/manifest.ts";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import { isPreview } from "../../projects/sites/site-address.ts";
import type { PublishedArtifact } from "../../projects/sites/store.ts";
import type { Project } from "../../projects/store.ts";
import { cleanPath } from "../../search/querying.ts";
import { offeredParts } from "../pages/offered-parts.ts";
import { referrerOf } from "../pages/see-view.ts";
import type { VisitorOperations } from "./operations.ts";
import { readEvent } from "./read-event.ts";
import { signToken, tokenSeconds } from "./visitor-token.ts";

export interface VisitorRouteDeps extends AnswerDeps, Pick<OpenSiteDeps, "artifacts" | "findIndex"> {
  clock: Clock;
  tokenKeys: readonly Buffer[];
  findProject(projectId: string): Promise<Pick<Project, "id" | "name" | "model" | "budgets"> | undefined>;
  rate(projectId: string, rating: Rating): Promise<void>;
  /** Counts views and actions; undefined if the server doesn't. */
  note?: NoteEvent | undefined;
}

const manifestSeconds = 30;
const pageLengthMax = 600;
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
      const visitor = visitorOf(principal);
      const site = await openSite(deps, visitor, "assistant");
      await act(deps, visitor, { action: "question", page: body.currentPath, target: "" });
      return answer(deps, { site, caller: "site", address, signal }, question, createV2Encoder);
    },
    async readerFeedback({ principal, body }) {
      const { site } = visitorOf(principal);
      await requirePart(deps, site, "feedback");
      return sendFeedback(deps, site.projectId, body);
    },
    async readerEvent({ principal, body, address }) {
      const visitor = visitorOf(principal);
      const { id: visitorId, site } = visitor;
      await requirePart(deps, site, body.type === "rating" ? "pageRating" : "search");
      const manifest = await manifestOf(deps, site);
      const event = readEvent(body, { visitorId, findPage: (path) => pageAddress(manifest, path) });
      if (event.type === "rating")
        return deps.rate(site.projectId, { ...event, address: canonicalAddress({ ip: address }) });
      const { actions, page, query: target } = event;
      for (const action of actions) await act(deps, visitor, { action, page, target });
    },
    async readerNote({ principal, body: { type, page: path, target = "" }, address, userAgent }) {
      const { site, country, isPrivate } = visitorOf(principal);
      const page = pageAddress(await manifestOf(deps, site), path);
      if (page === undefined) throw new AppError("not_found", "Page not found on this site.");
      if (type !== "view") {
        await act(deps, visitorOf(principal), {
          action: type,
          page,
          target: type === "outbound" ? linkOf(target) : target,
        });
        return;
      }
      const { analytics } = await offeredParts(deps.artifacts, site);
      if (analytics === false || isPrivate || isPreview(site)) return;
      const own = [URL.parse(visitorOf(principal).origin)?.host];
      const referrer = referrerOf(target, own);
      const seen = { at: deps.clock.now(), published: site, form: "page", isText: false } as const;
      deps.note?.({ type, ...seen, page, address: canonicalAddress({ ip: address }), userAgent, referrer, country });
    },
  };
}

/** Counts an action, unless the site or the reader doesn't want that. */
async function act(
  { note, clock, artifacts }: VisitorRouteDeps,
  { site, isPrivate }: Visitor,
  { action, page, target }: { action: ReaderAction; page: string | undefined; target: string },
): Promise<void> {
  if (note === undefined || isPrivate || isPreview(site)) return;
  const { analytics } = await offeredParts(artifacts, site);
  if (analytics === false) return;
  // A page of a question is what its client says, so it is only counted if it looks like one.
  const known = page !== undefined && page.length <= pageLengthMax && page.startsWith("/") ? page : "";
  note({ type: "action", at: clock.now(), projectId: site.projectId, action, page: known, target: targetText(target) });
}

/** The address of a link without what can identify its reader. */
function linkOf(link: string): string {
  const url = URL.parse(link);
  if (url === null) return "";
  return url.protocol.startsWith("http") ? `${url.host}${url.pathname}` : url.protocol;
}

function manifestOf({ artifacts }: VisitorRouteDeps, site: PublishedArtifact): Promise<Manifest> {
  return artifacts.getManifest(site.projectId, site.artifact, AbortSignal.timeout(manifestSeconds * 1_000));
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
