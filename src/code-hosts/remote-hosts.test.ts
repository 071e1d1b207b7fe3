import { generateKeyPairSync, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { insertOrganization } from "../accounts/store.ts";
import type { Project } from "../projects/store.ts";
import { type CodeHostDeps, chooseCodeHost } from "./choose-code-host.ts";
import type { CodeHost, NewPullRequest } from "./code-host.ts";
import { sendToHost } from "./host-request.ts";

interface Seen {
  call: string;
  json: Record<string, unknown> | undefined;
  headers: IncomingMessage["headers"];
}

interface Answer {
  status?: number;
  json?: unknown;
  /** Instead of JSON. */
  text?: string;
  headers?: Record<string, string>;
  /** The host never replies. */
  isSilent?: boolean;
}

type Answers = Readonly<Record<string, Answer | ((seen: Seen) => Answer)>>;

const clock = { now: () => Date.UTC(2026, 2, 2, 12) };
const never = new AbortController().signal;
const sha = "a".repeat(40);
const request: NewPullRequest = {
  head: "agent/job_1",
  base: "main",
  title: "Fix links",
  body: "Two links led nowhere.",
  labels: ["docs"],
};

/** A scripted host that records its requests. */
async function startHost(answers: Answers) {
  const seen: Seen[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let text = "";
    for await (const chunk of incoming) {
      text += String(chunk);
    }
    const one = {
      call: `${incoming.method} ${incoming.url}`,
      json: text === "" ? undefined : JSON.parse(text),
      headers: incoming.headers,
    };
    seen.push(one);
    const found = answers[one.call] ?? answers[one.call.split("?")[0] ?? ""] ?? { status: 404, json: {} };
    const {
      status = 200,
      json = {},
      text: body = JSON.stringify(json),
      headers = {},
      isSilent = false,
    } = typeof found === "function" ? found(one) : found;
    if (!isSilent) {
      outgoing.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, seen };
}

function projectAt(repository: string, token: string | null = "t0ken"): Project {
  const project = { id: "prj_1", organizationId: "org_1", domain: "docs", branch: "main", hostedRepository: null };
  return { ...project, repository, repositoryToken: token } as Project;
}

const deps = {
  clock,
  codeHosts: {},
  allowedHosts: ["127.0.0.1"],
  secrets: { seal: String, open: String, isOld: () => false },
} as unknown as CodeHostDeps;

const choose = (repository: string, more: Partial<CodeHostDeps> = {}, token: string | null = "t0ken") =>
  chooseCodeHost({ ...deps, ...more })(projectAt(repository, token), never);

async function hostOf(kind: "github" | "gitlab" | "gitea", answers: Answers) {
  const server = await startHost(answers);
  const host = await choose(`${server.url}/acme/docs.git`, { codeHosts: { [server.host]: kind } });
  return { host, seen: server.seen };
}

describe("GitHub", () => {
  const pulls = "/api/v3/repos/acme/docs/pulls";
  const link = { number: 7, html_url: "https://ghe.example.com/acme/docs/pull/7" };

  test("on GitHub, an existing pull request is searched for before a new one is opened", async () => {
    const { host, seen } = await hostOf("github", {
      [`GET ${pulls}`]: { json: [] },
      [`POST ${pulls}`]: { status: 201, json: link },
      "POST /api/v3/repos/acme/docs/issues/7/labels": { json: [] },
    });
    expect(await host.openPullRequest({ ...request, draft: true }, never)).toEqual({ number: 7, url: link.html_url });
    expect(seen.map(({ call }) => call)).toEqual([
      `GET ${pulls}?state=open&head=acme%3Aagent%2Fjob_1&per_page=1`,
      `POST ${pulls}`,
      "POST /api/v3/repos/acme/docs/issues/7/labels",
    ]);
    expect(seen[1]?.json).toEqual({
      head: "agent/job_1",
      base: "main",
      title: request.title,
      body: request.body,
      draft: true,
    });
    expect(seen[1]?.headers.authorization).toBe("Bearer t0ken");
  });

  test("on GitHub, a second pull request for the same branch is not opened", async () => {
    const { host, seen } = await hostOf("github", { [`GET ${pulls}`]: { json: [link] } });
    expect(await host.openPullRequest(request, never)).toEqual({ number: 7, url: link.html_url });
    expect(seen).toHaveLength(1);
  });

  test("on GitHub, a pull request opened by a concurrent call is found and returned", async () => {
    let isOpen = false;
    const { host } = await hostOf("github", {
      [`GET ${pulls}`]: () => ({ json: isOpen ? [link] : [] }),
      [`POST ${pulls}`]: () => {
        isOpen = true;
        return {
          status: 422,
          json: { message: "Validation Failed", errors: [{ message: "A pull request already exists" }] },
        };
      },
    });
    expect(await host.openPullRequest(request, never)).toMatchObject({ number: 7 });
  });

  test("on GitHub, a pull request is opened even if drafts or labels are not supported", async () => {
    const { host, seen } = await hostOf("github", {
      [`GET ${pulls}`]: { json: [] },
      [`POST ${pulls}`]: ({ json }) =>
        json?.draft === true
          ? { status: 422, json: { message: "Draft pull requests are not supported in this repository." } }
          : { status: 201, json: link },
      "POST /api/v3/repos/acme/docs/issues/7/labels": { status: 403 },
    });
    expect(await host.openPullRequest({ ...request, draft: true }, never)).toMatchObject({ number: 7 });
    expect(seen.filter(({ call }) => call === `POST ${pulls}`)).toHaveLength(2);
  });

  test("on GitHub, a status is set and the comment with the same key is replaced", async () => {
    let comments = [{ id: 3, body: "Hello" }];
    const { host, seen } = await hostOf("github", {
      [`POST /api/v3/repos/acme/docs/statuses/${sha}`]: { status: 201, json: {} },
      "GET /api/v3/repos/acme/docs/issues/7/comments": () => ({ json: comments }),
      "POST /api/v3/repos/acme/docs/issues/7/comments": ({ json }) => {
        comments = [...comments, { id: 4, body: String(json?.body) }];
        return { status: 201, json: {} };
      },
      "PATCH /api/v3/repos/acme/docs/issues/comments/4": { json: {} },
    });
    const status = { commit: sha, state: "success", context: "lectern/preview", url: "https://p.example.com" } as const;
    await host.setCommitStatus({ ...status, description: "x".repeat(200) }, never);
    expect(seen[0]?.json).toMatchObject({ state: "success", context: "lectern/preview", description: "x".repeat(140) });
    await host.comment({ number: 7, key: "preview", body: "Soon." }, never);
    await host.comment({ number: 7, key: "preview", body: "Now." }, never);
    expect(seen.map(({ call }) => call.split(" ")[0])).toEqual(["POST", "GET", "POST", "GET", "PATCH"]);
    expect(seen.at(-1)?.json).toEqual({ body: "<!-- lectern:preview -->\nNow." });
  });

  test("the GitHub App is used if a project has no token", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const githubApp = { id: "42", privateKey: privateKey.export({ type: "pkcs1", format: "pem" }).toString() };
    const server = await startHost({
      "GET /api/v3/repos/acme/docs/installation": { json: { id: 9 } },
      "POST /api/v3/app/installations/9/access_tokens": {
        status: 201,
        json: { token: "ghs_short", expires_at: new Date(clock.now() + 3_600_000).toISOString() },
      },
      [`GET ${pulls}`]: { json: [link] },
    });
    const database = await openTestDatabase("sqlite");
    await insertOrganization(database.query, { id: "org_1", name: "Acme", createdAt: 0 });
    const chooseOnce = chooseCodeHost({ ...deps, database, githubApp, codeHosts: { [server.host]: "github" } });
    for (let turn = 0; turn < 2; turn += 1) {
      const host = await chooseOnce(projectAt(`${server.url}/acme/docs`, null), never);
      expect(await host.findOpenPullRequest("agent/job_1", never)).toMatchObject({ number: 7 });
    }
    expect(server.seen.map(({ call }) => call.split("?")[0])).toEqual([
      "GET /api/v3/repos/acme/docs/installation",
      "POST /api/v3/app/installations/9/access_tokens",
      `GET ${pulls}`,
      `GET ${pulls}`,
    ]);
    expect(server.seen[1]?.json).toMatchObject({ repositories: ["docs"] });
    expect(server.seen[3]?.headers.authorization).toBe("Bearer ghs_short");
    const [head = "", claims = "", signature = ""] = (server.seen[0]?.headers.authorization ?? "").slice(7).split(".");
    expect(verify("RSA-SHA256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url"))).toBe(
      true,
    );
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ iss: "42" });
  });
});

