import type { AgentModel, RunAgentDeps } from "../agent/turn.ts";
import { builtInHost } from "../code-hosts/built-in-host.ts";
import type { CodeHost } from "../code-hosts/code-host.ts";
import { CodeHostError } from "../code-hosts/code-host-error.ts";
import { receivePush } from "../git-host/receive-push.ts";
import { readModelChoice } from "../model/model-choice.ts";
import type { Config } from "../platform/config.ts";
import type { Project } from "../projects/store.ts";
import type { RenderPool } from "../site/render/render-pool.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { locateSource } from "./locate-source.ts";

const modelSilenceSeconds = 60;

/** What the director of agent jobs works with. */
export function agentJobDeps(app: App, pool: RenderPool): RunAgentDeps {
  const folders = foldersOf(app.config);
  return {
    ...app,
    pool,
    treesFolder: folders.trees,
    cachesFolder: folders.caches,
    model: readModel(app.config.model),
    locate: (project) => locateSource(app, project),
    chooseCodeHost: async (project) => chooseCodeHost(app, project),
    async onPush({ hostedRepository: repository }, branch, sha) {
      if (repository !== null) {
        await receivePush({ ...app, repositoriesFolder: folders.repositories }, { repository, branch, sha });
      }
    },
  };
}

function readModel({ name, url, key, agentTokensPerDay }: Config["model"]): AgentModel | undefined {
  const choice = readModelChoice(name, url);
  return choice && { choice, key, tokensPerDay: agentTokensPerDay, silenceSeconds: modelSilenceSeconds };
}

function chooseCodeHost(app: App, project: Project): CodeHost {
  if (project.hostedRepository === null) {
    throw new CodeHostError(
      "no-access",
      "Pull requests can be opened in the built-in git host only; import the repository there.",
    );
  }
  const { config } = app;
  return builtInHost({ ...app, repositoriesFolder: foldersOf(config).repositories, url: config.url }, project);
}
