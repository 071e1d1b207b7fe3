import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { slow } from "../../support/slow.ts";
import { violations } from "../../support/violations.ts";
import { writeFiles } from "../temporary-folder.ts";
import { createFolder } from "./create-folder.ts";
import { type OpenSite, openSite, phone } from "./open-site.ts";

vi.setConfig(slow);

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** An API on another origin. `/closed` sends no CORS headers. */
async function startApi() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isClosed = request.url?.startsWith("/closed") ?? false;
    if (!isClosed) {
      response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
      response.setHeader("access-control-allow-headers", "authorization, content-type, x-note");
      response.setHeader("access-control-allow-methods", "GET, PUT, POST");
    }
    if (request.method === "OPTIONS") {
      response.end();
      return;
    }
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    if (url === "/picture") {
      response.writeHead(200, { "content-type": "image/png" });
      response.end(Buffer.from(onePixel, "base64"));
      return;
    }
    response.writeHead(201, { "content-type": "application/json" });
    response.end('{"id":"pet_1","tags":["<b>bold</b>",true,null,12.5]}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { received, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function project(api: string): Record<string, string> {
  const response = { "201": { description: "Done." } };
  const form = {
    type: "object",
    properties: {
      tags: { type: "array", items: { type: "string" } },
      meta: { type: "object" },
      mode: { type: "string", enum: ["fast", "slow"] },
      files: { type: "array", items: { type: "string", format: "binary" } },
    },
  };
  const spec = {
    openapi: "3.1.0",
    servers: [{ url: api }],
    security: [{ bearer: [] }],
    paths: {
      "/pets/{id}": {
        put: {
          summary: "Change a pet",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
            { name: "mode", in: "query", schema: { type: "string", enum: ["fast", "slow"] } },
            { name: "filter", in: "query", style: "deepObject", schema: { type: "object", properties: { a: {} } } },
            { name: "X-Note", in: "header", schema: { type: "string" } },
          ],
          requestBody: { content: { "application/json": { schema: {}, example: { name: "Tom" } } } },
          responses: {
            "201": { description: "Done.", content: { "application/json": { schema: {}, example: { id: "pet_1" } } } },
            "404": { description: "Gone.", content: { "application/json": { example: { error: "not_found" } } } },
          },
        },
      },
      "/forms": {
        post: {
          summary: "Send a form",
          security: [{ cookie: [] }],
          requestBody: {
            content: {
              "application/x-www-form-urlencoded": {
                schema: form,
                encoding: { meta: { style: "deepObject", explode: true } },
              },
              "multipart/form-data": { schema: form },
            },
          },
          responses: response,
        },
      },
      "/picture": { get: { summary: "See it", security: [], responses: response } },
      "/closed": { get: { summary: "Closed", security: [], responses: response } },
    },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "sid" },
      },
    },
  };
  const navigation = {
    tabs: [
      { tab: "Guides", pages: ["index"] },
      { tab: "API", openapi: "openapi.json" },
    ],
  };
  const settings = { theme: "mint", name: "Example", colors: { primary: "#3b5bdb" }, navigation };
  return {
    "docs.json": JSON.stringify(settings),
    "index.mdx": "---\ntitle: Home\n---\n\nHome.\n",
    "openapi.json": JSON.stringify(spec),
  };
}

let api: Awaited<ReturnType<typeof startApi>>;
let site: OpenSite;
const folder = createFolder();
beforeAll(async () => {
  api = await startApi();
  writeFiles(folder.path, project(api.url));
  site = await openSite(folder.path);
});
afterAll(async () => {
  await site.close();
  api.server.close();
  api.server.closeAllConnections();
  folder.remove();
});
afterEach(() => {
  api.received.length = 0;
});

const changePage = "/api-reference/change-a-pet";

async function openTester(page: Page, url = changePage): Promise<Locator> {
  await page.goto(url);
  await page.getByRole("button", { name: "Try it" }).click();
  return page.getByRole("dialog");
}

