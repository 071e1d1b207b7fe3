import type { Client } from "../contract/client.ts";
import type { Config, Environment } from "../platform/config.ts";
import { CommandProblem } from "./command-problem.ts";
import { getProjectByName } from "./get-project-by-name.ts";
import { readSettings, withApp } from "./setup.ts";

interface Api {
  client: Client;
  /** Resolves a project ID or subdomain to the project ID. */
  projectId(idOrDomain: string): Promise<string>;
}

/** Runs a command that uses the API: over HTTP if LECTERN_API_KEY is set, otherwise inside this process. */
export async function withApi<Result>(environment: Environment, work: (api: Api) => Promise<Result>): Promise<Result> {
  const config = readSettings(environment);
  const { ApiError } = await import("../contract/client.ts");
  try {
    return await (config.apiKey === undefined ? withOwnApi(config, work) : withRemoteApi(config, config.apiKey, work));
  } catch (error) {
    if (error instanceof ApiError) {
      const { error: summary, details } = error.body;
      const message = details?.map((detail) => `${detail.path} ${detail.message}`).join("; ") ?? summary;
      throw new CommandProblem(message, error.status === 400 ? 2 : 1, { cause: error });
    }
    if (error instanceof TypeError && error.message === "fetch failed") {
      throw new CommandProblem(`Can't reach ${config.url}; check LECTERN_URL and that the server is running.`, 1, {
        cause: error,
      });
    }
    throw error;
  }
}

async function withRemoteApi<Result>(
  config: Config,
  key: string,
  work: (api: Api) => Promise<Result>,
): Promise<Result> {
  const { createClient } = await import("../contract/client.ts");
  return work({ client: createClient({ url: config.url, key }), projectId: async (id) => id });
}

async function withOwnApi<Result>(config: Config, work: (api: Api) => Promise<Result>): Promise<Result> {
  const { createOperatorClient } = await import("../app/operator-client.ts");
  return withApp(config, async (app) => {
    const { client, close } = createOperatorClient(app);
    try {
      return await work({
        client,
        projectId: async (idOrDomain) => (await getProjectByName(app.database.query, idOrDomain)).id,
      });
    } finally {
      await close();
    }
  });
}
