import { join } from "node:path";
import type { AgentJobDeps } from "../agent/turn.ts";
import { wantsCommit } from "../automations/store.ts";
import { chooseCodeHost, withPreview } from "../code-hosts/choose-code-host.ts";
import type { EditorHosting } from "../editor/editor-deps.ts";
import { pushHosted } from "../git-host/receive-push.ts";
import type { RenderPool } from "../site/rendering.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { createLocateReadable, createLocateSource, locateCode } from "./locate-source.ts";
import { serverSettingsOf } from "./server-settings-of.ts";

const modelSilenceSeconds = 60;
const modelOutageSeconds = 60;

/** How agent jobs reach repositories, code hosts and the language model. */
export function agentJobDeps(app: App, pool: RenderPool): AgentJobDeps {
  const folders = foldersOf(app.config);
  return {
    ...app,
    ...codeHosts(app),
    pool,
    treesFolder: folders.trees,
    cachesFolder: folders.caches,
    findModel: createFindAgentModel(app),
    locate: createLocateSource(app),
    checkAddress: async (address, signal) => {
      // Loaded lazily: the API process doesn't need it.
      const { createAddressChecker } = await import("../site/rendering.ts");
      return createAddressChecker(app.config.allowedHosts)(address, signal);
    },
    codeOf: (project) => locateCode(app, project),
    wantsCommit: (jobId) => wantsCommit(app.database.query, jobId),
  };
}

/** How the editor reaches repositories, code hosts and the language model. */
export function editorHosting(app: Omit<App, "close">): EditorHosting {
  return {
    ...codeHosts(app),
    locate: createLocateReadable(app),
    locateToPush: createLocateSource(app),
    findAgentModel: createFindAgentModel(app),
    folder: join(app.config.dataFolder, "editor"),
    editors: app.config.editors,
    allowedHosts: app.config.allowedHosts,
  };
}

function codeHosts(app: Omit<App, "close">): Pick<EditorHosting, "chooseCodeHost" | "pushHosted"> {
  const hosting = { ...app, ...app.config, repositoriesFolder: foldersOf(app.config).repositories };
  return {
    chooseCodeHost: withPreview(app, chooseCodeHost(hosting)),
    pushHosted: (project, move, signal, push) => pushHosted(hosting, project, move, signal, push),
  };
}

/** The language model of the agent, with its budgets. */
function createFindAgentModel(app: Omit<App, "close">): AgentJobDeps["findModel"] {
  const settings = serverSettingsOf(app);
  const { agentTokensPerDay: tokensPerDay, agentSpend: spend, prices } = app.config.model;
  const bounds = {
    tokensPerDay,
    spend,
    prices,
    silenceSeconds: modelSilenceSeconds,
    outageSeconds: modelOutageSeconds,
  };
  return async () => {
    const model = await settings.findModel();
    return model && { ...model, ...bounds };
  };
}
