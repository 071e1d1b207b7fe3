import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { flushSeconds } from "../../src/analytics/recorder.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { accessDefaults } from "../../src/projects/access/access.ts";
import { saveAccess } from "../../src/projects/access/store.ts";
import type { Project } from "../../src/projects/store.ts";
import { insertReaderSession } from "../../src/readers/session-store.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { send } from "../contract/send.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { ownImage, type Publisher, startPublisher } from "../updates/publisher.ts";
import { openReader } from "./site-reader.ts";

vi.setConfig(slow);

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const files = {
  "docs.json": JSON.stringify({
    theme: "mint",
    name: "Kettle",
    colors: { primary: "#3b5bdb" },
    feedback: { thumbsRating: true },
    navigation: {
      languages: [
        { language: "en", default: true, pages: ["index", "start", "secret"] },
        { language: "fr", pages: ["fr/start"] },
      ],
    },
    seo: ownImage,
  }),
  "index.mdx": "---\ntitle: Kettle\npublic: true\n---\n\nKettle boils water.\n",
  "start.mdx": "---\ntitle: Start\npublic: true\n---\n\nPlug it in.\n",
  "secret.mdx": "---\ntitle: Secret\n---\n\nThe roadmap.\n",
  "fr/start.mdx": "---\ntitle: Début\npublic: true\n---\n\nBranchez-la.\n",
};

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  let project: Project;
  beforeAll(async () => {
    lectern = await startPublisher(dialect, "folder", {
      LECTERN_TRUSTED_PROXIES: "127.0.0.1",
      LECTERN_COUNTRY_HEADER: "CF-IPCountry",
    });
    ({ project } = await lectern.publish("kettle", files));
  });
  afterAll(() => lectern.close());

  const read = (path: string, headers: Record<string, string> = {}) =>
    lectern.read("kettle", path, { headers: { "user-agent": firefox, accept: "text/html,*/*", ...headers } });
  const api = async (path: string, { id } = project) => {
    const reply = await send(lectern.url, {
      ...{ method: "GET", path: `/v1/analytics/${id}/${path}`, key: lectern.adminKey },
    });
    expect(reply.status, reply.text).toBe(200);
    return JSON.parse(reply.text);
  };
  const ranked = async (query: string, of = project) =>
    (await api(`ranking?${query}`, of)).rows.map((row: { value: string; views: number; visitors: number }) => [
      ...[row.value, row.views, row.visitors],
    ]);
  /** Waits until as many views are counted. If too many are counted, the exact comparison afterwards fails. */
  const counted = (views: number, of = project) =>
    until(async () => {
      const { totals } = await api("series", of);
      return Object.values<number>(totals.views).reduce((sum, each) => sum + each) >= views || undefined;
    });
  const from = (address: string, country = "DE") => ({ "x-forwarded-for": address, "cf-ipcountry": country });

  test("views are counted as the server sees them, without a script", async () => {
    const anna = from("192.0.2.1");
    const first = await read("/start", { ...anna, referer: "https://www.news.example/today?id=1" });
    await read("/start", { ...anna, "if-none-match": String(first.headers.etag) });
    await read("/fr/start", { ...from("192.0.2.2", "FR"), referer: `http://kettle.localhost:${lectern.port}/start` });
    await read("/start", { ...from("192.0.2.3"), "user-agent": "GPTBot/1.2" });
    await read("/start", { ...from("192.0.2.4"), "user-agent": "some-tool/1", accept: "text/markdown" });
    await read("/start.md", { ...from("192.0.2.5"), "user-agent": "Claude-User" });
    await read("/llms.txt", { ...from("192.0.2.5"), "user-agent": "Claude-User" });
    // Nobody reads these.
    await read("/start", { ...anna, "sec-purpose": "prefetch" });
    await read("/start", { ...anna, dnt: "1" });
    await read("/start", { ...anna, "sec-gpc": "1" });
    await read("/start.md", { ...anna, "sec-fetch-dest": "empty" });
    await read("/missing", anna);
    await read("/robots.txt", anna);
    await lectern.read("kettle", "/start", { method: "HEAD", headers: { "user-agent": firefox, ...anna } });
    await counted(7);
    const { totals } = await api("series");
    expect(totals.views).toEqual({ person: 3, agent: 3, search: 0, crawler: 1, bot: 0 });
    expect(totals.visitors).toEqual({ person: 2, agent: 2, search: 0, crawler: 1, bot: 0 });
    expect(await ranked("dimension=page&kind=person")).toEqual([
      ["/start", 2, 1],
      ["/fr/start", 1, 1],
    ]);
    expect(await ranked("dimension=language&kind=person")).toEqual([
      ["en", 2, 1],
      ["fr", 1, 1],
    ]);
    expect(await ranked("dimension=referrer&kind=person")).toEqual([
      ["", 1, 1],
      ["(internal)", 1, 1],
      ["news.example", 1, 1],
    ]);
    expect(await ranked("dimension=country&kind=person")).toEqual([
      ["DE", 2, 1],
      ["FR", 1, 1],
    ]);
    expect(await ranked("dimension=form&kind=agent")).toEqual([
      ["markdown", 2, 2],
      ["llms", 1, 1],
    ]);
    expect((await api("views?limit=1")).views).toEqual([{ path: "/start", human: 2, ai: 2, total: 4 }]);
    expect(
      JSON.stringify(await lectern.app.database.query.selectFrom("analyticsVisits").selectAll().execute()),
    ).not.toContain("192.0.2");
  });

  test("a page reports clicks, and views that came from the browser's cache", async () => {
    const reader = await openReader(lectern, "kettle", firefox);
    const note = (body: object, headers: Record<string, string> = {}) =>
      reader.call(
        "note",
        { page: "/start", ...body },
        { token: undefined, headers: { ...from("192.0.2.1"), ...headers } },
      );
    for (const target of ["https://example.com/a?user=1", "https://example.com/a#b"]) {
      expect((await note({ type: "outbound", target })).status).toBe(204);
    }
    await note({ type: "code_copy" });
    await note({ type: "view", target: "https://www.news.example/" });
    await note({ type: "code_copy" }, { "sec-gpc": "1" });
    await note({ type: "view" }, { dnt: "1" });
    expect((await note({ type: "view", page: "/missing" })).status).toBe(404);
    expect((await note({ type: "view" }, { origin: "https://evil.test" })).status).toBe(403);
    await reader.call("event", { type: "search", query: "Plug", results: 1, page: "/start" });
    await reader.call("event", { type: "search", query: "teapot", results: 0, page: "/start" });
    await reader.call("event", { type: "click", query: "plug", path: "/start" });
    await counted(8);
    await until(async () => (await api("actions")).actions.length === 6 || undefined);
    expect((await api("actions?page=/start")).actions).toEqual([
      { action: "outbound", page: "/start", target: "example.com/a", count: 2 },
      { action: "code_copy", page: "/start", target: "", count: 1 },
      { action: "search", page: "/start", target: "plug", count: 1 },
      { action: "search", page: "/start", target: "teapot", count: 1 },
      { action: "search_click", page: "/start", target: "plug", count: 1 },
      { action: "search_empty", page: "/start", target: "teapot", count: 1 },
    ]);
    expect((await api("series")).totals.visitors.person).toBe(2);
  });

  test("programs that ask, search and read are counted as agents, and owners who use tools aren't", async () => {
    const { project: asked } = await lectern.publish("asked", files);
    const get = (path: string, headers: Record<string, string>) => lectern.read("asked", path, { headers });
    const gpt = { "user-agent": "ChatGPT-User/1.0", ...from("192.0.2.11", "FR") };
    expect((await get("/ask?q=How+do+I+plug+it+in", gpt)).status).toBe(200);
    expect((await get("/start.md?ask=Does+it+sing", gpt)).status).toBe(200);
    await get("/ask?q=How+do+I+plug+it+in", { ...gpt, "sec-purpose": "prefetch" });
    await get("/ask?q=How+do+I+plug+it+in", { ...gpt, dnt: "1" });
    const claude = { "user-agent": "Claude-User", ...from("192.0.2.12") };
    expect((await get("/skill.md", claude)).status).toBe(200);
    expect((await get("/.well-known/llms.txt", claude)).status).toBe(200);
    for (const [name, input] of [
      ["ask", { question: "How do I plug it in?" }],
      ["search", { query: "Plug" }],
      ["read_page", { path: "/start" }],
    ] as const) {
      const reply = await send(lectern.url, {
        ...{ method: "POST", path: "/mcp" },
        headers: { host: `asked.localhost:${lectern.port}`, "user-agent": "Cursor/3.1", ...from("192.0.2.13") },
        json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
      });
      expect(JSON.parse(reply.text).result.isError, reply.text).toBeUndefined();
    }
    const owner = await send(lectern.url, {
      ...{ method: "POST", path: "/mcp", key: lectern.adminKey },
      json: {
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "read_page", arguments: { projectId: asked.id, path: "/start" } },
      },
    });
    expect(owner.text).toContain("Plug it in.");
    await counted(5, asked);
    const overview = { method: "GET", path: `/v1/project/insight/${asked.id}/overview`, key: lectern.adminKey };
    expect(JSON.parse((await send(lectern.url, overview)).text).totals).toMatchObject({
      toolSearches: 4,
      toolReads: 1,
    });
    const { totals } = await api("series", asked);
    expect([totals.views, totals.visitors]).toMatchObject([{ agent: 5 }, { agent: 3 }]);
    expect(await ranked("dimension=agent", asked)).toEqual([
      ["ChatGPT-User", 2, 1],
      ["Claude-User", 2, 1],
      ["Cursor", 1, 1],
    ]);
    expect(await ranked("dimension=form", asked)).toEqual([
      ["ask", 2, 1],
      ["llms", 2, 1],
      ["mcp", 1, 1],
    ]);
    expect(await ranked("dimension=country", asked)).toEqual([
      ["DE", 3, 2],
      ["FR", 2, 1],
    ]);
    expect((await api("actions", asked)).actions).toEqual([
      { action: "tool_question", page: "", target: "how do i plug it in", count: 1 },
      { action: "tool_question", page: "", target: "how do i plug it in?", count: 1 },
      { action: "tool_question", page: "/start", target: "does it sing", count: 1 },
      { action: "tool_search", page: "", target: "plug", count: 1 },
    ]);
    expect(await api("callers", asked)).toEqual({ site: 0, api: 0, slack: 0, tools: 3, total: 3 });
  });

  test("feedback has a reason, a text and an address, and a status that an editor changes", async () => {
    const reader = await openReader(lectern, "kettle", firefox);
    const rate = (fields: object) => reader.call("event", { type: "rating", page: "/start", ...fields });
    const why = { helpful: false, reason: "missing", comment: "Which plug?", contact: "ann@example.com" };
    expect((await rate({ ...why, contact: "no address" })).status).toBe(400);
    expect((await rate(why)).status).toBe(204);
    const [given] = (await api("feedback?status=open")).feedback;
    expect(given).toMatchObject({ page: "/start", ...why, status: "open" });
    const change = (status: string) =>
      send(lectern.url, {
        ...{ method: "POST", path: `/v1/analytics/${project.id}/feedback/${given.id}`, key: lectern.adminKey },
        json: { status },
      });
    expect((await change("lost")).status).toBe(400);
    expect((await change("done")).status).toBe(204);
    expect((await api("feedback?status=open")).feedback).toEqual([]);
    expect((await api("feedback-by-page")).pages).toEqual([
      { path: "/start", helpful: 0, notHelpful: 1, open: 0, total: 1 },
    ]);
    // A changed rating has something new to say.
    await rate({ helpful: true });
    expect((await api("feedback?status=open")).feedback).toMatchObject([{ helpful: true, contact: null }]);
  });

  test("a private page counts for readers who may see it, and for nobody else", async () => {
    const { database } = lectern.app;
    const update = await database.transaction(async (tx) => {
      await saveAccess(tx, {
        ...{ projectId: project.id, kind: "readers", previews: "members", settings: accessDefaults, updatedAt: 0 },
      });
      return triggerUpdate(lectern.app, tx, { project, source: "internal", trigger: "settings" });
    });
    await lectern.ended(update.id);
    const token = randomBytes(32).toString("base64url");
    await insertReaderSession(database.query, {
      ...{ id: `rds_${token.slice(0, 12)}`, tokenHash: hashToken(token), projectId: project.id, method: "jwt" },
      ...{ subject: "ada", groups: "[]", profile: "{}", createdAt: Date.now(), expiresAt: Date.now() + 3_600_000 },
    });
    const headers = { ...from("192.0.2.7"), cookie: `lectern.reader=${token}` };
    expect((await read("/secret", from("192.0.2.8"))).status).toBe(302);
    await until(async () => (await read("/secret", headers)).status === 200 || undefined);
    await counted(9);
    // Nobody else learns from what can be counted that the page exists.
    const stranger = await openReader(lectern, "kettle", firefox);
    for (const page of ["/secret", "/missing"]) {
      expect((await stranger.call("note", { type: "view", page }, { token: undefined })).status).toBe(404);
      expect((await stranger.call("event", { type: "rating", page, helpful: true })).status).toBe(404);
    }
    expect((await read("/start.md?ask=What+is+the+roadmap", from("192.0.2.8"))).text).not.toContain("roadmap");
    expect((await read("/secret.md?ask=What+is+this", from("192.0.2.8"))).status).not.toBe(200);
    expect(await ranked("dimension=page&kind=person&page=/secret")).toEqual([["/secret", 1, 1]]);
  });

  test("a project that turns telemetry off isn't counted", async () => {
    const config = { ...JSON.parse(files["docs.json"]), integrations: { telemetry: { enabled: false } } };
    const quiet = await lectern.publish("quiet", { ...files, "docs.json": JSON.stringify(config) });
    await lectern.read("quiet", "/start", { headers: { "user-agent": firefox } });
    const reader = await openReader(lectern, "quiet", firefox);
    expect((await reader.call("event", { type: "search", query: "plug", results: 1, page: "/start" })).status).toBe(
      204,
    );
    // The views of the other project were counted after it.
    await read("/start", from("192.0.2.9"));
    await counted(10);
    for (const table of ["analyticsDays", "analyticsActions"] as const) {
      const rows = await lectern.app.database.query.selectFrom(table).select("projectId").execute();
      expect(rows.some(({ projectId }) => projectId === quiet.project.id)).toBe(false);
    }
    expect(flushSeconds).toBeLessThanOrEqual(2);
  });
});
