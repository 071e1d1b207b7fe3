import { Readable } from "node:stream";
import type { FastifyInstance, InjectOptions } from "fastify";
import type { SubjectParams } from "../accounts/middleware.ts";
import { operatorKeyId } from "../activity/audit/operator.ts";
import { type Client, createClient } from "../contract/client.ts";
import type { Principal } from "../http/call.ts";
import type { Authenticate } from "../http/register-operation.ts";
import type { Database } from "../platform/db/database.ts";
import type { App } from "./app.ts";
import { findOwner } from "./find-owner.ts";
import { foldersOf } from "./folders.ts";
import { createServer } from "./server.ts";
import { serverSettingsOf } from "./server-settings-of.ts";

// The client needs an address, but nothing is ever sent to it.
const address = "http://lectern.internal";

interface OperatorClient {
  client: Client;
  close(): Promise<void>;
}

/** Lets the operator call the regular routes inside this process, without a key. */
export function createOperatorClient(app: App): OperatorClient {
  const authenticateOperator = createAuthenticateOperator(app.database);
  const server = createServer({
    ...app,
    settings: serverSettingsOf(app),
    model: app.config.model,
    withAuthorCode: app.config.withAuthorCode,
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

/** The operator acts for the organization that owns the requested project, update or job. */
function createAuthenticateOperator(database: Database): Authenticate {
  return async (request): Promise<Principal> => {
    const { projectId, statusId = "", domain = projectId } = request.params as SubjectParams;
    // Without an owner, the requested project, update or job doesn't exist, and the route will say so.
    const owner = await findOwner(database.query, { statusId, ...(domain === undefined ? {} : { domain }) });
    const common = { keyId: operatorKeyId, organizationId: owner?.organizationId ?? "" };
    // Only questions name a project by its domain, and they need an assistant's principal.
    return projectId === undefined && domain !== undefined
      ? { ...common, kind: "assistant", projectId: owner?.projectId ?? null, scopes: [] }
      : { ...common, kind: "admin", projectId: null, scopes: ["read", "write"] };
  };
}

function fetchInProcess(http: FastifyInstance) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const reply = await http.inject({
      method: init.method as InjectOptions["method"] & string,
      url: url.slice(address.length),
      headers: init.headers as Record<string, string>,
      ...(init.body === undefined ? {} : { payload: String(init.body) }),
      // A stream delivers events as they happen.
      payloadAsStream: true,
    });
    return new Response(Readable.toWeb(reply.stream()) as ReadableStream, {
      status: reply.statusCode,
      headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
  };
}
