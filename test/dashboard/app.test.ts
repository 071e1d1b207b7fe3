import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openFiles } from "../../src/dashboard/app/open-app.ts";
import { appRoutes } from "../../src/dashboard/app/routes.ts";
import { createHttp } from "../../src/http/create-http.ts";
import { createLog } from "../../src/platform/log.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

const page = '<!doctype html><script type="module" src="/dashboard/-/index-abc.js"></script>';
const script = "console.log(1);".repeat(200);
let folder: string;
let http: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-app-"));
  await mkdir(join(folder, "-"));
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "-/index-abc.js"), script);
  await writeFile(join(folder, "-/font-abc.woff2"), "font");
  await writeFile(join(folder, "secret.txt"), "secret");
  const log = createLog("fatal", "api");
  http = createHttp({ log, trustedProxies: [], operations: {} });
  const openApp = () => openFiles(folder, ["index.html", "-/index-abc.js", "-/font-abc.woff2"]);
  appRoutes(http, { log, openApp, url: "https://docs.lectern.test" });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: InjectOptions["headers"] = {}) => http.inject({ url, headers });

test("the root address redirects to the dashboard", async () => {
  const reply = await get("/");
  expect([reply.statusCode, reply.headers.location]).toEqual([302, "/dashboard"]);
});

test.each(["/dashboard", "/dashboard/", "/dashboard/org_1/acme-docs", "/dashboard/join", "/dashboard/a/b/c?d=e"])(
  "%s shows the dashboard under a policy that allows only its own scripts and styles",
  async (path) => {
    const reply = await get(path);
    expect([reply.statusCode, reply.body]).toEqual([200, page]);
    expect(reply.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
    });
    const policy = String(reply.headers["content-security-policy"]);
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|\*/);
  },
);

test("assets are named by hash, cached for a year and compressed as the browser accepts", async () => {
  const path = "/dashboard/-/index-abc.js";
  const plain = await get(path);
  expect(plain.body).toBe(script);
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const brotli = await get(path, { "accept-encoding": "gzip, br" });
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
  const gzip = await get(path, { "accept-encoding": "gzip" });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
  expect((await get(path, { "if-none-match": String(plain.headers.etag) })).statusCode).toBe(304);
  const font = await get("/dashboard/-/font-abc.woff2", { "accept-encoding": "br" });
  expect([font.headers["content-encoding"], font.body]).toEqual([undefined, "font"]);
});

test.each(["/dashboard/-/other.js", "/dashboard/-/..%2fsecret.txt", "/dashboard/-/"])(
  "%s is not found among the dashboard's files",
  async (path) => {
    const reply = await get(path);
    expect(reply.statusCode).toBe(404);
    expect(reply.body).not.toContain("secret.");
  },
);

test("a dashboard that cannot be opened is logged for the operator", async () => {
  const lines: string[] = [];
  const log = createLog("error", "api", { write: (line) => lines.push(line) });
  const broken = createHttp({ log, trustedProxies: [], operations: {} });
  appRoutes(broken, { log, openApp: () => Promise.reject(new Error("no disk")), url: "https://docs.lectern.test" });
  const reply = await broken.inject({ url: "/dashboard" });
  expect([reply.statusCode, reply.json().error]).toEqual([404, expect.stringContaining("is not available")]);
  expect(lines.join("")).toContain("no disk");
  await broken.close();
});
