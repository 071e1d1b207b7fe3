import { prepareFindRole } from "../accounts/member-store.ts";
import { agentAnswerHandler, agentAnswerKind } from "../agent/requests/answer-requests.ts";
import { agentRequestKind } from "../agent/requests/record-request.ts";
import { agentRequestHandler } from "../agent/requests/take-request.ts";
import { type OpenSiteDeps, openSite } from "../assistant/open-site.ts";
import { storedTurns } from "../assistant/stored-turns.ts";
import { withHost } from "../code-hosts/announce-preview.ts";
import type { ChooseCodeHost } from "../code-hosts/code-host.ts";
import type { Connection } from "../platform/db/database.ts";
import { createGuardedFetch } from "../platform/outgoing/guarded-fetch.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import { createFindAudienceArtifact } from "../projects/sites/find-audience-artifact.ts";
import type { Project } from "../projects/store.ts";
import { createGate } from "../readers/gate.ts";
import { prepareFindReaderSession } from "../readers/session-store.ts";
import { postMessage, type TakeMessageDeps, takeMessage } from "../slack/take-message.ts";
import type { App } from "./app.ts";
import type { serverSettingsOf } from "./server-settings-of.ts";

interface RequestParts extends Pick<OpenSiteDeps, "artifacts" | "findIndex" | "findProjectSite" | "siteUrl"> {
  hosting: Pick<App, "log"> & { chooseCodeHost: ChooseCodeHost; hasGithubApp: boolean };
  settings: ReturnType<typeof serverSettingsOf>;
}

/** The jobs that take what people ask the agent in comments and chats, and answer them. */
export function requestHandlers(app: App, { hosting, settings, ...site }: RequestParts): Record<string, JobHandler> {
  const { config, database } = app;
  const gate = createGate({
    ...app,
    ...config.readers,
    findReaderSession: prepareFindReaderSession(database),
    url: config.url,
    findAudienceArtifact: createFindAudienceArtifact(app),
  });
  const modelName = async (tx: Connection) => (await settings.model(tx)).name;
  const slack = { ...app, slackApi: config.slackApi, fetch: createGuardedFetch(config.allowedHosts) };
  const messages: TakeMessageDeps = {
    ...slack,
    modelName,
    findRole: prepareFindRole(database),
    openSite: (project, isMember) =>
      openSite({ ...app, ...site, gate }, project.id, { domain: project.domain, isMember }),
    answering: {
      ...app,
      findModel: (model) => settings.findModelOf(model),
      turns: storedTurns({ ...app, bounds: config.model }),
      prices: config.model.prices,
    },
    jobUrl: ({ organizationId, domain }: Project, jobId: string) =>
      `${config.url}/dashboard/${organizationId}/${domain}/jobs/${jobId}`,
  };
  return {
    [agentRequestKind]: agentRequestHandler({
      ...app,
      modelName,
      chooseCodeHost: hosting.chooseCodeHost,
      takeMessage: (...message) => takeMessage(messages, ...message),
    }),
    [agentAnswerKind]: agentAnswerHandler({
      ...app,
      postMessage: (...message) => postMessage(slack, ...message),
      withHost: (project, signal, report) => withHost(hosting, project, signal, report),
    }),
  };
}