describe("the request tester", () => {
  test("the request tester sends the form and shows the response", async () => {
    const { page, problems } = await site.read();
    const tester = await openTester(page);
    await tester.getByLabel("Authorization").fill("se cret");
    await tester.getByLabel("id required").fill("a/b?c");
    await tester.getByLabel("tags").fill("one\ntwo & three");
    await tester.getByLabel("mode").selectOption("slow");
    await tester.getByLabel("filter").fill('{"a": "x", "b": 2}');
    await tester.getByLabel("X-Note").fill("hello");
    await tester.getByLabel("application/json").fill('{"name": "Rex"}');
    await tester.getByRole("button", { name: "Send" }).click();
    await page.getByText("201 Created").waitFor();
    const [request] = api.received;
    expect(request).toMatchObject({
      method: "PUT",
      url: "/pets/a%2Fb%3Fc?tags=one&tags=two+%26+three&mode=slow&filter%5Ba%5D=x&filter%5Bb%5D=2",
      body: '{"name": "Rex"}',
    });
    expect(request?.headers).toMatchObject({
      authorization: "Bearer se cret",
      "content-type": "application/json",
      "x-note": "hello",
    });
    expect(request?.headers.cookie).toBeUndefined();
    const answer = page.getByRole("region", { name: "Response" });
    expect(await answer.locator("code").textContent()).toBe(
      JSON.stringify({ id: "pet_1", tags: ["<b>bold</b>", true, null, 12.5] }, null, 2),
    );
    expect(await answer.locator("b").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("the sample of the request tester follows the input, and only its copy contains the credentials", async () => {
    const { page, problems } = await site.read({ permissions: ["clipboard-read", "clipboard-write"] });
    const tester = await openTester(page);
    const sample = tester.getByRole("region", { name: "Request example" });
    const code = sample.locator("code");
    expect(await code.textContent()).toContain(`--url '${api.url}/pets/{id}'`);
    expect(await code.textContent()).toContain("Bearer <token>");
    await tester.getByLabel("Authorization").fill("se cret");
    await tester.getByLabel("id required").fill("a/b");
    await tester.getByLabel("tags").fill("one\ntwo");
    await tester.getByLabel("application/json").fill('{"name": "Rex"}');
    expect(await code.textContent()).toContain(`--url '${api.url}/pets/a%2Fb?tags=one&tags=two'`);
    expect(await code.textContent()).toContain('"name": "Rex"');
    expect(await code.textContent()).not.toContain("se cret");
    expect(await tester.getByRole("heading", { level: 2 }).textContent()).toBe(
      `${api.url}/pets/a%2Fb?tags=one&tags=two`,
    );
    await sample.getByRole("tab", { name: "Python" }).click();
    expect(await code.textContent()).toContain("import requests");
    await sample.getByRole("button", { name: "Copy code" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("Bearer se cret");
    // The sample stays while a field is unfinished.
    await tester.getByLabel("filter").fill("{");
    expect(await code.textContent()).toContain("import requests");
    expect(problems).toEqual([]);
  });

  test("before the first request, the request tester shows an example response and a link to the fields of each status", async () => {
    const { page, problems } = await site.read();
    const tester = await openTester(page);
    const examples = tester.locator(".tester-examples");
    expect(await examples.locator("pre:visible").textContent()).toContain('"id": "pet_1"');
    await examples.getByRole("tab", { name: "404" }).click();
    expect(await examples.locator("pre:visible").textContent()).toContain('"error": "not_found"');
    await tester.getByLabel("id required").fill("1");
    await tester.getByRole("button", { name: "Send" }).click();
    await page.getByText("201 Created").waitFor();
    expect(await examples.locator("pre:visible").count()).toBe(0);
    await examples.getByText("Response example").click();
    await examples.getByRole("link", { name: "Response fields" }).click();
    expect(await tester.isVisible()).toBe(false);
    expect(page.url()).toMatch(/#response$/);
    expect(problems).toEqual([]);
  });

  test("the request tester encodes lists and objects in forms as the description says, and sends several files", async () => {
    const { page, problems } = await site.read();
    const tester = await openTester(page, "/api-reference/send-a-form");
    expect(await tester.getByText("Authorization").count()).toBe(0);
    const fill = async (type: string) => {
      const fields = tester.locator(`[data-content-fields="${type}"]`);
      await fields.getByLabel("tags").fill("one\ntwo & three");
      await fields.getByLabel("meta").fill('{"a": {"b": 1}, "c": ["x", "y"]}');
      await fields.getByLabel("mode").selectOption("slow");
      return fields;
    };
    await fill("application/x-www-form-urlencoded");
    await tester.getByRole("button", { name: "Send" }).click();
    await page.getByText("201 Created").waitFor();
    expect([...new URLSearchParams(api.received[0]?.body)].map((pair) => pair.join("="))).toEqual([
      "tags=one",
      "tags=two & three",
      "meta[a][b]=1",
      "meta[c][]=x",
      "meta[c][]=y",
      "mode=slow",
    ]);
    await tester.getByLabel("Content type").selectOption("multipart/form-data");
    const fields = await fill("multipart/form-data");
    const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`text of ${name}`) });
    await fields.getByLabel("files").setInputFiles([file("a.txt"), file("b.txt")]);
    await tester.getByRole("button", { name: "Send" }).click();
    await expect.poll(() => api.received.length).toBe(2);
    const body = api.received[1]?.body ?? "";
    expect(body.match(/name="tags"/g)).toHaveLength(2);
    expect(body).toContain('{"a": {"b": 1}, "c": ["x", "y"]}');
    expect(body).toContain("text of a.txt");
    expect(body).toContain("text of b.txt");
    expect(problems).toEqual([]);
  });

  test("the request tester shows a picture that the API returns", async () => {
    const { page, problems } = await site.read();
    const tester = await openTester(page, "/api-reference/see-it");
    await tester.getByRole("button", { name: "Send" }).click();
    await tester.getByRole("img", { name: "image/png" }).waitFor();
    await tester.getByRole("link", { name: /^Save .* bytes \(image\/png\)$/ }).waitFor();
    expect(problems).toEqual([]);
  });

  test("the request tester reports missing and invalid fields before sending a request", async () => {
    const { page } = await site.read();
    const tester = await openTester(page);
    await tester.getByRole("button", { name: "Send" }).click();
    expect(await tester.getByLabel("id required").evaluate((field) => field === document.activeElement)).toBe(true);
    await tester.getByLabel("id required").fill("1");
    await tester.getByLabel("application/json").fill("{name: 1}");
    await tester.getByRole("button", { name: "Send" }).click();
    await page.getByText("Body isn’t valid JSON").waitFor();
    expect(api.received).toEqual([]);
  });

  test("the request tester explains why the browser doesn't show it a response without CORS headers", async () => {
    const { page } = await site.read();
    const tester = await openTester(page, "/api-reference/closed");
    await tester.getByRole("button", { name: "Send" }).click();
    const text = await page.getByText("Access-Control-Allow-Origin").textContent();
    expect(text).toContain(api.url);
    expect(text).toContain(site.url);
  });

  test("the request tester stores a key only if the reader wants it, and only for the tab", async () => {
    const { page } = await site.read();
    const tester = await openTester(page);
    const send = async () => {
      await tester.getByLabel("id required").fill("1");
      await tester.getByRole("button", { name: "Send" }).click();
      await page.getByText("201 Created").waitFor();
    };
    const storage = () =>
      page.evaluate(() => [JSON.stringify({ ...sessionStorage }), JSON.stringify({ ...localStorage })]);
    await tester.getByLabel("Authorization").fill("secret");
    await send();
    expect(await storage()).toEqual([expect.not.stringContaining("secret"), expect.not.stringContaining("secret")]);
    await tester.getByLabel("Remember in this tab").check();
    await send();
    expect(await storage()).toEqual([expect.stringContaining("secret"), expect.not.stringContaining("secret")]);
    await openTester(page);
    expect(await tester.getByLabel("Authorization").inputValue()).toBe("secret");
  });

  test("the request tester fits a phone, works with the keyboard, and passes axe", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, problems } = await site.read({ ...phone, colorScheme, reducedMotion: "reduce" });
      await page.goto(changePage);
      await page.getByRole("button", { name: "Try it" }).press("Enter");
      const tester = page.getByRole("dialog");
      expect(await tester.evaluate((dialog) => dialog.scrollWidth <= window.innerWidth)).toBe(true);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      expect(await tester.isVisible()).toBe(false);
      expect(problems).toEqual([]);
    }
  });

  test("without JavaScript, the button of the request tester is hidden", async () => {
    const { page } = await site.read({ javaScriptEnabled: false });
    await page.goto(changePage);
    expect(await page.locator(".try-button").isVisible()).toBe(false);
    expect(await page.getByRole("heading", { name: "Path parameters" }).isVisible()).toBe(true);
  });
});

