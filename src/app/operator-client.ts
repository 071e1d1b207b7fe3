import { Readable } from "node:stream";
import type { FastifyInstance, InjectOptions } from "fastify";
import { type Client, createClient } from "../contract/client.ts";
import type { Principal } from "../http/call.ts";
import type { Authenticate } from "../http/register-operation.ts";
import { operatorKeyId } from "../platform/audit/operator.ts";
import type { Database } from "../platform/db/database.ts";
import { findProjectByName, type Project } from "../projects/store.ts";
import { findUpdateOrganization } from "../updates/store.ts";
import type { App } from "./app.ts";
import { foldersOf } from "./folders.ts";
import { createServer } from "./server.ts";

// The client needs an address, but nothing is ever sent to it.
const address = "http://lectern.internal";

export interface OperatorClient {
  client: Client;
  close(): Promise<void>;
}

/** A client of the regular routes, inside this process and without a key, for the operator of the server. */
export function createOperatorClient(app: App): OperatorClient {
  const authenticateOperator = createAuthenticateOperator(app.database);
  const server = createServer({
    ...app,
    model: app.config.model,
    url: app.config.url,
    siteHost: app.config.siteHost,
    repositoriesFolder: foldersOf(app.config).repositories,
    trustedProxies: [],
    authenticatorFor: () => authenticateOperator,
  });
  return {
    client: createClient({ url: address, fetch: fetchInProcess(server.http) }),
    close: () => server.close(),
  };
}

/** The operator acts for whichever organization owns what the request is about. */
function createAuthenticateOperator(database: Database): Authenticate {
  return async (request): Promise<Principal> => {
    const { projectId, statusId, domain } = request.params as {
      projectId?: string;
      statusId?: string;
      domain?: string;
    };
    if (domain !== undefined) {
      return asVisitor(await findProjectByName(database.query, domain));
    }
    const organizationId =
      projectId === undefined
        ? await findUpdateOrganization(database.query, statusId ?? "")
        : (await findProjectByName(database.query, projectId))?.organizationId;
    // Without an owner it does not exist, and the route says so.
    return {
      kind: "admin",
      keyId: operatorKeyId,
      organizationId: organizationId ?? "",
      projectId: null,
      scopes: ["read", "write"],
    };
  };
}

/** Questions are asked with the rights of an assistant key of the project. */
function asVisitor(project: Project | undefined): Principal {
  const { id = null, organizationId = "" } = project ?? {};
  return { kind: "assistant", keyId: operatorKeyId, organizationId, projectId: id, scopes: [] };
}

function fetchInProcess(http: FastifyInstance) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const reply = await http.inject({
      method: init.method as InjectOptions["method"] & string,
      url: url.slice(address.length),
      headers: init.headers as Record<string, string>,
      ...(init.body === undefined ? {} : { payload: String(init.body) }),
      // As a stream, so that events arrive when they happen.
      payloadAsStream: true,
    });
    return new Response(Readable.toWeb(reply.stream()) as ReadableStream, {
      status: reply.statusCode,
      headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
  };
}
