import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createKey } from "../../src/keys/create-key.ts";
import { getManifest } from "../../src/platform/artifacts/read-artifact.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { newId } from "../../src/platform/id.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { type AccessKind, accessDefaults } from "../../src/projects/access/access.ts";
import { saveAccess } from "../../src/projects/access/store.ts";
import { listAudiences } from "../../src/projects/sites/audience-store.ts";
import { findSite, pointSite, prepareFindProjectSite } from "../../src/projects/sites/store.ts";
import { insertPreviewLink } from "../../src/readers/preview-link-store.ts";
import { insertReaderSession } from "../../src/readers/session-store.ts";
import { insertPdf, pdfKey } from "../../src/updates/pdfs/pdf-store.ts";
import { storeScreenshots } from "../../src/updates/screenshots/screenshot-objects.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { type Received, send } from "../contract/send.ts";
import { until } from "../faults/queue-test-support.ts";
import { slow } from "../support/slow.ts";
import { type HostedProject, type Publisher, startPublisher } from "../updates/publisher.ts";
import { files, type Page, pages, readers, ruled, secrets } from "./private-project.ts";

vi.setConfig(slow);

let lectern: Publisher;
let site: HostedProject;
const cookies = new Map<string, string | undefined>();

beforeAll(async () => {
  lectern = await startPublisher("sqlite");
  const { app } = lectern;
  const other = await lectern.createProject("other", { ...files, "index.mdx": "# Other\n" });
  site = await lectern.createProject("secret", files);
  await lectern.ended(other.firstUpdate);
  await lectern.ended(site.firstUpdate);
  await setAccess("readers");
  const update = await app.database.transaction((tx) =>
    triggerUpdate(app, tx, { project: site.project, source: "internal", trigger: "settings" }),
  );
  expect(await lectern.ended(update.id)).toMatchObject({ status: "success" });
  await saveAccess(app.database.query, accessOf(other.project.id, "readers"));
  const published = await findSite(app.database.query, "secret");
  if (published !== undefined) {
    await pointSite(app.database.query, { ...published, subdomain: preview, branch: "draft" });
  }
  const userId = await addMember();
  const hour = 3_600_000;
  const start = (
    projectId: string,
    groups: string[],
    options: Partial<{ method: "jwt" | "members"; age: number }> = {},
  ) => startSession({ projectId, groups, userId, method: options.method ?? "jwt", end: hour - (options.age ?? 0) });
  const { id } = site.project;
  cookies.set("wrong password", await tryPassword("wrong"));
  cookies.set("expired", await start(id, ["alpha"], { age: 2 * hour }));
  cookies.set("of another site", await start(other.project.id, ["alpha"]));
  cookies.set("without groups", await start(id, []));
  cookies.set("other group", await start(id, ["beta", "elsewhere"]));
  cookies.set("right group", await start(id, ["alpha"]));
  cookies.set("both groups", await start(id, ["alpha", "beta"]));
  cookies.set("member", await start(id, [], { method: "members" }));
  for (const reader of ["other group", "right group", "both groups"]) {
    await until(async () => (await get(reader, "/member")).status === 200 || undefined, { timeoutSeconds: 300 });
  }
});
afterAll(() => lectern.close());

function accessOf(projectId: string, kind: AccessKind) {
  return { projectId, kind, previews: "members", settings: accessDefaults, updatedAt: 0 } as const;
}

const setAccess = (kind: AccessKind) => saveAccess(lectern.app.database.query, accessOf(site.project.id, kind));

async function addMember(): Promise<string> {
  const { query } = lectern.app.database;
  const at = { createdAt: 0, updatedAt: 0 };
  await query
    .insertInto("users")
    .values({ id: "usr_ada", email: "ada@acme.test", emailVerified: 1, name: "Ada", image: null, ...at })
    .execute();
  await query
    .insertInto("members")
    .values({ organizationId: lectern.organizationId, userId: "usr_ada", role: "admin", createdAt: 0 })
    .execute();
  return "usr_ada";
}

async function startSession(session: {
  projectId: string;
  groups: string[];
  userId: string;
  method: "jwt" | "members";
  end: number;
}): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertReaderSession(lectern.app.database.query, {
    id: `rds_${token.slice(0, 16)}`,
    tokenHash: hashToken(token),
    projectId: session.projectId,
    method: session.method,
    subject: session.userId,
    groups: JSON.stringify(session.groups),
    profile: "{}",
    createdAt: Date.now(),
    expiresAt: Date.now() + session.end,
  });
  return `lectern.reader=${token}`;
}