describe("the policy of a page", () => {
  const reach = (page: Page, url: string) =>
    page.evaluate(
      async (address) =>
        fetch(address).then(
          (answer) => answer.status,
          () => "refused",
        ),
      url,
    );

  test("the policy of an API page allows requests only to the servers of its API", async () => {
    const { page } = await site.read();
    const other = await startApi();
    try {
      await page.goto(changePage);
      expect(await reach(page, `${api.url}/pets`)).toBe(201);
      expect(await reach(page, `${other.url}/pets`)).toBe("refused");
      expect(other.received).toEqual([]);
    } finally {
      other.server.close();
    }
  });

  test("the policy of a page without a request tester allows requests only to its own site", async () => {
    const { page } = await site.read();
    await page.goto("/");
    expect(await reach(page, `${api.url}/pets`)).toBe("refused");
    expect(await reach(page, "/openapi.json")).toBe(200);
    expect(api.received).toEqual([]);
  });

  test("the tester's script is small and loaded only by pages with a tester", async () => {
    const scripts = site.build.files.filter((file) => file.path.endsWith("/tester.js"));
    expect(scripts.length).toBe(1);
    const { bytes } = (await scripts[0]?.load()) ?? { bytes: Buffer.alloc(0) };
    expect(gzipSync(bytes).length).toBeLessThan(8_000);
    const { page } = await site.read();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/");
    expect(asked.filter((path) => path.endsWith("/tester.js"))).toEqual([]);
    await page.goto(changePage);
    expect(asked.filter((path) => path.endsWith("/tester.js")).length).toBe(1);
  });
});
