import Type from "typebox";
import type { Operation } from "../../../src/contract/operation.ts";
import { allOperations } from "../../../src/contract/webhook-operations.ts";
import { visitorOperations } from "../../../src/visitors/api/operations.ts";

const reply = { status: 200, contentType: "text/plain; charset=utf-8" } as const;
const path = Type.String({ maxLength: 2_000 });

/** Routes that aren't operations of the contract, described as if they were. */
const otherRoutes = {
  callTool: {
    method: "POST",
    path: "/mcp",
    key: "none",
    body: Type.Object({
      jsonrpc: Type.Literal("2.0"),
      id: Type.Literal(1),
      method: Type.String({ maxLength: 100_000 }),
      params: Type.Union([
        Type.Object({
          name: Type.Literal("search"),
          arguments: Type.Object({ query: Type.String({ maxLength: 1_000 }) }),
        }),
        Type.Object({
          name: Type.Literal("ask"),
          arguments: Type.Object({ question: Type.String({ maxLength: 1_000 }), path }),
        }),
        Type.Object({
          name: Type.Literal("read_page"),
          arguments: Type.Object({ path, section: Type.String({ maxLength: 500 }) }),
        }),
        Type.Object({ name: Type.Literal("list_pages"), arguments: Type.Object({ prefix: path }) }),
      ]),
    }),
    reply,
  },
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

/** Everything that takes requests. */
export const entryPoints: Readonly<Record<string, Operation>> = {
  ...allOperations,
  ...visitorOperations,
  ...otherRoutes,
};
