import { operatorKeyId } from "../activity/audit/operator.ts";
import { recordOwnComment } from "../agent/requests/record-request.ts";
import { agentRoutes } from "../agent/routes.ts";
import { readRevisions as readJobRevisions } from "../agent/store.ts";
import { analyticsRoutes } from "../analytics/routes.ts";
import type { AnswerDeps } from "../assistant/answer.ts";
import { openSite } from "../assistant/open-site.ts";
import { assistantRoutes } from "../assistant/routes.ts";
import { automationRoutes } from "../automations/routes.ts";
import { openApiDocument } from "../contract/openapi.ts";
import type { Operations } from "../contract/operations.ts";
import { publicOperations } from "../contract/webhook-operations.ts";
import { gapRoutes } from "../evaluate/gaps/routes.ts";
import type { GapDeps } from "../evaluate/gaps/start-gap.ts";
import { evaluationRoutes } from "../evaluate/routes.ts";
import type { Handlers } from "../http/call.ts";
import { insightRoutes } from "../insight/routes.ts";
import { findKeyName } from "../keys/store.ts";
import { AppError } from "../platform/errors.ts";
import { Watcher } from "../platform/watcher.ts";
import { pullRequestRoutes } from "../pull-requests/routes.ts";
import { readRevisions as readUpdateRevisions } from "../updates/log-store.ts";
import { pdfRoutes } from "../updates/pdfs/routes.ts";
import { updateRoutes } from "../updates/routes.ts";
import { automationDeps, gapDeps } from "./automation-deps.ts";
import type { ServerDeps, ServerParts } from "./server-parts.ts";

/** Every operation of the public API. */
export function apiHandlers(
  deps: ServerDeps,
  parts: ServerParts,
  answerDeps: AnswerDeps,
  locate: GapDeps["locate"] | undefined,
): Handlers<Operations> {
  const { database, log } = deps;
  const { artifacts, findIndex, findProjectSite, readStatus, findAgentJob } = parts;
  const onError = (error: unknown) => log.warn({ error }, "the database does not answer; event streams are waiting");
  const nameOf = async (keyId: string) => (await findKeyName(database.query, keyId)) ?? "Operator";
  let openApi: Record<string, unknown> | undefined;
  return {
    ...updateRoutes({
      ...deps,
      siteUrl: parts.addressOf,
      readStatus,
      watcher: new Watcher((ids) => readUpdateRevisions(database.query, ids), onError),
    }),
    ...agentRoutes({
      ...deps,
      settings: parts.settings,
      findAgentJob,
      watcher: new Watcher((ids) => readJobRevisions(database.query, ids), onError),
    }),
    ...assistantRoutes({
      ...answerDeps,
      openSite: (principal, domain) =>
        openSite(
          { database, findProjectSite, artifacts, findIndex, siteUrl: parts.addressOf, gate: parts.gate },
          principal.projectId,
          { domain, isMember: principal.user !== undefined || principal.keyId === operatorKeyId },
        ),
    }),
    ...pullRequestRoutes({
      ...deps,
      siteUrl: parts.addressOf,
      nameOf,
      onComment: (...comment) => recordOwnComment(deps, ...comment),
    }),
    ...insightRoutes(deps),
    ...analyticsRoutes(deps),
    ...pdfRoutes({ ...deps, findProjectSite }),
    ...automationRoutes({ ...deps, ...automationDeps({ ...deps, settings: parts.settings }) }),
    ...gapRoutes({
      ...gapDeps({ ...deps, ...parts, siteUrl: parts.addressOf, locate: locate ?? refuseToLocate }),
      nameOf,
    }),
    ...evaluationRoutes({ ...deps, artifacts, findProjectSite, nameOf }),
    // Frozen, so that it is serialized only once.
    getOpenApi: async () => (openApi ??= Object.freeze(openApiDocument(publicOperations, deps.url))),
    getHealth: async () => ({ status: "alive" }),
    getReadiness: async () => {
      if (parts.stopping.aborted) throw new AppError("unavailable", "The server is stopping.");
      return parts.readiness.check().catch((error: unknown) => {
        log.warn({ error }, "not ready");
        throw error;
      });
    },
    getMetrics: () => parts.metrics.render(),
  };
}

/** The operator's command line has no access to repositories. */
const refuseToLocate: GapDeps["locate"] = () =>
  Promise.reject(new AppError("unavailable", "Drafts can be created on the server only."));
