import type { Client } from "../contract/client.ts";
import type { Config, Environment } from "../platform/config.ts";
import { getProjectByName } from "./get-subject.ts";
import { CommandProblem } from "./output.ts";
import { readServerSettings, withApp, workAndClose } from "./setup.ts";

export interface Api {
  client: Client;
  /** Resolves a project ID or subdomain to the project ID. */
  projectId(idOrDomain: string): Promise<string>;
}

/** Turns work with the API into the action of a command. */
export function apiAction<Arguments extends unknown[]>(
  environment: Environment,
  work: (api: Api, ...given: Arguments) => Promise<void>,
): (...given: Arguments) => Promise<void> {
  return (...given) => withApi(environment, (api) => work(api, ...given));
}

/** Runs a command that uses the API: over HTTP if LECTERN_API_KEY is set, otherwise inside this process. */
export async function withApi(environment: Environment, work: (api: Api) => Promise<void>): Promise<void> {
  const config = readServerSettings(environment);
  const { ApiError } = await import("../contract/client.ts");
  try {
    await (config.apiKey === undefined ? withOwnApi(config, work) : withRemoteApi(config, config.apiKey, work));
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

async function withRemoteApi(config: Config, key: string, work: (api: Api) => Promise<void>): Promise<void> {
  const { createClient } = await import("../contract/client.ts");
  await work({ client: createClient({ url: config.url, key }), projectId: async (id) => id });
}

async function withOwnApi(config: Config, work: (api: Api) => Promise<void>): Promise<void> {
  const { createOperatorClient } = await import("../app/operator-client.ts");
  await withApp(config, (app) => {
    const projectId = async (idOrDomain: string) => (await getProjectByName(app.database.query, idOrDomain)).id;
    return workAndClose(createOperatorClient(app), ({ client }) => work({ client, projectId }));
  });
}
