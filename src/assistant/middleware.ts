import { LRUCache } from "lru-cache";
import type { Static } from "typebox";
import { AssistantQuestion } from "../contract/assistant-schemas.ts";
import type { Limit } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";
import { publicHeaders } from "../http/cors.ts";
import { limitHeaders } from "../http/gates/rate-limits/middleware.ts";
import type { RequestCounter } from "../http/gates/rate-limits/request-counter.ts";
import type { AskedPost, QuickPost } from "../http/quick-posts.ts";
import { streamHeaders } from "../http/write-stream.ts";
import { authenticate, checkKey } from "../keys/authenticate.ts";
import type { KeyDeps } from "../keys/middleware.ts";
import type { Key } from "../keys/store.ts";
import { modelOfProject } from "../platform/model/project-model.ts";
import { createV2Encoder } from "./encode-v2.ts";
import { locateSite, type OpenSiteDeps, openPublished } from "./open-site.ts";
import { readQuestion } from "./read-question.ts";
import { type ReplyDeps, replyTo } from "./reply-to.ts";

export interface QuickQuestionDeps extends ReplyDeps, KeyDeps, OpenSiteDeps {
  counter: RequestCounter;
  /** Changes with everything that is written. */
  readVersion(): number;
}

/** What was found for a key and a domain; true while the database's version stands still. */
interface Found {
  version: number;
  key: Key;
  site: Awaited<ReturnType<typeof locateSite>>;
}

const { path, reply } = operations.sendMessageV2;
// As in the operation's own route: the address first.
const limits = operations.sendMessageV2.limits.toSorted((a, b) => (a.by < b.by ? -1 : 1));
const demand = { kind: "assistant", scope: undefined } as const;
const foundMax = 1_000;
const headers = { ...publicHeaders, ...streamHeaders, "content-type": reply.contentType, ...reply.chunks.headers };
const neverLeaves = new AbortController().signal;

/**
 * Questions that begin a thread where no model is asked, which is most of what readers ask where none is set up: the whole
 * answer is known at once. All others go to the operation's own route, and so do keys, bodies and limits that are refused.
 */
export function quickQuestions(deps: QuickQuestionDeps): QuickPost {
  const known = new LRUCache<string, Found>({ max: foundMax });

  async function find({ authorization, param: domain, address, origin }: AskedPost): Promise<Found> {
    const name = `${authorization} ${domain}`;
    const before = known.get(name);
    // Before anything is read: what is written meanwhile then makes this an old one.
    const version = deps.readVersion();
    if (before?.version === version) {
      checkKey(deps.clock, before.key, { address, origin }, demand);
      return before;
    }
    const key = await authenticate(deps, { authorization, address, origin }, demand);
    const found = { version, key, site: await locateSite(deps, key.projectId, domain) };
    known.set(name, found);
    return found;
  }

  return {
    path,
    body: AssistantQuestion,
    async answer(asked) {
      const { key, site } = await find(asked);
      const { project, published, url } = site;
      const question = readQuestion(asked.body as Static<typeof AssistantQuestion>);
      if (question.threadName !== undefined || modelOfProject(deps.model, project.model) !== undefined)
        return undefined;
      const opened = await openPublished(deps, project, published, url);
      const subjectOf = (by: Limit["by"]) => (by === "address" ? asked.address : key.organizationId);
      const counted = await deps.counter.countAhead(limits.map((limit) => ({ limit, subject: subjectOf(limit.by) })));
      if (counted === undefined) return undefined;
      deps.lastUsed.note(key.id);
      const asker = { site: opened, address: asked.address, signal: neverLeaves };
      const { headers: own, chunks } = await replyTo(deps, asker, question, createV2Encoder);
      return { headers: { ...limitHeaders(counted), ...headers, ...own }, text: chunks as string };
    },
  };
}