describe("GitLab", () => {
  const project = "/api/v4/projects/acme%2Fdocs";
  const link = { iid: 5, web_url: "https://gitlab.example.com/acme/docs/-/merge_requests/5" };

  test("on GitLab, a merge request is opened or the existing one is returned", async () => {
    let open: unknown[] = [];
    const { host, seen } = await hostOf("gitlab", {
      [`GET ${project}/merge_requests`]: () => ({ json: open }),
      [`POST ${project}/merge_requests`]: () => {
        open = [link];
        return { status: 409, json: { message: ["Another open merge request already exists"] } };
      },
    });
    expect(await host.openPullRequest({ ...request, draft: true }, never)).toEqual({ number: 5, url: link.web_url });
    expect(seen[0]?.call).toBe(`GET ${project}/merge_requests?state=opened&source_branch=agent%2Fjob_1&per_page=1`);
    expect(seen[1]?.json).toEqual({
      source_branch: "agent/job_1",
      target_branch: "main",
      title: "Draft: Fix links",
      description: request.body,
      labels: "docs",
    });
    expect(seen[1]?.headers["private-token"]).toBe("t0ken");
  });

  test("on GitLab, statuses are translated, and setting the same status again is not an error", async () => {
    const { host, seen } = await hostOf("gitlab", {
      [`POST ${project}/statuses/${sha}`]: {
        status: 400,
        json: { message: "Cannot transition status via :run from :running" },
      },
    });
    const status = { commit: sha, context: "lectern/preview", url: "https://p.example.com", description: "It failed." };
    await host.setCommitStatus({ ...status, state: "failure" }, never);
    expect(seen[0]?.json).toMatchObject({ state: "failed", name: "lectern/preview" });
  });

  test("on GitLab, the note with the same key is replaced", async () => {
    const notes = `${project}/merge_requests/5/notes`;
    const { host, seen } = await hostOf("gitlab", {
      [`GET ${notes}`]: { json: [{ id: 8, body: "<!-- lectern:preview -->\nSoon." }] },
      [`PUT ${notes}/8`]: { json: {} },
    });
    await host.comment({ number: 5, key: "preview", body: "Now." }, never);
    expect(seen.at(-1)).toMatchObject({ call: `PUT ${notes}/8`, json: { body: "<!-- lectern:preview -->\nNow." } });
  });
});

