import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createArtifactCache } from "../../src/platform/artifacts/artifact-cache.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { freePort } from "../../src/platform/free-port.ts";
import { getProject } from "../../src/projects/get-project.ts";
import { updateProject } from "../../src/projects/store.ts";
import { refreshSite } from "../../src/updates/refresh-site.ts";
import { checkAddress } from "../../src/visitors/check-address/check-address.ts";
import { saying } from "../assistant/asked-project.ts";
import { type Received, type Request, send } from "../contract/send.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { startFrontProxy } from "./front-proxy.ts";
import { readingProject } from "./reading-project.ts";

const domain = "example.test";
const config = JSON.parse(String(readingProject["docs.json"]));
const files = {
  ...readingProject,
  "docs.json": JSON.stringify({
    ...config,
    seo: { metatags: { "og:image": "/card.png" } },
    redirects: [{ source: "/begin/:rest*", destination: "/old/:rest*" }],
  }),
  "style.css": ".prose { background-image: url(/logo.svg) }",
  "index.mdx":
    '---\ntitle: Kettle\nrss: true\n---\n\nKettle boils water. [Install it](/install#linux) ![Logo](/logo.svg)\n\n```md\n[x](/install)\n```\n\n<Update label="May">New steam.</Update>\n',
};

describe("a site below a path of another domain", () => {
  let lectern: Publisher;
  let stopProxy: (() => Promise<void>) | undefined;
  let port: number;
  let origin: string;
  let projectId: string;
  let log: string;

  const ask = (path: string, request: Partial<Request> = {}) =>
    send(`http://127.0.0.1:${port}`, { path, ...request, headers: { host: `${domain}:${port}`, ...request.headers } });
  const page = (path: string) => ask(path, { headers: { accept: "text/html" } });
  const post = (path: string, json?: unknown, key?: string) =>
    ask(path, { method: "POST", json, key, headers: { origin, accept: "application/json, text/event-stream" } });

  beforeAll(async () => {
    port = await freePort("127.0.0.1");
    origin = `http://${domain}:${port}`;
    lectern = await startPublisher("sqlite", "folder", { LECTERN_URL: `http://127.0.0.1:${port}` });
    const { app } = lectern;
    const published = await lectern.publish("kettle", files, { customDomains: [domain] });
    projectId = published.project.id;
    await app.database.transaction(async (tx) => {
      await updateProject(tx, projectId, { basePath: "/docs" });
      // Until the update ends, the artifact decides: the site is still at its root.
      await refreshSite(app, tx, projectId);
    });
    expect((await lectern.read("kettle", "/install")).status).toBe(200);
    const update = await lectern.ended(await lectern.newest(published.project));
    log = (update.logs ?? []).join("\n");
    const upstream = { port: lectern.port, host: `kettle.localhost:${lectern.port}` };
    stopProxy = await startFrontProxy({ port, upstream, basePath: "/docs" });
  });
  afterAll(async () => {
    await stopProxy?.();
    await lectern.close();
  });

  test("the pages are only laid out again", () => {
    expect(log).toContain("0 pages rendered, 6 laid out again");
  });

  test("all addresses on a page are below the path and answer", async () => {
    const { status, text, headers } = await page("/docs/");
    expect(status).toBe(200);
    expect((await page("/docs")).text).toBe(text);
    expect(text).toContain(`<link rel="canonical" href="${origin}/docs/">`);
    expect(text).toContain('<html lang="en" data-current-path="/" data-base-path="/docs">');
    expect(headers["content-security-policy"]).toContain(`script-src kettle.localhost:${lectern.port}/docs/_lectern/ `);
    expect(headers["content-security-policy"]).toContain(` ${domain}:${port}/docs/_lectern/`);
    expect(headers.link).toContain("</docs/llms.txt>");
    const addresses = [...text.matchAll(/\s(?:href|src|data-[a-z-]*(?:script|page))="(\/[^"#]*)/g)].map(
      ([, at]) => at ?? "",
    );
    expect(addresses.length).toBeGreaterThan(15);
    expect(addresses.filter((address) => !/^\/docs(?:\/|$)/.test(address))).toEqual([]);
    for (const address of new Set(addresses)) expect([address, (await page(address)).status]).toEqual([address, 200]);
    const sheets = addresses.filter((address) => address.endsWith("site.css"));
    expect((await page(sheets[0] ?? "")).text).toContain("url(/docs/logo.svg)");
  });

  test("every list for crawlers and agents names the public address", async () => {
    for (const path of ["sitemap.xml", "llms.txt", "rss.xml", "robots.txt", ".well-known/mcp.json"]) {
      const { status, text } = await ask(`/docs/${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain(`${origin}/docs/`);
      expect(text.replaceAll(`${origin}/docs`, "")).not.toMatch(/localhost|127\.0\.0\.1|example\.test/);
    }
    const { text } = await ask("/docs/index.md");
    expect(text).toContain(`[Install it](${origin}/docs/install#linux)`);
    expect(text).toContain("```md\n[x](/install)\n```");
  });

  test("redirects, unknown paths and other forms of an address stay below the path", async () => {
    const locationOf = ({ status, headers }: Received) => [status, headers.location];
    expect(locationOf(await page("/docs/begin/install?x=1"))).toEqual([308, "/docs/old/install?x=1"]);
    expect(locationOf(await page("/docs/install/"))).toEqual([308, "/docs/install"]);
    const missing = await page("/docs/instal");
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('href="/docs/install"');
    for (const path of ["/", "/docsearch", "/doc"]) expect((await page(path)).text).toContain("own website");
  });

  test("requests to the site's own host lead below the path", async () => {
    for (const [path, location] of [
      ["/", "/docs/"],
      ["/install?x=1", "/docs/install?x=1"],
      ["//evil.test", "/docs//evil.test"],
    ] as const) {
      const { status, headers } = await lectern.read("kettle", path);
      expect([status, headers.location]).toEqual([307, location]);
    }
    // Replies are remembered by the address that was asked for.
    expect((await lectern.read("kettle", "/docs/install")).status).toBe(200);
    expect((await lectern.read("kettle", "/docs/install")).status).toBe(200);
  });

  test("readers search and ask from the public address, and nobody else does", async () => {
    const opened = await post("/docs/_lectern/api/token");
    expect(opened.status).toBe(200);
    const { token } = JSON.parse(opened.text);
    const found = JSON.parse((await post("/docs/_lectern/api/search", { query: "install linux" }, token)).text);
    expect(found[0].path).toBe("/install");
    const question = { fp: "anonymous", ...saying("How do I install it on Linux?") };
    const answer = await post("/docs/_lectern/api/message", question, token);
    expect(answer.text).toContain(`${origin}/docs/install#linux`);
    const elsewhere = { method: "POST", headers: { origin: "http://evil.test" } };
    expect((await ask("/docs/_lectern/api/token", elsewhere)).status).toBe(403);
  });

  test("questions by address lead to the public address", async () => {
    const { status, text } = await ask("/docs/install.md?ask=How+do+I+install+it+on+Linux");
    expect(status).toBe(200);
    expect(text).toContain(`(${origin}/docs/install#linux), as Markdown: ${origin}/docs/install.md`);
    expect((await ask("/docs/ask")).text).toContain("/docs/ask?q=");
    expect((await ask("/docs/install.md")).text).toContain(`${origin}/docs/llms.txt`);
  });

  test("tools find pages at the public address", async () => {
    const call = (name: string, input: object) =>
      post("/docs/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });
    expect((await call("search", { query: "install linux" })).text).toContain(`${origin}/docs/install#linux`);
    expect((await call("read_page", { path: `${origin}/docs/install` })).text).toContain("start the service");
    const shown = await page("/docs/mcp");
    expect(shown.text).toContain(`<code>${domain}:${port}/docs/mcp</code>`);
    expect(shown.text).toContain('<a href="/docs/">');
  });

  test("a check finds a proxy that changes the path or allows only GET", async () => {
    const { app, organizationId } = lectern;
    const project = await getProject(app.database.query, organizationId, projectId);
    const check = (change: (path: string) => string, method?: string) => {
      const fetch = async (url: string | URL | globalThis.Request, options?: RequestInit) => {
        const path = change(new URL(String(url)).pathname);
        const reply = await ask(path, { method: method ?? options?.method ?? "GET", headers: { origin } });
        return new Response(reply.text, { status: reply.status });
      };
      const tokenKeys = app.secrets.signingKeys("visitor-token");
      const deps = { artifacts: createArtifactCache(app.objects), fetch, tokenKeys, clock: systemClock };
      return checkAddress(deps, app.database.query, project, new AbortController().signal);
    };
    expect(await check((path) => path)).toEqual({ address: `${origin}/docs`, problem: null });
    expect((await check((path) => path.slice(5))).problem).toContain("Another site answers");
    expect((await check((path) => `/docs/docs${path}`)).problem).toContain("status 40");
  });
});
