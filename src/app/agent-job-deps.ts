import type { AgentJobDeps } from "../agent/turn.ts";
import { chooseCodeHost, withPreview } from "../code-hosts/choose-code-host.ts";
import { pushHosted } from "../git-host/receive-push.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { createLocateSource } from "./locate-source.ts";
import { serverSettingsOf } from "./server-settings-of.ts";

const modelSilenceSeconds = 60;

export function agentJobDeps(app: App, pool: RenderPool): AgentJobDeps {
  const { config } = app;
  const folders = foldersOf(config);
  const hosting = { ...app, ...config, repositoriesFolder: folders.repositories };
  return {
    ...app,
    pool,
    treesFolder: folders.trees,
    cachesFolder: folders.caches,
    findModel: createFindAgentModel(app),
    locate: createLocateSource(app),
    chooseCodeHost: withPreview(app, chooseCodeHost(hosting)),
    pushHosted: (project, move, signal) => pushHosted(hosting, project, move, signal),
  };
}

/** The language model of the agent, with its budgets. */
export function createFindAgentModel(app: Omit<App, "close">): AgentJobDeps["findModel"] {
  const settings = serverSettingsOf(app);
  const { agentTokensPerDay: tokensPerDay, agentSpend: spend, prices } = app.config.model;
  const bounds = { tokensPerDay, spend, prices, silenceSeconds: modelSilenceSeconds };
  return async () => {
    const model = await settings.findModel();
    return model && { ...model, ...bounds };
  };
}