describe("Gitea and Forgejo", () => {
  const repository = "/api/v1/repos/acme/docs";
  const pull = (ref: string, repo = 1) => ({
    number: 3,
    html_url: "https://codeberg.org/acme/docs/pulls/3",
    head: { ref, repo_id: repo },
    base: { ref: "main", repo_id: 1 },
  });

  test("on Gitea and Forgejo, a pull request is found by its branch, and branches of forks are skipped", async () => {
    const { host } = await hostOf("gitea", {
      [`GET ${repository}/pulls`]: { json: [pull("agent/job_1", 2), pull("other")] },
    });
    expect(await host.findOpenPullRequest("agent/job_1", never)).toBeUndefined();
    expect(await host.findOpenPullRequest("other", never)).toMatchObject({ number: 3 });
  });

  test("on Gitea and Forgejo, a pull request is opened with label IDs, and missing labels are created", async () => {
    const { host, seen } = await hostOf("gitea", {
      [`GET ${repository}/pulls`]: { json: [] },
      [`GET ${repository}/labels`]: { json: [{ id: 1, name: "other" }] },
      [`POST ${repository}/labels`]: { status: 201, json: { id: 2, name: "docs" } },
      [`POST ${repository}/pulls`]: { status: 201, json: pull("agent/job_1") },
    });
    expect(await host.openPullRequest({ ...request, draft: true }, never)).toMatchObject({ number: 3 });
    expect(seen.at(-1)?.json).toMatchObject({ title: "WIP: Fix links", head: "agent/job_1", labels: [2] });
  });
});

