import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnswerBounds } from "../assistant/answer-budget.ts";
import { createHttp } from "../http/create-http.ts";
import { type Gates, registerOperations } from "../http/register-operation.ts";
import { StreamSlots } from "../http/stream-slots.ts";
import { readConfig } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { KeyedModel } from "../platform/model/project-model.ts";
import type { PublishedArtifact } from "../projects/sites/store.ts";
import { openBuiltIndex } from "../search/indexing.ts";
import type { SearchIndex } from "../search/querying.ts";
import { indexSite } from "../site/building.ts";
import { authenticateVisitor } from "../visitors/api/middleware.ts";
import { visitorOperations } from "../visitors/api/operations.ts";
import { visitorRoutes } from "../visitors/api/routes.ts";
import type { PreviewArtifacts } from "./preview-artifacts.ts";
import { rememberedTurns } from "./remembered-turns.ts";

/** The model that answers questions, and how many tokens it may use until the preview stops. */
export interface PreviewModel extends KeyedModel, Pick<AnswerBounds, "tokensPerDay"> {}

interface PreviewApiDeps {
  artifacts: PreviewArtifacts;
  /** The site that is shown now. */
  findShown(): PublishedArtifact | undefined;
  model: PreviewModel | undefined;
  log: Log;
  /** Aborts when the preview stops. */
  signal: AbortSignal;
}

export type PreviewApi = (request: IncomingMessage, response: ServerResponse) => void;

const keyBytes = 32;

/**
 * Search and the assistant of a preview, by the same operations as on a published site. Conversations are kept in
 * memory; searches and ratings aren't recorded.
 */
export async function createPreviewApi(deps: PreviewApiDeps): Promise<PreviewApi> {
  const { artifacts, findShown, model, log, signal } = deps;
  const clock = { now: Date.now };
  const tokenKeys = [randomBytes(keyBytes)];
  const authenticatorFor = authenticateVisitor({
    siteRequests: { find: findShown },
    findOrganization: async () => "preview",
    visitorIdOf: async () => "writer",
    tokenKeys,
    clock,
  });
  const handlers = visitorRoutes({
    artifacts,
    findIndex: keepNewestIndex(artifacts, signal),
    log,
    clock,
    tokenKeys,
    findModel: async () => model,
    turns: rememberedTurns({ clock, tokensMax: model?.tokensPerDay ?? 0 }),
    findProject: async (id) => ({
      id,
      name: artifacts.get(findShown()?.artifact ?? "").name,
      model: { name: null, url: null, key: null },
      budgets: {},
    }),
    rate: async () => undefined,
  });
  const http = createHttp({ log, trustedProxies: [], operations: visitorOperations, draining: signal });
  registerOperations(http, { ...ownGates(signal), authenticatorFor }, visitorOperations, handlers);
  await http.ready();
  return (request, response) => http.routing(request, response);
}

/** Indexes a site when it is first searched. Later sites reuse the segments of unchanged pages. */
function keepNewestIndex(artifacts: PreviewArtifacts, signal: AbortSignal) {
  let newest: { artifact: string; index: Promise<SearchIndex> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return ({ artifact }: PublishedArtifact): Promise<SearchIndex> => {
    if (newest?.artifact === artifact) return newest.index;
    const site = artifacts.get(artifact);
    // One index at a time, because they share a folder for their segments.
    const index = last.then(async () => openBuiltIndex(await indexSite(site, signal)));
    last = index.catch(() => {
      if (newest?.index === index) newest = undefined;
    });
    newest = { artifact, index };
    return index;
  };
}

/** Nothing is limited or recorded, because the writer is the only visitor and nothing is stored. */
function ownGates(draining: AbortSignal): Omit<Gates, "authenticatorFor"> {
  const admit = async () => undefined;
  const refuse = () => Promise.reject(new Error("A preview has no database."));
  return {
    limiterFor: () => ({ byAddress: admit, byPrincipal: admit }),
    once: refuse,
    change: refuse,
    takeTurn: refuse,
    record: refuse,
    draining,
    streamSlots: new StreamSlots(readConfig({}).streams),
  };
}