async function tryPassword(password: string): Promise<string | undefined> {
  const { headers } = await submit("secret", "/_lectern/sign-in/password", { password });
  return headers["set-cookie"]?.toString().split(";")[0];
}

const host = (subdomain = "secret") => `${subdomain}.localhost:${lectern.port}`;
const siteHeaders = () => ({ host: host(), origin: `http://${host()}` });

function readerHeaders(reader: string): Record<string, string> {
  const cookie = cookies.get(reader);
  return cookie === undefined ? {} : { cookie };
}

const preview = "draft--secret";

const submit = (subdomain: string, path: string, fields: Record<string, string>) =>
  send(lectern.url, {
    method: "POST",
    path,
    body: new URLSearchParams(fields).toString(),
    headers: {
      host: host(subdomain),
      origin: `http://${host(subdomain)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
  });

const get = (reader: string, path: string, headers: Record<string, string> = {}) =>
  lectern.read("secret", path, { headers: { ...readerHeaders(reader), ...headers } });

const post = (reader: string, path: string, json: unknown, headers: Record<string, string> = {}) =>
  send(lectern.url, {
    method: "POST",
    path,
    json,
    headers: { ...siteHeaders(), ...readerHeaders(reader), ...headers },
  });

/** The words of pages that this reader may not see. */
function forbidden(reader: string): string[] {
  const seen = readers[reader] ?? [];
  return pages.filter((page) => !seen.includes(page)).map((page) => secrets[page].word);
}

/** Fails if a reply has a forbidden word, also in its headers, unless the request itself had the word. */
function expectNothing(reader: string, what: string, reply: { text: string; headers: unknown }, asked = ""): void {
  const text = `${JSON.stringify(reply.headers)}\n${reply.text}`.toLowerCase();
  const found = forbidden(reader).filter((word) => !asked.includes(word) && text.includes(word));
  expect({ reader, what, found }).toEqual({ reader, what, found: [] });
}

/** Every file of every artifact of the site, with the hash of its content. */
async function allFiles(): Promise<Map<string, string>> {
  const { database, objects } = lectern.app;
  const published = await findSite(database.query, "secret");
  const artifacts = (await listAudiences(database.query, "secret")).map(({ artifact }) => artifact ?? "");
  const found = new Map<string, string>();
  for (const digest of [published?.artifact ?? "", ...artifacts]) {
    const manifest = await getManifest(objects, site.project.id, digest, AbortSignal.timeout(60_000));
    for (const [path, { hash }] of manifest.files) found.set(path, hash);
  }
  return found;
}

describe.each(Object.keys(readers))("a reader: %s", (reader) => {
  test("sees the pages that are for them, as HTML and as Markdown", async () => {
    for (const page of pages) {
      const { path, word } = secrets[page];
      const isSeen = readers[reader]?.includes(page) === true;
      for (const [name, headers] of [
        [path, {}],
        [`${path}.md`, {}],
        [path, { accept: "text/markdown" }],
      ] as const) {
        const reply = await get(reader, name, headers);
        expect([reader, name, reply.status === 200 && reply.text.includes(word)]).toEqual([reader, name, isSeen]);
        expect(reply.headers["cache-control"]).toMatch(/private|no-store/);
      }
    }
  });

  test("sees the parts of an API description that are for them", async () => {
    for (const path of ["/api-reference/shared-things", "/api-reference/shared-things.md"]) {
      const { status, text } = await get(reader, path);
      const shown = ["numbatalphaName", "bettongbetaId"].map((name) => text.includes(name));
      const seen = (["alpha", "beta"] as const).map((page) => readers[reader]?.includes(page) === true);
      expect([reader, path, status, ...shown]).toEqual([reader, path, 200, ...seen]);
    }
  });

  test("opens a preview as a member only", async () => {
    for (const path of ["/", "/open", "/inner/alpha", "/nothing"]) {
      const reply = await lectern.read(preview, path, { headers: readerHeaders(reader) });
      const isClosed = reply.status === 401 && reply.text === "Sign in to read this site.";
      expect([reader, path, isClosed]).toEqual([reader, path, reader !== "member"]);
    }
  });

  test("finds no other word in any file of any artifact, at its address or by its hash", async () => {
    for (const [path, hash] of await allFiles()) {
      const asked = `/${path.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`;
      for (const address of new Set([asked, `/${path}`])) {
        const url = encodeURI(address);
        const reply = await get(reader, url, { "if-none-match": `"${hash}"` });
        if (forbidden(reader).some((word) => path.includes(word))) expect([200, 304]).not.toContain(reply.status);
        // A client with the content of a file learns only that it may see the file.
        if (reply.status === 304) expect((await get(reader, url)).status).toBe(200);
        expectNothing(reader, url, reply, url);
      }
    }
  });

  test("finds no other word in lists, feeds, suggestions and pages that don't exist", async () => {
    const paths = [
      "/",
      "/llms.txt",
      "/llms-full.txt",
      "/.well-known/llms.txt",
      "/sitemap.xml",
      "/robots.txt",
      "/rss.xml",
      "/skill.md",
      "/.well-known/skills/index.json",
      "/.well-known/agent-skills/index.json",
      "/.well-known/agent-card.json",
      "/_llms/plain.md",
      "/_llms/wombatmember-many.md",
      "/_llms/inner.md",
      "/open/rss.xml",
      "/inner/alpha/rss.xml",
      "/specs/alpha.json",
      "/specs/shared.json",
      "/.lectern/search-index",
      "/.well-known/mcp.json",
      "/inner/alph",
      "/inner/alpa",
      "/inner",
      "/numbat",
      "/nowhere",
      "/_lectern/reader",
      "/mcp",
    ];
    for (const path of paths) expectNothing(reader, path, await get(reader, path), path);
    const isSeen = readers[reader]?.includes("member") === true;
    const parts = await Promise.all(["plain", "wombatmember-many"].map((part) => get(reader, `/_llms/${part}.md`)));
    expect(parts.map(({ status }) => status === 200)).toEqual([true, isSeen]);
  });

  test("cannot tell a hidden page from a missing one", async () => {
    const token = await post(reader, "/_lectern/api/token", {});
    const bearer = { authorization: `Bearer ${(JSON.parse(token.text || "{}") as { token?: string }).token ?? ""}` };
    for (const page of pages.filter((name) => !readers[reader]?.includes(name))) {
      const { path } = secrets[page];
      const missing = path.replace(/\w$/, "0");
      const requests: Readonly<Record<string, (at: string) => Promise<Received>>> = {
        page: (at) => get(reader, at),
        "page of a browser": (at) => get(reader, at, { accept: "text/html" }),
        head: (at) =>
          send(lectern.url, { method: "HEAD", path: at, headers: { ...siteHeaders(), ...readerHeaders(reader) } }),
        range: (at) => get(reader, at, { range: "bytes=0-9" }),
        "with a slash": (at) => get(reader, `${at}/`),
        "with an extension": (at) => get(reader, `${at}.html`),
        markdown: (at) => get(reader, `${at}.md`),
        feed: (at) => get(reader, `${at}/rss.xml`),
        question: (at) => get(reader, `${at}.md?ask=How+do+I+hop`),
        "question with a page": (at) => get(reader, `/ask?q=How+do+I+hop&page=${at}`),
        view: (at) => post(reader, "/_lectern/api/note", { type: "view", page: at }),
        click: (at) => post(reader, "/_lectern/api/event", { type: "click", query: "hop", path: at }, bearer),
        rating: (at) => post(reader, "/_lectern/api/event", { type: "rating", page: at, helpful: true }, bearer),
        "tool read": (at) => post(reader, "/mcp", callOf("read_page", { path: at })),
        "tool ask": (at) => post(reader, "/mcp", callOf("ask", { question: "How do I hop?", path: at })),
        "tool report": (at) =>
          post(reader, "/mcp", callOf("report_problem", { path: at, problem: "Wrong.", kind: "incorrect" })),
      };
      for (const [what, ask] of Object.entries(requests)) {
        const [one, other] = [await ask(path), await ask(missing)];
        expect([reader, what, page, shapeOf(one)]).toEqual([reader, what, page, shapeOf(other)]);
      }
    }
  });

  test("finds an old address of a page only if the page is for them", async () => {
    for (const page of pages) {
      const { path } = secrets[page];
      const isSeen = readers[reader]?.includes(page) === true;
      const moved = await get(reader, `/old/${page}`);
      expect([reader, page, moved.headers.location]).toEqual([reader, page, isSeen ? `${path}#top` : undefined]);
      if (isSeen) continue;
      const { headers: _headers, ...missing } = await get(reader, `/old/${page}0`);
      expect([reader, page, moved.status]).toEqual([reader, page, missing.status]);
    }
  });

  test("gets no reply that another reader could be sent from a cache, or that another site could embed", async () => {
    const replies = {
      ...Object.fromEntries(
        await Promise.all(
          [
            "/",
            "/open",
            "/nothing",
            "/old/open",
            "/open/",
            "/mcp",
            "/ask",
            "/ask?q=hops",
            "/open.md?ask=hops",
            "/llms.txt",
            "/_lectern/reader",
            "/_lectern/sign-in",
            "/_lectern/sign-out",
            "/%zz",
          ].map(async (path) => [path, await get(reader, path)] as const),
        ),
      ),
      token: await post(reader, "/_lectern/api/token", {}),
      search: await post(reader, "/_lectern/api/search", { query: "hops" }),
      tools: await post(reader, "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }),
    };
    for (const [what, { headers }] of Object.entries(replies)) {
      expect([reader, what, headers["cache-control"]]).toEqual([
        reader,
        what,
        expect.stringMatching(/private|no-store/),
      ]);
      expect([reader, what, headers["access-control-allow-credentials"]]).toEqual([reader, what, undefined]);
    }
    const page = await get(reader, "/open");
    expect(page.headers.vary).toContain("cookie");
    expect(page.headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
  });

  test("finds no other word by searching, asking and with tools", async () => {
    const token = await post(reader, "/_lectern/api/token", {});
    const bearer = { authorization: `Bearer ${(JSON.parse(token.text || "{}") as { token?: string }).token ?? ""}` };
    for (const page of pages) {
      const { word, path } = secrets[page];
      const replies = {
        search: await post(reader, "/_lectern/api/search", { query: word }, bearer),
        ask: await post(
          reader,
          "/_lectern/api/message",
          {
            fp: "anyone",
            messages: [{ id: "1", role: "user", parts: [{ type: "text", text: `How does the ${word} hop?` }] }],
          },
          bearer,
        ),
        "tool search": await post(reader, "/mcp", callOf("search", { query: word })),
        "tool read": await post(reader, "/mcp", callOf("read_page", { path })),
        "tool ask": await post(reader, "/mcp", callOf("ask", { question: `How does the ${word} hop?`, path })),
        "ask by address": await get(reader, `/ask?q=How+does+the+${word}+hop`),
        "ask at the page": await get(reader, `${path}.md?ask=How+does+the+${word}+hop`),
        "tool list": await post(reader, "/mcp", callOf("list_pages", {})),
        "tool read, without a session": await post(reader, "/mcp", ...statelessCallOf("read_page", { path })),
        "tool search, without a session": await post(reader, "/mcp", ...statelessCallOf("search", { query: word })),
        "tool report": await post(reader, "/mcp", callOf("report_problem", { path, problem: word, kind: "outdated" })),
        discovery: await post(reader, "/mcp", ...statelessOf("server/discover", {})),
      };
      for (const [what, reply] of Object.entries(replies)) expectNothing(reader, `${what} ${word}`, reply, word);
    }
    const found = await post(reader, "/_lectern/api/search", { query: "hops" }, bearer);
    const isIn = (page: Page) => found.text.includes(secrets[page].word);
    expect(pages.filter(isIn)).toEqual(readers[reader]);
  });
});

test.each(["none", "without groups", "right group", "other group", "both groups", "member"])(
  "rules for groups decide alike about pages, lists, searches and answers for a reader: %s",
  async (reader) => {
    const token = JSON.parse((await post(reader, "/_lectern/api/token", {})).text).token as string;
    const bearer = { authorization: `Bearer ${token}` };
    const lists = ["/sitemap.xml", "/llms.txt", "/llms-full.txt", "/open"];
    const listed = await Promise.all(lists.map((path) => get(reader, path)));
    for (const [name, { seenBy }] of Object.entries(ruled)) {
      const question = { fp: "a", messages: [{ id: "1", role: "user", content: `How does the ${name} live?` }] };
      const replies = [
        ...listed,
        await get(reader, `/${name}`),
        await get(reader, `/${name}.md`),
        await post(reader, "/_lectern/api/search", { query: name }, bearer),
        await post(reader, "/_lectern/api/message", question, bearer),
        await post(reader, "/mcp", callOf("list_pages", {})),
      ];
      const isSeen = seenBy.some((who) => who === reader);
      // A page with groups isn't in lists for search engines.
      const sign = new RegExp(`/${name}\\b|${name}holes`);
      const shown = replies.map(({ text }, at) => at < 3 || sign.test(text));
      expect([reader, name, ...shown]).toEqual([reader, name, ...replies.map((_, at) => at < 3 || isSeen)]);
      for (const { text } of replies.slice(0, 3)) if (!isSeen) expect(text).not.toContain(name);
    }
  },
);

test("the link preview image of a page is painted for the readers of the page only", async () => {
  const { text } = await get("right group", secrets.alpha.path);
  const path = /<meta property="og:image" content="[^"]*?(\/_lectern\/\w+\/social\.png)"/.exec(text)?.[1] ?? "";
  const shown = async (reader: string) => {
    const { status, headers } = await get(reader, path);
    return status === 200 && headers["content-type"];
  };
  expect(await shown("right group")).toBe("image/png");
  expect(await shown("member")).toBe("image/png");
  for (const reader of ["none", "expired", "without groups", "other group"]) expect(await shown(reader)).toBe(false);
});

