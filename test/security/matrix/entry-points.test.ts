import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callbackPath } from "../../../src/accounts/provider/sign-in-with-provider.ts";
import { setupCallbackPath } from "../../../src/code-hosts/installations/set-up-installation.ts";
import { dashboardOperations, uploadOperations } from "../../../src/contract/dashboard-operations.ts";
import { draftToolOperations } from "../../../src/contract/draft-tool-operations.ts";
import { editorMediaOperations } from "../../../src/contract/editor-file-operations.ts";
import { editorOperations } from "../../../src/contract/editor-operations.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { allOperations } from "../../../src/contract/webhook-operations.ts";
import { readChoices, saveChoices } from "../../../src/notifications/choice-store.ts";
import { unsubscribeUrl } from "../../../src/notifications/unsubscribe-token.ts";
import { openSecrets } from "../../../src/platform/secrets.ts";
import { createProject } from "../../../src/projects/create-project.ts";
import { certificatePath } from "../../../src/projects/domains/routes.ts";
import { pointSite } from "../../../src/projects/sites/store.ts";
import { visitorOperations } from "../../../src/visitors/api/operations.ts";
import { tokenSeconds } from "../../../src/visitors/api/visitor-token.ts";
import { expectError } from "../../contract/expect-reply.ts";
import { endlessRequests, validRequests } from "../../contract/requests.ts";
import { parseJson, pathOf, type Received, type Request, send } from "../../contract/send.ts";
import { type Installation, startInstallation, type Tenant } from "../../support/server.ts";
import { githubPush, githubRepository } from "../../webhooks/payloads.ts";
import { fromGithub, fromGitlab, fromSigningGitlab, type Signed } from "../../webhooks/sign.ts";
import { type Credential, credentials, type IssuedCredentials, issueCredentials } from "./credentials.ts";
import { expectedStatus } from "./expected-status.ts";
import { changesBetween, takeFingerprint } from "./fingerprint.ts";
import { listRoutes } from "./list-routes.ts";

const all: Readonly<Record<string, Operation>> = {
  ...operations,
  ...dashboardOperations,
  ...editorOperations,
  ...editorMediaOperations,
  ...uploadOperations,
};

