import type { AgentModel, RunAgentDeps } from "../agent/turn.ts";
import { chooseCodeHost, withPreview } from "../code-hosts/choose-code-host.ts";
import { pushHosted } from "../git-host/receive-push.ts";
import type { Config } from "../platform/config.ts";
import { readModelChoice } from "../platform/model/model-choice.ts";
import type { RenderPool } from "../site/pipeline/render/render-pool.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { createLocateSource } from "./locate-source.ts";

const modelSilenceSeconds = 60;

export function agentJobDeps(app: App, pool: RenderPool): RunAgentDeps {
  const { config } = app;
  const folders = foldersOf(config);
  const hosting = { ...app, ...config, repositoriesFolder: folders.repositories };
  return {
    ...app,
    pool,
    treesFolder: folders.trees,
    cachesFolder: folders.caches,
    model: readModel(config.model),
    locate: createLocateSource(app),
    chooseCodeHost: withPreview(app, chooseCodeHost(hosting)),
    pushHosted: (project, move, signal) => pushHosted(hosting, project, move, signal),
  };
}

function readModel({ name, url, key, agentTokensPerDay, agentSpend }: Config["model"]): AgentModel | undefined {
  const choice = readModelChoice(name, url);
  const bounds = { tokensPerDay: agentTokensPerDay, spend: agentSpend, silenceSeconds: modelSilenceSeconds };
  return choice && { choice, key, ...bounds };
}