test("a link to a preview shows what signed-in readers without groups see, until it expires", async () => {
  const { app } = lectern;
  const token = "t".repeat(32);
  const link = { id: "pvl_one", tokenHash: hashToken(token), projectId: site.project.id, subdomain: preview };
  const dates = { createdBy: "usr_ada", createdAt: 0, expiresAt: Date.now() + 3_600_000 };
  await insertPreviewLink(app.database.query, { ...link, ...dates });
  const open = () => submit(preview, "/_lectern/preview", { token });
  const opened = await open();
  const cookie = opened.headers["set-cookie"]?.toString().split(";")[0] ?? "";
  const look = (path: string, subdomain = preview) => lectern.read(subdomain, path, { headers: { cookie } });
  for (const page of pages) {
    const { path } = secrets[page];
    const reply = await look(path);
    expect([path, reply.status]).toEqual([path, readers["without groups"]?.includes(page) ? 200 : 404]);
    expectNothing("without groups", path, reply, path);
  }
  for (const path of ["/llms-full.txt", "/sitemap.xml", "/"]) {
    expectNothing("without groups", path, await look(path));
    // The session is for the preview, not for the site.
    expectNothing("none", path, await look(path, "secret"));
  }
  await app.database.query.updateTable("previewLinks").set({ expiresAt: 1 }).execute();
  expect((await open()).headers.location).toContain("error=expired");
});