/** Routes that aren't operations, by the test below that covers them. */
const entryPoints: Readonly<Record<string, readonly RegExp[]>> = {
  "git over HTTP": [/ \/git\/:repository\|:name\/(info\/refs|git-(upload|receive)-pack)$/],
  "the visitors' API": [/^OPTIONS \/discovery\//],
  "tools over MCP": [/ \/mcp$/],
  "questions by address": [/^GET \/ask$/],
  "the owners' MCP tools": [/^POST \/v1\/tools\/project\/:projectId\/drafts(\/:draftId\/(file|review|discard))?$/],
  webhooks: [/^POST \/webhooks\//],
  "links to unsubscribe": [/^(GET|POST) \/unsubscribe\/:token$/],
  "public files": [
    /^GET \/screenshots\/:statusId\/:file$/,
    /^GET \/pdfs\/:pdfId$/,
    /^GET \/widget\.js$/,
    /^GET \/v1\/certificates\/allowed$/,
    /^GET \/(dashboard\*?)?$/,
    /^GET \/git\/:repository\|:name\/pull\/:number$/,
  ],
  // The list of routes shows /edit/:signed/* without its beginning. test/editor/edit-link.test.ts covers valid links.
  "edit links": [/^GET \/\*$/],
  // Covered by test/editor/live-security.test.ts.
  "live editing": [/^GET \/v1\/dashboard\/project\/:projectId\/drafts\/:draftId\/live$/],
  // Covered by test/readers and test/security/private-site.test.ts.
  "pages where readers sign in": [
    /^(GET|POST) \/_lectern\/(sign-in|sign-out|preview|reader|login\/jwt-callback)(\/[a-z-]+)?$/,
    /^GET \/login\/jwt-callback$/,
    /^GET \/dashboard\/auth\/readers\/(start|callback)$/,
  ],
  "returns from elsewhere": [
    /^GET \/dashboard\/auth\/oauth2\/callback\/oidc$/,
    new RegExp(`^GET ${setupCallbackPath}$`),
  ],
};

let lectern: Installation;
let issued: IssuedCredentials;

beforeAll(async () => {
  lectern = await startInstallation("sqlite");
  issued = await issueCredentials(lectern);
  for (const tenant of [lectern.tenant, lectern.stranger]) {
    await validRequests.readPage(lectern, tenant);
    await validRequests.getPullRequest(lectern, tenant);
  }
  await issued.spreadProjectRoles();
});
afterAll(() => lectern.stop());

const request = (options: Request): Promise<Received> => send(lectern.node.url, options);
const onSite = (subdomain: string) => ({ host: `${subdomain}.sites.lectern.test` });
const sentTo = (subdomain: string) => ({ ...onSite(subdomain), origin: `https://${subdomain}.sites.lectern.test` });

/** Expects that the calls change nothing. */
async function withoutChange(calls: () => Promise<void>): Promise<void> {
  const before = await takeFingerprint(lectern);
  await calls();
  expect(changesBetween(before, await takeFingerprint(lectern))).toEqual({});
}

test("every route is an operation of the matrix or an entry point that is tested here", () => {
  const described = Object.values({ ...allOperations, ...visitorOperations }).map(
    ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
  );
  const known = Object.values(entryPoints).flat();
  const routes = listRoutes(lectern.node.server.http);
  expect(routes.length).toBeGreaterThan(described.length);
  expect(routes.filter((route) => !described.includes(route) && !known.some((known) => known.test(route)))).toEqual([]);
});

describe("git over HTTP", () => {
  const repositories = { acme: "acme-docs", zenith: "zenith-docs", unused: "unused-docs" } as const;
  const services = [
    { service: "git-upload-pack", scope: "read" },
    { service: "git-receive-pack", scope: "write" },
  ] as const;
  const steps = (repository: string, service: string) => [
    { method: "GET", url: `/git/${repository}.git/info/refs?service=${service}` } as const,
    {
      method: "POST",
      url: `/git/${repository}.git/${service}`,
      payload: "0000",
      type: { "content-type": `application/x-${service}-request` },
    } as const,
  ];
  const cells = services.flatMap(({ service, scope }) =>
    (["acme", "zenith", "unused"] as const).flatMap((target) =>
      credentials.map((credential) => {
        const operation = { ...operations.listUpdates, scope };
        const expected = expectedStatus("git", operation, asSentToGit(credential), target);
        return { service, target, name: credential.name, expected };
      }),
    ),
  );

  /** Only keys and tokens, which git may also send as a password. */
  function asSentToGit({ session: _session, ...credential }: Credential): Credential {
    return credential.name === "a key of another scheme"
      ? { name: credential.name, of: "acme", key: { kind: "admin", scopes: ["read", "write"] } }
      : credential;
  }

  test(`git over HTTP accepts only keys and tokens that may read or write the repository, in ${cells.length * 2} calls`, async () => {
    for (const { service, target, name } of cells.filter(({ expected }) => expected === "success")) {
      const [refs] = steps(repositories[target], service);
      const reply = await request({ path: refs?.url ?? "", headers: issued.headers[name] });
      expect(`${name}: ${reply.status}`).toBe(`${name}: 200`);
    }
    const texts = new Map<string, string>();
    await withoutChange(async () => {
      for (const { service, target, name, expected } of cells.filter((cell) => cell.expected !== "success")) {
        for (const { type, ...step } of steps(repositories[target], service).map((each) => ({ type: {}, ...each }))) {
          const headers = { ...issued.headers[name], ...type };
          const reply = await lectern.node.server.http.inject({ ...step, headers });
          expect(`${name}, ${target}: ${reply.statusCode}`).toBe(`${name}, ${target}: ${expected}`);
          // Members may know that a repository of their own organization exists.
          const isKnown = expected === 403 && name.includes("token");
          if (!isKnown) texts.set(`${name}, ${step.method} ${service} ${target}`, reply.payload);
        }
      }
    });
    for (const [what, text] of texts) {
      const unused = what.replace(/ (acme|zenith)$/, " unused");
      expect(`${what}: ${text}`).toBe(`${what}: ${texts.get(unused)}`);
    }
  });
});

describe("published sites", () => {
  test("a published site serves nothing of the API on its own address, whatever the credential", async () => {
    await withoutChange(async () => {
      for (const [name, operation] of Object.entries(all)) {
        const params = { projectId: lectern.tenant.project.id, organizationId: lectern.tenant.organizationId };
        const path = pathOf(operation, { ...params, domain: "acme-docs" });
        for (const credential of ["an admin key", "an admin"] as const) {
          const headers = { ...issued.headers[credential], ...onSite("acme-docs") };
          const { status, text } = await request({ method: operation.method, path, headers });
          expect(`${name}: ${status}`).toBe(`${name}: ${operation.method === "GET" ? 404 : 405}`);
          expect(text).not.toMatch(/^\{/);
        }
      }
    });
  });

  test("a site that doesn't exist looks like a preview that doesn't exist, and like another organization's site", async () => {
    const replies = await Promise.all(
      ["unused-docs", "next--acme-docs", "next--zenith-docs", "zenith-docs--acme-docs"].map((subdomain) =>
        request({ path: "/start", headers: { ...issued.headers["an admin"], ...onSite(subdomain) } }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});

describe("the visitors' API", () => {
  const token = async (subdomain: string): Promise<string> => {
    const reply = await request({
      method: "POST",
      path: visitorOperations.readerToken.path,
      headers: sentTo(subdomain),
    });
    return String(parseJson(reply).token);
  };
  const bodies = {
    readerSearch: { query: "start" },
    readerMessage: { fp: "anonymous", messages: [{ id: "m1", role: "user", content: "How do I start?" }] },
    readerFeedback: { threadId: "t", messageId: "m", helpful: true },
    readerEvent: { type: "click", query: "start", path: "/start" },
    readerNote: { type: "view", page: "/start" },
  } as const satisfies Partial<Record<keyof typeof visitorOperations, unknown>>;
  const others = Object.keys(bodies) as (keyof typeof bodies)[];
  // A browser can't send a token with what it sends while the reader leaves.
  const withToken = others.filter((name) => name !== "readerNote");

  test("these tests cover every operation of the visitors' API", () => {
    expect([...others, "readerToken"].sort()).toEqual(Object.keys(visitorOperations).sort());
  });

  test("the visitors' API is only for a site's own visitors, with a token of that site", async () => {
    const { tenant, node, clock } = lectern;
    const published = await node.database.query.selectFrom("sites").selectAll().executeTakeFirstOrThrow();
    await pointSite(node.database.query, {
      subdomain: "next--acme-docs",
      projectId: tenant.project.id,
      branch: "next",
      updateId: "upd_none",
      artifact: published.artifact,
      commitSha: null,
      publishedAt: clock.now(),
    });
    const expired = await token("acme-docs");
    clock.advance(tokenSeconds * 1_000);
    const tokens = {
      none: undefined,
      garbage: "garbage",
      expired,
      "of another site": await token("zenith-docs"),
      "of a preview": await token("next--acme-docs"),
      "an admin key": tenant.admin.secret,
      "an assistant key": tenant.assistant.secret,
    };
    const right = await token("acme-docs");
    const post = (name: keyof typeof visitorOperations, key: string | undefined, headers: Record<string, string>) =>
      request({
        method: "POST",
        path: visitorOperations[name].path,
        key,
        headers,
        ...(name === "readerToken" ? {} : { json: bodies[name] }),
      });
    await withoutChange(async () => {
      for (const name of withToken) {
        for (const [what, key] of Object.entries(tokens)) {
          const reply = await post(name, key, sentTo("acme-docs"));
          expect(`${name}, ${what}: ${reply.status}`).toBe(`${name}, ${what}: 401`);
          expectError(401, reply);
        }
      }
      for (const name of [...others, "readerToken"] as const) {
        for (const origin of ["https://evil.test", "null", "https://zenith-docs.sites.lectern.test"]) {
          expectError(403, await post(name, right, { ...onSite("acme-docs"), origin }));
        }
        expectError(403, await post(name, right, onSite("acme-docs")));
        expectError(404, await post(name, right, { origin: lectern.node.url }));
      }
    });
    expect((await post("readerSearch", right, sentTo("acme-docs"))).status).toBe(200);
  });

  test("no website can use a visitor's or member's credential in its own scripts", async () => {
    const reachable: Readonly<Record<string, Operation>> = { ...all, ...visitorOperations };
    for (const [name, { path, key }] of Object.entries(reachable)) {
      const url = path.replace(/\{\w+\}/g, "x");
      const headers = { origin: "https://evil.test", "access-control-request-method": "POST" };
      const reply = await lectern.node.server.http.inject({ method: "OPTIONS", url, headers });
      expect(reply.headers["access-control-allow-credentials"], name).toBeUndefined();
      expect(`${name}: ${reply.headers["access-control-allow-origin"]}`).toBe(
        `${name}: ${key === "assistant" ? "*" : undefined}`,
      );
      expect(String(reply.headers["access-control-allow-headers"] ?? "")).not.toMatch(/dashboard|cookie/i);
    }
  });
});

test("each site's MCP tools show only its own content", async () => {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_pages", arguments: {} } };
  const post = (headers: Record<string, string>) => request({ method: "POST", path: "/mcp", json, headers });
  await withoutChange(async () => {
    for (const credential of ["no credential", "an admin key", "an admin"] as const) {
      expect((await post({ ...issued.headers[credential], ...onSite("unused-docs") })).status).toBe(405);
      const { text } = await post({ ...issued.headers[credential], ...onSite("acme-docs") });
      expect(issued.marks.zenith.filter((mark) => text.includes(mark))).toEqual([]);
    }
  });
});

describe("the owners' MCP tools at the server's own address", () => {
  const call = (headers: Record<string, string>, name: string, input: object) =>
    request({
      method: "POST",
      path: "/mcp",
      json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
      headers,
    });
  const files = [{ path: "index.mdx", text: "# Mine" }];
  const calls: [string, object][] = [
    ["list_updates", {}],
    ["list_jobs", {}],
    ["list_pull_requests", {}],
    ["list_unanswered_questions", {}],
    ["list_pages", {}],
    ["search", { query: "install" }],
    ["read_page", { path: "/" }],
    ["trigger_update", {}],
    ["start_job", { prompt: "Fix broken links" }],
    ["propose_edit", { title: "Mine", files }],
  ];

  test("every credential but a key or token that may read is refused", async () => {
    await withoutChange(async () => {
      for (const credential of credentials as readonly Credential[]) {
        const { name, key } = credential;
        const headers = issued.headers[name as keyof typeof issued.headers];
        const reply = await call(headers, "list_projects", {});
        const mayRead = key?.kind === "admin" && key.state === undefined && key.scopes.includes("read");
        expect(`${name}: ${reply.status === 200}`).toBe(`${name}: ${mayRead}`);
        if (!mayRead) {
          expect([401, 403]).toContain(reply.status);
          continue;
        }
        for (const company of ["acme", "zenith"] as const) {
          const shown = issued.marks[company].filter((mark) => reply.text.includes(mark));
          if (company !== credential.of) expect([name, shown]).toEqual([name, []]);
        }
        const hasProjects = credential.of !== undefined && key.owner?.role !== null;
        if (!hasProjects) expect(JSON.parse(reply.text).result.structuredContent.projects).toEqual([]);
      }
    });
  });

  test("no tool reaches another organization's project, or changes more than the key, token or role allows", async () => {
    const expectRefused = async (name: keyof typeof issued.headers, projectId: string, tools: typeof calls) => {
      for (const [tool, input] of tools) {
        const { text } = await call(issued.headers[name], tool, { projectId, ...input });
        expect([name, tool, JSON.parse(text).result.isError]).toEqual([name, tool, true]);
      }
    };
    const writing = calls.slice(-3);
    await withoutChange(async () => {
      for (const name of ["an admin key", "an admin's token", "an editor's token"] as const) {
        await expectRefused(name, lectern.stranger.project.id, calls);
      }
      await expectRefused("an admin's token of another organization", lectern.tenant.project.id, calls);
      await expectRefused("a token without access to the projects", lectern.tenant.project.id, calls);
      await expectRefused("a removed member's token", lectern.tenant.project.id, calls);
      for (const name of ["a viewer's token", "an editor's token that may read", "a key that may read"] as const) {
        await expectRefused(name, lectern.tenant.project.id, writing);
      }
      // A draft belongs to a person.
      await expectRefused("an admin key", lectern.tenant.project.id, writing.slice(-1));
    });
  });

  test("the operations behind propose_edit take a token only", async () => {
    await withoutChange(async () => {
      for (const { path } of Object.values<Operation>(draftToolOperations)) {
        for (const name of ["no credential", "an assistant key", "a viewer's token", "an admin key"] as const) {
          const url = path.replace("{projectId}", lectern.tenant.project.id).replace("{draftId}", "drf_none");
          const json = { title: "Mine", path: "index.mdx", text: "x" };
          const { status } = await request({ method: "POST", path: url, json, headers: issued.headers[name] });
          expect([400, 401, 403], `${name} ${path}`).toContain(status);
        }
      }
    });
  });
});

test("unsubscribe links work only with the server's signature, and opening one changes nothing", async () => {
  const { tenant, stranger, storage, node, clock } = lectern;
  const secrets = openSecrets({ keys: [], dataFolder: storage.dataFolder });
  const of = { userId: issued.tokenOwners.acme, projectId: tenant.project.id, kind: "updateFailed" } as const;
  const path = unsubscribeUrl({ secrets, url: "" }, of);
  const forged = [
    path.slice(0, -4),
    path.replace(tenant.project.id, stranger.project.id),
    path.replace("updateFailed", "weeklySummary"),
    `${path}.x`,
    "/unsubscribe/garbage",
  ];
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = Buffer.from("List-Unsubscribe=One-Click");
  await withoutChange(async () => {
    for (const wrong of forged) {
      expect((await request({ path: wrong })).status).toBe(404);
      expect((await request({ method: "POST", path: wrong, headers, body })).status).toBe(404);
    }
    const asked = await request({ path });
    expect(asked.status).toBe(200);
    expect(asked.text).toContain("<button>Unsubscribe</button>");
  });
  const stopped = await request({ method: "POST", path, headers, body });
  expect(stopped.status).toBe(200);
  expect(await readChoices(node.database.query, of.userId, of.projectId)).toMatchObject({ updateFailed: "dashboard" });
  // A setting that sends no mail stays unchanged.
  await saveChoices(node.database.query, { ...of, week: clock.now() }, { updateFailed: "off" });
  expect((await request({ method: "POST", path, headers, body })).status).toBe(200);
  expect(await readChoices(node.database.query, of.userId, of.projectId)).toMatchObject({ updateFailed: "off" });
});

test("edit links need the server's signature, and other addresses lead nowhere", async () => {
  const { id } = lectern.tenant.project;
  for (const path of [
    `/edit/${id}/index.mdx`,
    `/edit/${id}.x/index.mdx`,
    "/edit/x/..%2Findex.mdx",
    "/other/x/index.mdx",
  ]) {
    for (const name of ["no credential", "an admin"] as const) {
      expectError(404, await request({ path, headers: issued.headers[name] }));
    }
  }
});

test("Slack's address needs a connected app and its signature, and a key or session doesn't replace it", async () => {
  const path = `/webhooks/slack/${lectern.tenant.project.id}`;
  const body = Buffer.from("{}");
  await withoutChange(async () => {
    for (const name of ["no credential", "an admin key", "an admin"] as const) {
      const headers = { ...issued.headers[name], "content-type": "application/json" };
      expectError(404, await request({ method: "POST", path, headers, body }));
    }
  });
});

describe("webhooks", () => {
  const secretOf = async (tenant: Tenant, projectId: string): Promise<string> => {
    const name = tenant === lectern.tenant ? "an admin" : "an admin of another organization";
    const path = pathOf(dashboardOperations.rotateWebhookSecret, { projectId });
    const reply = await request({ method: "POST", path, headers: issued.headers[name] });
    return String(parseJson(reply).secret);
  };
  const deliver = ({ host, headers, body }: Signed, projectId: string, changes: Record<string, string> = {}) =>
    request({ method: "POST", path: `/webhooks/${host}/${projectId}`, headers: { ...headers, ...changes }, body });

  test("webhooks are accepted only with the project's secret, and each only once", async () => {
    const { tenant, stranger, clock, node } = lectern;
    const project = await createProject({ clock }, node.database.query, {
      organizationId: tenant.organizationId,
      name: "Hello",
      domain: "acme-hello",
      repository: githubRepository,
    });
    const [own, other] = [await secretOf(tenant, project.id), await secretOf(stranger, stranger.project.id)];
    const push = githubPush();
    const right = fromGithub("push", push, own);
    const now = clock.now();
    const refused = {
      "no signature": { ...right, headers: { ...right.headers, "x-hub-signature-256": "" } },
      "a wrong secret": fromGithub("push", push, "wrong"),
      "an empty secret": fromGithub("push", push, ""),
      "another project's secret": fromGithub("push", push, other),
      "the project's ID as its secret": fromGithub("push", push, project.id),
      "another body": { ...right, body: Buffer.from(JSON.stringify({ ...push, forced: true })) },
      "GitHub's signature as GitLab's": { ...right, host: "gitlab" as const },
      "another token": fromGitlab("Push Hook", push, other),
      "an old signature": fromSigningGitlab("Push Hook", push, Buffer.from(own), now - 301_000),
      "a signature of the future": fromSigningGitlab("Push Hook", push, Buffer.from(own), now + 301_000),
    };
    await withoutChange(async () => {
      for (const [what, signed] of Object.entries(refused)) {
        const reply = await deliver(signed, project.id);
        expect(`${what}: ${reply.status}`).toBe(`${what}: 401`);
        expectError(401, reply);
      }
      // A key or a session can't replace a signature.
      for (const name of ["an admin key", "an admin"] as const) {
        expectError(401, await deliver(refused["no signature"], project.id, issued.headers[name]));
      }
      expectError(401, await deliver(right, stranger.project.id));
      const unknown = await deliver(right, "prj_unknown");
      expectError(404, unknown);
      expect((await deliver(right, tenant.project.id)).text).toBe(unknown.text);
    });
    const accepted = await deliver(right, project.id);
    expect(accepted.status).toBe(202);
    await withoutChange(async () => {
      const replayed = await deliver(right, project.id);
      expect(replayed.text).toBe(accepted.text);
      expect(parseJson(replayed)).toEqual({ statusId: parseJson(accepted).statusId });
    });
  });
});

describe("pages where readers sign in", () => {
  const paths = ["sign-in", "sign-in/password", "sign-in/mail-link", "sign-in/jwt", "sign-out", "preview", "reader"];

  test("exist on the hosts of private sites only", async () => {
    await withoutChange(async () => {
      for (const headers of [{}, sentTo(lectern.tenant.project.domain)]) {
        for (const path of [...paths.map((name) => `/_lectern/${name}`), "/login/jwt-callback"]) {
          for (const method of ["GET", "POST"]) {
            const { status } = await request({ method, path, headers });
            expect([method, path, [404, 405].includes(status)]).toEqual([method, path, true]);
          }
        }
      }
    });
  });

  test("send nobody to a site with a code who didn't begin there", async () => {
    await withoutChange(async () => {
      for (const path of ["/dashboard/auth/readers/start", "/dashboard/auth/readers/callback?code=a&state=b"]) {
        for (const name of ["no credential", "an admin key", "an admin"] as const) {
          const { headers, text } = await request({ path, headers: issued.headers[name] });
          expect(`${headers.location ?? ""}${text}`).not.toMatch(/code=|sites\.lectern\.test/);
        }
      }
    });
  });
});

describe("public files", () => {
  test.each(["/openapi.json", "/healthz", "/readyz", "/metrics", "/widget.js", "/dashboard", "/"])(
    "the public file %s is the same for everyone and names no organization",
    async (path) => {
      const replies = await Promise.all(
        (["no credential", "an admin key", "an admin", "an admin of another organization"] as const).map((name) =>
          request({ path, headers: issued.headers[name] }),
        ),
      );
      const statuses = new Set(replies.map(({ status }) => status));
      expect(statuses.size).toBe(1);
      const text = replies.map((reply) => reply.text).join("\n");
      const marks = [...issued.marks.acme, ...issued.marks.zenith, ...lectern.secrets, lectern.storage.dataFolder];
      expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
      if (path !== "/metrics") expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    },
  );

  test("screenshots need the whole ID of an update, and nothing else is below their path", async () => {
    const { params } = await validRequests.getUpdateStatus(lectern, lectern.stranger);
    const id = params.statusId ?? "";
    const names = [id, id.slice(0, -1), "upd_unused", "%2e%2e", "..%2F..%2Flectern.db", `${id}%2F..%2F${id}`];
    const replies = await Promise.all(names.map((name) => request({ path: `/screenshots/${name}/light.jpg` })));
    for (const reply of replies) expectError(404, reply);
    expect(new Set(replies.slice(0, 3).map(({ text }) => text)).size).toBe(1);
    expectError(404, await request({ path: `/screenshots/${id}/..%2F..%2Flectern.db` }));
  });

  test("a PDF needs its whole ID, and nothing else is below its path", async () => {
    const { params } = await validRequests.printSite(lectern, lectern.stranger);
    const names = [`${params.projectId}`, "pdf_unused", "%2e%2e", "..%2F..%2Flectern.db"];
    const replies = await Promise.all(names.map((name) => request({ path: `/pdfs/${name}` })));
    for (const reply of replies) expectError(404, reply);
  });

  test("nobody can find out which domains others have entered", async () => {
    const ask = (domain: string) => request({ path: `${certificatePath}?domain=${domain}` });
    expectError(404, await ask("unused.acme.test"));
    expect((await ask("unused-docs.sites.lectern.test")).text).toBe((await ask("unused.acme.test")).text);
  });

  test("old links to pull requests stay on this server", async () => {
    for (const path of ["/git/x/pull/1", "/git/%2F%2Fevil.test/pull/1", "/git/x/pull/1?to=//evil.test"]) {
      const { headers } = await request({ path });
      const target = new URL(headers.location ?? "", lectern.node.url);
      expect(target.origin).toBe(lectern.node.url);
      expect(target.pathname).toMatch(/^\/dashboard\/git\//);
    }
  });
});

test("returning from an identity provider starts no session unless the sign-in began here", async () => {
  await withoutChange(async () => {
    for (const search of ["", "?code=a&state=b", "?error=//evil.test", "?code=a&state=b&iss=https://evil.test"]) {
      for (const cookie of ["", "__Host-lectern.oauth_state=garbage"]) {
        const { status, headers } = await request({ path: callbackPath + search, headers: { cookie } });
        expect(status).toBe(302);
        expect(headers.location).toMatch(/^https:\/\/docs\.lectern\.test\/dashboard\/sign-in\?/);
        expect(String(headers["set-cookie"])).not.toContain("session_token");
      }
    }
  });
});

test("returning from a git host connects nothing unless the visit began here", async () => {
  await withoutChange(async () => {
    for (const search of ["", "?state=a&code=b", "?installation_id=1&setup_action=install", "?state=//evil.test"]) {
      for (const name of ["no credential", "an admin", "an admin of another organization"] as const) {
        const { status, headers } = await request({ path: setupCallbackPath + search, headers: issued.headers[name] });
        expect(status).toBe(302);
        expect(headers.location).toMatch(/^https:\/\/docs\.lectern\.test\/dashboard(\/|$)/);
      }
    }
  });
});

test("streams end when the key is revoked or expires, and when the session ends", async () => {
  const { tenant, clock, node } = lectern;
  const { organizationId, project } = tenant;
  const admin = { kind: "admin", organizationId, projectId: null } as const;
  const [revoked, expiring] = [await lectern.issueKey(admin), await lectern.issueKey({ ...admin, expiresInDays: 7 })];
  const update = await endlessRequests.streamUpdateEvents?.(lectern, tenant);
  const job = await endlessRequests.streamAgentJobEvents?.(lectern, tenant);
  const session = await issued.renew("a viewer");
  const over: string[] = [];
  const open = async (name: string, operation: Operation, params = {}, headers = {}) => {
    const reply = await fetch(`${node.url}${pathOf(operation, params)}`, { headers });
    expect(reply.status).toBe(200);
    return { end: reply.text().then(() => over.push(name)) };
  };
  const streams = [
    await open("revoked", operations.streamUpdateEvents, update?.params, bearer(revoked.secret)),
    await open("expired", operations.streamAgentJobEvents, job?.params, bearer(expiring.secret)),
    await open("signed out", operations.streamUpdateEvents, update?.params, session),
    await open("signed out too", dashboardOperations.streamChanges, { organizationId }, session),
  ];
  expect(over).toEqual([]);
  await request({
    method: "POST",
    path: pathOf(dashboardOperations.revokeKey, { projectId: project.id, keyId: revoked.key.id }),
    headers: issued.headers["an admin"],
  });
  await request({ method: "POST", path: dashboardOperations.signOut.path, headers: session });
  clock.advance(7 * 86_400_000);
  await Promise.all(streams.map(({ end }) => end));
  expect(over.sort()).toEqual(["expired", "revoked", "signed out", "signed out too"]);
});

function bearer(secret: string): Record<string, string> {
  return { authorization: `Bearer ${secret}` };
}