describe("replies to comments", () => {
  const reply = { number: 7, key: "arq-1", body: "Done." };
  const mark = "<!-- lectern:arq-1 -->\nDone.";

  test("on GitHub, a reply goes to the thread of the line, and a repeated one replaces it", async () => {
    const repository = "/api/v3/repos/acme/docs";
    let known: unknown[] = [];
    const { host, seen } = await hostOf("github", {
      [`GET ${repository}/pulls/7/comments`]: () => ({ json: known }),
      [`POST ${repository}/pulls/7/comments/11/replies`]: () => {
        known = [{ id: 12, body: mark }];
        return { status: 201 };
      },
      [`PATCH ${repository}/pulls/comments/12`]: {},
    });
    await host.comment({ ...reply, thread: { id: "11" } }, never);
    await host.comment({ ...reply, thread: { id: "11" } }, never);
    const written = seen.filter(({ json }) => json !== undefined).map(({ call, json }) => [call, json]);
    expect(written).toEqual([
      [`POST ${repository}/pulls/7/comments/11/replies`, { body: mark }],
      [`PATCH ${repository}/pulls/comments/12`, { body: mark }],
    ]);
  });

  test("on GitLab, a reply goes to the discussion, on merge requests and issues", async () => {
    const project = "/api/v4/projects/acme%2Fdocs";
    const { host, seen } = await hostOf("gitlab", {
      [`GET ${project}/merge_requests/7/notes`]: { json: [] },
      [`POST ${project}/merge_requests/7/discussions/d1/notes`]: { status: 201 },
      [`GET ${project}/issues/7/notes`]: { json: [] },
      [`POST ${project}/issues/7/discussions/d2/notes`]: { status: 201 },
    });
    await host.comment({ ...reply, thread: { id: "d1" } }, never);
    await host.comment({ ...reply, isOnIssue: true, thread: { id: "d2" } }, never);
    expect(seen.flatMap(({ json }) => json ?? [])).toEqual([{ body: mark }, { body: mark }]);
  });

  test("on Gitea and Forgejo, a review is read, and the reply is on its lines, once", async () => {
    const reviews = "/api/v1/repos/acme/docs/pulls/7/reviews";
    const known: unknown[] = [
      { id: 1, body: "Too long.", user: { login: "grace" } },
      { id: 2, body: "Nice.", user: { login: "linus" } },
    ];
    const { host, seen } = await hostOf("gitea", {
      [`GET ${reviews}`]: () => ({ json: known }),
      [`GET ${reviews}/1/comments`]: { json: [{ path: "a.mdx", position: 4, body: "Say when." }] },
      [`POST ${reviews}`]: ({ json }) => {
        known.push({ id: 3, body: json?.body, user: { login: "grace" } });
        return { json: {} };
      },
    });
    const comments = [{ path: "a.mdx", line: 4, text: "Say when." }];
    expect(await host.readReview?.(7, "grace", never)).toEqual({ text: "Too long.", comments });
    const thread = { places: [{ path: "a.mdx", line: 4 }] };
    await host.comment({ ...reply, thread }, never);
    await host.comment({ ...reply, thread }, never);
    expect(seen.flatMap(({ json }) => json ?? [])).toEqual([
      {
        event: "COMMENT",
        body: "<!-- lectern:arq-1 -->",
        comments: [{ path: "a.mdx", new_position: 4, body: "Done." }],
      },
    ]);
    // The server's own review isn't one to answer, although the account is the same.
    expect((await host.readReview?.(7, "grace", never))?.text).toBe("Too long.");
  });

  test("accounts that can't push may not ask for work, and strangers don't exist", async () => {
    const people = "/api/v3/repos/acme/docs/collaborators";
    const { host } = await hostOf("github", {
      [`GET ${people}/grace/permission`]: { json: { permission: "admin" } },
      [`GET ${people}/reader/permission`]: { json: { permission: "read" } },
    });
    expect(await Promise.all(["grace", "reader", "nobody"].map((name) => host.mayWrite(name, never)))).toEqual([
      true,
      false,
      false,
    ]);
    const members = "/api/v4/projects/acme%2Fdocs/members/all";
    const { host: gitlab } = await hostOf("gitlab", {
      [`GET ${members}/1`]: { json: { access_level: 30 } },
      [`GET ${members}/2`]: { json: { access_level: 20 } },
    });
    expect(await Promise.all(["1", "2", "3"].map((id) => gitlab.mayWrite(id, never)))).toEqual([true, false, false]);
  });

  const log = [
    "2026-03-02T12:00:00.1234567Z \u001b[36;1mnpm test\u001b[0m",
    "2026-03-02T12:00:01.1234567Z API_TOKEN=abc123456 https://bot:pass1234@example.com t0ken ghs_abcdefghijklmnop",
    "2026-03-02T12:00:02.1234567Z ##[error]a.mdx is too long",
    "2026-03-02T12:00:03.1234567Z Cleaning up orphan processes",
  ].join("\n");
  const tidy = "npm test\nAPI_TOKEN=*** https://***@example.com *** ***\n##[error]a.mdx is too long";

  test("on GitHub, a failed check is read with its annotations and the end of its log, which may be elsewhere", async () => {
    const storage = await startHost({ "GET /logs/4?sig=1": { text: log } });
    const { host } = await hostOf("github", {
      "GET /api/v3/repos/acme/docs/check-runs/4/annotations": {
        json: [{ path: "a.mdx", start_line: 4, message: "Too long" }],
      },
      "GET /api/v3/repos/acme/docs/actions/jobs/4/logs": {
        status: 302,
        headers: { location: `${storage.url}/logs/4?sig=1` },
      },
    });
    expect(await host.readCheck(4, never)).toBe(`a.mdx:4: Too long\n\n${tidy}`);
    expect(storage.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test("on GitLab, Gitea and Forgejo, the end of a failed job's log is read, without secrets", async () => {
    const long = `${"x".repeat(6_000_000)}\n${log}`;
    const { host: gitlab } = await hostOf("gitlab", {
      "GET /api/v4/projects/acme%2Fdocs/jobs/4/trace": { text: long },
    });
    const read = await gitlab.readCheck(4, never);
    expect(read.endsWith(tidy)).toBe(true);
    expect(read.length).toBeLessThanOrEqual(6_000);
    expect(await gitlab.readCheck(5, never)).toBe("");
    const { host: gitea } = await hostOf("gitea", {
      "GET /api/v1/repos/acme/docs/actions/jobs/4/logs": { text: log },
    });
    expect(await gitea.readCheck(4, never)).toBe(tidy);
    // Versions without this part of the API know only the description.
    expect(await gitea.readCheck(5, never)).toBe("");
  });

  test("whatever a secret is called, the log doesn't show it, and other lines stay", async () => {
    const lines = [
      "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI",
      "SECRET_KEY: 'wJalrXUtnFEMI'",
      "private-key  =  wJalrXUtnFEMI",
      'ACCOUNT_KEY="wJalrXUtnFEMI"',
      "passphrase: wJalrXUtnFEMI",
      "Authorization: token wJalrXUtnFEMI",
      "authorization:  Digest wJalrXUtnFEMI",
      "Bearer  wJalrXUtnFEMI",
    ];
    const others = ["cache-key: linux-1234", "Unexpected token identifier", "keyboard: qwertz"];
    const { host } = await hostOf("gitea", {
      "GET /api/v1/repos/acme/docs/actions/jobs/4/logs": { text: [...lines, ...others].join("\n") },
    });
    const read = await host.readCheck(4, never);
    expect(read).not.toContain("wJalr");
    expect(read.split("\n").slice(-others.length)).toEqual(others);
  });

  test("a log that can't be read, or is at an address of another kind, doesn't take the annotations with it", async () => {
    const annotations = { json: [{ path: "a.mdx", start_line: 4, message: "Too long" }] };
    for (const answer of [
      { text: "cut", headers: { "content-length": "99", connection: "close" } },
      { status: 302, headers: { location: "ftp://127.0.0.1/log" } },
      { status: 302, headers: { location: "http://" } },
    ]) {
      const { host } = await hostOf("github", {
        "GET /api/v3/repos/acme/docs/check-runs/4/annotations": annotations,
        "GET /api/v3/repos/acme/docs/actions/jobs/4/logs": answer,
      });
      expect(await host.readCheck(4, never)).toBe("a.mdx:4: Too long");
    }
  });

  test("the branch of a pull request is known, unless it is in a fork", async () => {
    const pull = (repo: number) => ({ head: { ref: "topic", repo: { id: repo } }, base: { repo: { id: 1 } } });
    const { host } = await hostOf("gitea", {
      "GET /api/v1/repos/acme/docs/pulls/1": { json: pull(1) },
      "GET /api/v1/repos/acme/docs/pulls/2": { json: pull(2) },
    });
    expect([await host.findBranch(1, never), await host.findBranch(2, never)]).toEqual(["topic", undefined]);
    const { host: gitlab } = await hostOf("gitlab", {
      "GET /api/v4/projects/acme%2Fdocs/merge_requests/1": {
        json: { source_branch: "topic", source_project_id: 1, target_project_id: 1 },
      },
    });
    expect(await gitlab.findBranch(1, never)).toBe("topic");
  });
});

describe("an error from a host", () => {
  const find = "GET /api/v3/repos/acme/docs/pulls";
  const failing = async (answer: Answer): Promise<unknown> => {
    const { host } = await hostOf("github", { [find]: answer });
    return host.findOpenPullRequest("next", never).catch((error: unknown) => error);
  };

  test.each([
    [{ status: 401 }, "no-access", "create a new one"],
    [
      { status: 403, json: { message: "Resource not accessible" } },
      "no-access",
      "The host says: Resource not accessible",
    ],
    [{ status: 404 }, "not-found", "check both"],
    [{ status: 409, json: { message: "Conflict\u0007\n" } }, "conflict", "The host says: Conflict"],
    [{ status: 422, json: { errors: [{ message: "No commits" }] } }, "conflict", "The host says: No commits"],
    [{ status: 502 }, "unavailable", "try again later"],
    [{ status: 301 }, "unavailable", "has moved"],
    [{ status: 200, json: [{ number: "7" }] }, "unavailable", "doesn't match its API"],
    [{ status: 200, json: [{ number: 7, html_url: "javascript:alert(1)" }] }, "unavailable", "doesn't match its API"],
  ])("the reply %j becomes the error %s with a message that says what to do", async (answer, kind, sentence) => {
    expect(await failing(answer)).toMatchObject({
      name: "CodeHostError",
      kind,
      message: expect.stringContaining(sentence),
    });
  });

  test.each([
    [{ status: 429, headers: { "retry-after": "17" } }, 17],
    [{ status: 403, headers: { "retry-after": "30" } }, 30],
    [
      { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(clock.now() / 1_000 + 90) } },
      90,
    ],
    [{ status: 429 }, 60],
    [{ status: 429, headers: { "retry-after": "99999999" } }, 86_400],
  ])("the error for the reply %j says when to retry", async (answer, retryAfterSeconds) => {
    expect(await failing(answer)).toMatchObject({ kind: "limited", retryAfterSeconds });
  });

  test("a request times out if the host never replies, and stops at once when the caller aborts", async () => {
    const server = await startHost({ "GET /x": { isSilent: true } });
    const connection = { apiUrl: server.url, credentials: {}, allowedHosts: ["127.0.0.1"], secondsMax: 0.05 };
    const asked = { method: "GET", path: "/x" } as const;
    await expect(sendToHost(connection, asked, never)).rejects.toMatchObject({ kind: "timeout" });
    const leaving = new AbortController();
    const waiting = sendToHost({ ...connection, secondsMax: 60 }, asked, leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
  });

  test("a token is never sent over plain HTTP or to a host that is not allowed", async () => {
    const server = await startHost({});
    const codeHosts = { [server.host]: "github" } as const;
    const host = await choose(`${server.url}/acme/docs`, { codeHosts, allowedHosts: [] });
    await expect(host.findOpenPullRequest("next", never)).rejects.toMatchObject({ kind: "no-access" });
    expect(server.seen).toEqual([]);
  });
});

describe("the kind of a host", () => {
  test.each([
    ["https://github.com/acme/docs", "github"],
    ["https://gitlab.com/acme/group/docs.git", "gitlab"],
    ["https://codeberg.org/acme/docs", "gitea"],
  ] as const)("%s is known by name: %s", async (repository, kind) => {
    expect((await choose(repository)).kind).toBe(kind);
  });

  test.each([
    ["gitea", { "GET /api/v1/version": { json: { version: "1.24.0" } } }],
    ["gitlab", { "GET /api/v4/version": { status: 401, json: { message: "401 Unauthorized" } } }],
    ["github", { "GET /api/v3/meta": { json: { verifiable_password_authentication: true } } }],
  ] as const)("is probed if the name is unknown: %s", async (kind, answers) => {
    const server = await startHost(answers);
    const host: CodeHost = await choose(`${server.url}/acme/docs`);
    expect(host.kind).toBe(kind);
    expect(server.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  test("the kind of a host must be configured if probing fails, and the project needs a token", async () => {
    const server = await startHost({});
    await expect(choose(`${server.url}/acme/docs`)).rejects.toThrow(`LECTERN_CODE_HOSTS=${server.host}=gitlab`);
    await expect(choose("https://gitlab.com/acme/docs", {}, null)).rejects.toMatchObject({
      kind: "no-access",
      message: expect.stringContaining("lectern -- project set docs --token"),
    });
  });
});

test.each([
  ["github", "/api/v3/repos/acme/docs/pulls/7", { state: "open" }, "open"],
  ["github", "/api/v3/repos/acme/docs/pulls/7", { state: "closed", merged: true }, "merged"],
  ["gitea", "/api/v1/repos/acme/docs/pulls/7", { state: "closed", merged: false }, "closed"],
  ["gitlab", "/api/v4/projects/acme%2Fdocs/merge_requests/7", { state: "opened" }, "open"],
  ["gitlab", "/api/v4/projects/acme%2Fdocs/merge_requests/7", { state: "locked" }, "open"],
  ["gitlab", "/api/v4/projects/acme%2Fdocs/merge_requests/7", { state: "merged" }, "merged"],
  ["gitlab", "/api/v4/projects/acme%2Fdocs/merge_requests/7", { state: "closed" }, "closed"],
] as const)("a pull request on %s at %s with %j is %s", async (kind, path, json, status) => {
  const { host } = await hostOf(kind, { [`GET ${path}`]: { json } });
  expect(await host.readPullRequestStatus(7, never)).toBe(status);
});

test("a reply without a known state is an error, not a closed pull request", async () => {
  const { host } = await hostOf("github", { "GET /api/v3/repos/acme/docs/pulls/7": { json: { state: "paused" } } });
  await expect(host.readPullRequestStatus(7, never)).rejects.toThrow("doesn't match its API");
});