test("a screenshot of a private site is for people and keys that may read its updates", async () => {
  const { app, adminKey, organizationId } = lectern;
  const { project, firstUpdate } = site;
  const pixel = Buffer.from("image");
  await storeScreenshots(
    app.objects,
    project.id,
    firstUpdate,
    { light: pixel, dark: pixel },
    AbortSignal.timeout(60_000),
  );
  const look = (headers: Record<string, string>) =>
    send(lectern.url, { path: `/screenshots/${firstUpdate}/light.jpg`, headers });
  const { secret } = await createKey(app, app.database.query, {
    kind: "assistant",
    organizationId,
    projectId: project.id,
  });
  for (const reader of Object.keys(readers))
    expect([reader, (await look(readerHeaders(reader))).status]).toEqual([reader, 404]);
  expect((await look({ authorization: `Bearer ${secret}` })).status).toBe(404);
  const own = await look({ authorization: `Bearer ${adminKey}` });
  expect([own.status, own.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  await setAccess("public");
  const open = await look({});
  expect([open.status, open.headers["cache-control"]]).toEqual([200, expect.stringContaining("public")]);
  await setAccess("readers");
});

test("the tools for owners know neither readers nor keys of public pages", async () => {
  const { app, organizationId } = lectern;
  const ask = (headers: Record<string, string>, body: object = callOf("search", { query: "hops" })) =>
    send(lectern.url, { method: "POST", path: "/mcp", json: body, headers });
  const key = { kind: "assistant" as const, organizationId, projectId: site.project.id };
  const { secret } = await createKey(app, app.database.query, key);
  const callers = [...Object.keys(readers).map(readerHeaders), { authorization: `Bearer ${secret}` }];
  for (const headers of callers) {
    for (const [body, own] of [
      [callOf("search", { query: "hops" }), {}] as const,
      statelessCallOf("search", { query: "hops" }),
    ]) {
      const reply = await ask({ ...headers, ...own }, body);
      expect([401, 403]).toContain(reply.status);
      expectNothing("none", "the owners' tools", reply);
    }
  }
});

test("a PDF is printed from what signed-in readers without groups see, and needs its whole ID", async () => {
  const { database, objects } = lectern.app;
  const projectId = site.project.id;
  const published = await findSite(database.query, "secret");
  const printed = await prepareFindProjectSite(database)(projectId);
  expect([printed?.base, published?.audience]).toEqual([published?.artifact, "groups:[]"]);
  const id = newId("pdf", systemClock);
  const part = { fromPage: null, groupTitle: null, format: "A4" as const };
  const end = { status: "completed" as const, pages: 1, bytes: 4, problem: null, createdAt: 0, endedAt: 1 };
  await insertPdf(database.query, { id, projectId, ...part, ...end });
  await objects.put([{ key: pdfKey(projectId, id), bytes: Buffer.from("%PDF") }], AbortSignal.timeout(60_000));
  for (const [name, status] of [
    [id, 200],
    [id.slice(0, -1), 404],
    [`${id}0`, 404],
    [newId("pdf", systemClock), 404],
  ] as const) {
    const reply = await send(lectern.url, { path: `/pdfs/${name}` });
    expect([name, reply.status]).toEqual([name, status]);
    if (status === 200) expect(reply.headers["cache-control"]).toBe("private, no-store");
    // Nothing of it is on the site's own host.
    expect((await get("member", `/pdfs/${name}`)).status).toBe(404);
  }
});

function callOf(name: string, input: Record<string, unknown>) {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
}

/** The body and the headers of a message in the revision of the protocol that has no sessions. */
function statelessOf(method: string, params: Record<string, unknown>, name?: string) {
  const revision = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = {
    "mcp-protocol-version": revision,
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
  };
  return [{ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, headers] as const;
}

const statelessCallOf = (name: string, input: Record<string, unknown>) =>
  statelessOf("tools/call", { name, arguments: input }, name);

/** What tells replies apart without reading them. The texts depend on what was asked for, and are searched for words. */
function shapeOf({ status, headers, text }: Received) {
  const { vary, "content-type": type, "cache-control": cache } = headers;
  const isError = /"isError":true/.test(text);
  return { status, vary, type, cache, isError, names: Object.keys(headers).toSorted() };
}

test("a key in a public page reaches only what everyone may read", async () => {
  const { app } = lectern;
  const { secret } = await createKey(app, app.database.query, {
    kind: "assistant",
    organizationId: lectern.organizationId,
    projectId: site.project.id,
  });
  const reply = await send(lectern.url, {
    method: "POST",
    path: "/discovery/v1/search/secret",
    json: { query: "hops" },
    headers: { authorization: `Bearer ${secret}` },
  });
  expectNothing("none", "key", reply);
  for (const page of pages) {
    const read = await send(lectern.url, {
      method: "POST",
      path: "/discovery/v1/page/secret",
      json: { path: secrets[page].path },
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([page, read.status]).toEqual([page, page === "open" ? 200 : 404]);
  }
  // What the widget of another website sends.
  const asked = await send(lectern.url, {
    method: "POST",
    path: "/discovery/v1/assistant/secret/message",
    json: { fp: "anyone", messages: [{ role: "user", content: "How does everything hop, and what is new?" }] },
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(asked.status).toBe(200);
  expectNothing("none", "widget", asked);
});

test("a session of another site and a wrong password open nothing, whatever the kind of site", async () => {
  for (const kind of ["password", "members"] as const) {
    await setAccess(kind);
    for (const reader of ["none", "wrong password", "expired", "of another site"]) {
      for (const page of pages) {
        const reply = await get(reader, secrets[page].path);
        expect([kind, reader, page, reply.status === 200]).toEqual([kind, reader, page, page === "open"]);
      }
      expectNothing(reader, kind, await get(reader, "/llms-full.txt"));
    }
  }
});

test("each kind of site shows its pages to those who may read it", async () => {
  const shown: Record<AccessKind, boolean> = {
    public: true,
    unlisted: true,
    password: false,
    members: false,
    readers: false,
  };
  for (const [kind, isOpen] of Object.entries(shown) as [AccessKind, boolean][]) {
    await setAccess(kind);
    if (isOpen) {
      await until(async () => (await get("none", "/member")).status === 200 || undefined, { timeoutSeconds: 300 });
    }
    const reply = await get("none", "/member");
    expect([kind, reply.status === 200]).toEqual([kind, isOpen]);
    for (const path of ["/inner/alpha", "/inner/beta", "/", "/llms-full.txt", "/sitemap.xml"]) {
      const { text } = await get("none", path);
      expect([kind, path, text.includes("numbatalpha") || text.includes("bettongbeta")]).toEqual([kind, path, false]);
    }
  }
});
