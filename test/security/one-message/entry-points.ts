import Type from "typebox";
import type { Operation } from "../../../src/contract/operation.ts";
import { allOperations } from "../../../src/contract/webhook-operations.ts";
import { ownerTools } from "../../../src/owner-tools/call-tool.ts";
import type { Tool } from "../../../src/platform/tools/tool.ts";
import { visitorOperations } from "../../../src/visitors/api/operations.ts";
import { siteTools } from "../../../src/visitors/mcp/tools.ts";

const reply = { status: 200, contentType: "text/plain; charset=utf-8" } as const;
const path = Type.String({ maxLength: 2_000 });
const anything = Type.Object({ a: Type.Unknown() });

/** Stands for the ID of the project of a request, in its body. */
export const projectPlaceholder = "{projectId}";

/** Routes that aren't operations of the contract, described as if they were. */
const otherRoutes = {
  callTool: { method: "POST", path: "/mcp", key: "none", body: toolCall(siteTools), reply },
  startTools: { method: "POST", path: "/mcp", key: "none", body: anything, reply },
  callOwnerTool: { method: "POST", path: "/mcp", key: "none", body: toolCall(ownerTools), reply },
  askSite: {
    method: "GET",
    path: "/ask",
    key: "none",
    query: Type.Object({ q: Type.String({ maxLength: 1_000 }), page: path }),
    reply,
  },
  readSite: { method: "GET", path: "/{page}", key: "none", query: Type.Object({ a: Type.String() }), reply },
  readRefs: {
    method: "GET",
    path: "/git/{repository}/info/refs",
    key: "none",
    query: Type.Object({ service: Type.String() }),
    reply,
  },
  fetchCommits: { method: "POST", path: "/git/{repository}/git-upload-pack", key: "none", reply },
  pushCommits: { method: "POST", path: "/git/{repository}/git-receive-pack", key: "none", reply },
  openEditLink: { method: "GET", path: "/edit/{signed}/{page}", key: "none", reply },
  unsubscribe: { method: "POST", path: "/unsubscribe/{token}", key: "none", reply },
  showReaderSignIn: {
    method: "GET",
    path: "/_lectern/sign-in",
    key: "none",
    query: Type.Object({ redirect: path, error: path }),
    reply,
  },
  startReaderSignIn: {
    method: "GET",
    path: "/dashboard/auth/readers/start",
    key: "none",
    query: Type.Object({ host: path, browser: path, redirect: path, method: path }),
    reply,
  },
  finishReaderSignIn: {
    method: "GET",
    path: "/_lectern/sign-in/callback",
    key: "none",
    query: Type.Object({ code: Type.String() }),
    reply,
  },
  signInReader: {
    method: "POST",
    path: "/_lectern/sign-in/jwt",
    key: "none",
    body: Type.Object({ token: Type.String(), redirect: path }),
    reply,
  },
  openPreviewLink: {
    method: "POST",
    path: "/_lectern/preview",
    key: "none",
    body: Type.Object({ token: Type.String() }),
    reply,
  },
  finishReaderProvider: {
    method: "GET",
    path: "/dashboard/auth/readers/callback",
    key: "none",
    query: Type.Object({ code: Type.String(), state: Type.String() }),
    reply,
  },
  finishOwnProvider: {
    method: "GET",
    path: "/dashboard/auth/readers/callback/{provider}",
    key: "none",
    query: Type.Object({ code: Type.String(), state: Type.String() }),
    reply,
  },
  receiveSlackEvent: { method: "POST", path: "/webhooks/slack/{projectId}", key: "signature", reply },
  startAutomation: { method: "POST", path: "/webhooks/automations/{token}", key: "none", body: anything, reply },
  finishProviderSignIn: {
    method: "GET",
    path: "/dashboard/auth/oauth2/callback/oidc",
    key: "none",
    query: Type.Object({ code: Type.String(), state: Type.String() }),
    reply,
  },
  checkCertificate: {
    method: "GET",
    path: "/v1/certificates/allowed",
    key: "none",
    query: Type.Object({ domain: Type.String() }),
    reply,
  },
} as const satisfies Record<string, Operation>;

/** A message to an MCP server, with the arguments of any of its tools. */
function toolCall(tools: readonly Tool[]) {
  return Type.Object({
    jsonrpc: Type.Literal("2.0"),
    id: Type.Literal(1),
    method: Type.String({ maxLength: 100_000 }),
    params: Type.Union(
      tools.map(({ name, inputSchema: { properties } }) => {
        const ofProject = "projectId" in properties ? { projectId: Type.Literal(projectPlaceholder) } : {};
        return Type.Object({ name: Type.Literal(name), arguments: Type.Object({ ...properties, ...ofProject }) });
      }),
    ),
  });
}

/** A route that nothing here describes, from the list of all routes. */
export function describeRoute(route: string): Operation | undefined {
  // The list has all names of a part of a path.
  const named = route.replaceAll(/\|:\w+/g, "");
  if (described.has(named)) return undefined;
  const [method = "", pattern = ""] = named.split(" ");
  const path = pattern.replaceAll(/:(\w+)/g, "{$1}").replace("*", "/{rest}");
  const query = Type.Object({ q: Type.String() });
  const input = method === "POST" ? { body: anything } : { query };
  return { method: method as Operation["method"], path, key: "none", ...input, reply };
}

/** Every entry point that is described. */
export const entryPoints: Readonly<Record<string, Operation>> = {
  ...allOperations,
  ...visitorOperations,
  ...otherRoutes,
};

const described = new Set(
  Object.values(entryPoints).map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
);
