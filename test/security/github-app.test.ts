import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CodeHostDeps, createRepositoryTokens } from "../../src/code-hosts/choose-code-host.ts";
import { connectInstallation } from "../../src/code-hosts/installations/connect-installation.ts";
import { setupCallbackPath } from "../../src/code-hosts/installations/set-up-installation.ts";
import { listInstallations } from "../../src/code-hosts/installations/store.ts";
import { openSecrets } from "../../src/platform/secrets.ts";
import type { Project } from "../../src/projects/store.ts";
import { expectError } from "../contract/expect-reply.ts";
import { send } from "../contract/send.ts";
import { join, type Person, read } from "../dashboard/people.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Installation, type Node, startInstallation } from "../support/server.ts";

const never = new AbortController().signal;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const app = {
  id: "42",
  privateKey: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  client: { id: "Iv1.test", secret: "client-secret" },
};

/** The people behind the authorization codes, and their roles. */
const people: Readonly<Record<string, { id: number; role: string }>> = {
  owner: { id: 1, role: "admin" },
  reader: { id: 2, role: "member" },
};
const installed = [
  { id: 9, account: { login: "victim", id: 77, type: "Organization" } },
  { id: 10, account: { login: "owner", id: 1, type: "User" } },
];

interface Seen {
  call: string;
  headers: IncomingHttpHeaders;
}

/** A stand-in for GitHub. It also responds like GitHub when probed. */
async function startGithub(seen: Seen[]) {
  const replies: Record<string, (who: string, body: string) => [number, unknown]> = {
    "GET /api/v3/meta": () => [200, { verifiable_password_authentication: false }],
    "GET /api/v3/app": () => [200, { html_url: "https://github.test/apps/lectern" }],
    "GET /api/v3/repos/victim/private/installation": () => [200, installed[0]],
    "POST /api/v3/app/installations/9/access_tokens": () => [
      201,
      { token: "ghs_victim", expires_at: new Date(Date.UTC(2030, 1, 1)).toISOString() },
    ],
    "POST /login/oauth/access_token": (_who, body) => {
      const { code, client_secret } = JSON.parse(body);
      return code in people && client_secret === app.client.secret
        ? [200, { access_token: code }]
        : [200, { error: "bad_verification_code" }];
    },
    "GET /api/v3/user": (who) => [200, { id: people[who]?.id }],
    // GitHub also lists installations that a person can merely read.
    "GET /api/v3/user/installations": () => [200, { installations: installed }],
    "GET /api/v3/user/memberships/orgs/victim": (who) => [200, { state: "active", role: people[who]?.role }],
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const call = `${request.method} ${request.url?.split("?")[0]}`;
    seen.push({ call, headers: request.headers });
    const who = (request.headers.authorization ?? "").replace("Bearer ", "");
    const [status, json] = replies[call]?.(who, body) ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}`, close: () => server.close() };
}

onDatabaseOfRun((dialect) => {
  const seen: Seen[] = [];
  let github: Awaited<ReturnType<typeof startGithub>>;
  let lectern: Installation;
  let node: Node;
  let admin: Person;

  beforeAll(async () => {
    github = await startGithub(seen);
    lectern = await startInstallation(dialect);
    node = await lectern.startNode({ github: { app, origins: [github.url], allowedHosts: ["127.0.0.1"] } });
    admin = await join(lectern, lectern.tenant.organizationId, "admin", "admin@acme.test");
  });
  beforeEach(async () => {
    seen.length = 0;
    await lectern.node.database.query.deleteFrom("installations").execute();
  });
  afterAll(async () => {
    github?.close();
    await lectern?.stop();
  });

  const tokensOf = (codeHosts: Record<string, "github">) =>
    createRepositoryTokens({
      database: lectern.node.database,
      clock: lectern.clock,
      secrets: openSecrets({ keys: ["a key for tests"], dataFolder: "" }),
      githubApp: app,
      allowedHosts: ["127.0.0.1"],
      codeHosts,
    } as unknown as CodeHostDeps);
  const named = () => tokensOf({ [github.host]: "github" });
  const projectOf = (organizationId: string, path = "victim/private") =>
    ({ organizationId, repository: `${github.url}/${path}`, repositoryToken: null }) as Project;
  const connect = (organizationId: string) =>
    connectInstallation({ clock: lectern.clock }, lectern.node.database.query, {
      host: github.url,
      id: 9,
      account: "victim",
      organizationId,
      connectedBy: "operator",
    });

  describe("the signature of the GitHub App", () => {
    test("the app's signature is never sent to a host that only claims to be GitHub", async () => {
      await connect(lectern.tenant.organizationId);
      expect(await tokensOf({})(projectOf(lectern.tenant.organizationId), never)).toBeUndefined();
      expect(seen).toEqual([]);
    });

    test("the app's signature is never sent to a path below a host that the operator configured", async () => {
      const project = projectOf(lectern.tenant.organizationId, "pages/evil/victim/private");
      expect(await named()(project, never)).toBeUndefined();
      expect(seen).toEqual([]);
    });

    test("the app's signature is never sent to github.com over http", async () => {
      const project = { ...projectOf(""), repository: "http://github.com/victim/private" };
      expect(await tokensOf({ "github.com": "github" })(project, never)).toBeUndefined();
    });
  });

  describe("installations of the GitHub App", () => {
    test("an installation acts only for the organization it is connected to", async () => {
      const { tenant, stranger } = lectern;
      await connect(tenant.organizationId);
      const find = named();
      expect(await find(projectOf(tenant.organizationId), never)).toBe("ghs_victim");
      await expect(find(projectOf(stranger.organizationId), never)).rejects.toThrow("connected to this organization");
      expect(seen.filter(({ call }) => call.includes("access_tokens"))).toHaveLength(1);
    });

    test("to strangers, an installation looks like one that doesn't exist", async () => {
      const find = named();
      const messageOf = (path: string) =>
        find(projectOf(lectern.stranger.organizationId, path), never).catch((error: Error) =>
          error.message.replace(path, "PATH"),
        );
      expect(await messageOf("victim/private")).toBe(await messageOf("victim/nothing"));
    });

    test("an installation stops acting as soon as it is disconnected, even with a token that is still valid", async () => {
      const { organizationId } = lectern.tenant;
      await connect(organizationId);
      const find = named();
      expect(await find(projectOf(organizationId), never)).toBe("ghs_victim");
      const body = { host: github.url, id: 9 };
      const reply = await admin.call("disconnectInstallation", { params: { organizationId }, body });
      expect(reply.status).toBe(204);
      await expect(find(projectOf(organizationId), never)).rejects.toThrow("connected to this organization");
    });

    test("an installation belongs to only one organization", async () => {
      await connect(lectern.tenant.organizationId);
      await expect(connect(lectern.stranger.organizationId)).rejects.toThrow("another organization");
    });
  });

  describe("connecting an installation", () => {
    const start = async (person: Person, organizationId: string) => {
      const params = { organizationId };
      const reply = await person.call("startInstallation", { params, body: { isNew: false } }, { url: node.url });
      return new URL(read("startInstallation", reply).url).searchParams.get("state") ?? "";
    };
    const comeBack = async (cookie: string | undefined, query: Record<string, string>) => {
      const path = `${setupCallbackPath}?${new URLSearchParams(query)}`;
      const { headers } = await send(node.url, { path, headers: cookie === undefined ? {} : { cookie } });
      return new URL(headers.location ?? "", node.url).searchParams.get("outcome");
    };
    const connected = async () =>
      (await listInstallations(lectern.node.database.query)).map(({ id, organizationId }) => [id, organizationId]);

    test("connecting requires an owner of the account and uses the installation they chose", async () => {
      const { organizationId } = lectern.tenant;
      const state = await start(admin, organizationId);
      expect(await comeBack(admin.cookie, { state, code: "owner", installation_id: "9" })).toBe("connected");
      expect(await connected()).toEqual([[9, organizationId]]);
      // The state can be used only once.
      expect(await comeBack(admin.cookie, { state, code: "owner", installation_id: "10" })).toBeNull();
      expect(await connected()).toHaveLength(1);
    });

    test("connecting is refused for a person who can merely read a repository, whatever ID they send", async () => {
      const state = await start(admin, lectern.tenant.organizationId);
      expect(await comeBack(admin.cookie, { state, code: "reader", installation_id: "9" })).toBe("none");
      expect(await connected()).toEqual([]);
    });

    test("connecting is refused with a wrong code, without a session, in another session and too late", async () => {
      const { organizationId } = lectern.tenant;
      const other = await join(lectern, organizationId, "admin", `second-${dialect}@acme.test`);
      const code = "owner";
      const installation_id = "9";
      const fresh = () => start(admin, organizationId);
      expect(await comeBack(admin.cookie, { state: await fresh(), code: "guessed", installation_id })).toBe("refused");
      expect(await comeBack(undefined, { state: await fresh(), code, installation_id })).toBeNull();
      expect(await comeBack(other.cookie, { state: await fresh(), code, installation_id })).toBeNull();
      expect(await comeBack(admin.cookie, { state: "made-up", code, installation_id })).toBeNull();
      const late = await fresh();
      lectern.clock.advance(16 * 60_000);
      expect(await comeBack(admin.cookie, { state: late, code, installation_id })).toBeNull();
      expect(await connected()).toEqual([]);
    });

    test("connecting offers a choice of installations, to the same session only", async () => {
      const { organizationId } = lectern.tenant;
      const params = { organizationId };
      const other = await join(lectern, organizationId, "admin", `third-${dialect}@acme.test`);
      const state = await start(admin, organizationId);
      expect(await comeBack(admin.cookie, { state, code: "owner" })).toBe("choose");
      const offersTo = async (person: Person) =>
        read("listInstallations", await person.call("listInstallations", { params })).offers.map(({ id }) => id);
      expect([await offersTo(admin), await offersTo(other)]).toEqual([[9, 10], []]);
      const body = { host: github.url, id: 10 };
      expectError(404, await other.call("connectInstallation", { params, body }));
      expect((await admin.call("connectInstallation", { params, body })).status).toBe(204);
      expect(await connected()).toEqual([[10, organizationId]]);
    });
  });
});
