import { isDeepStrictEqual } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pages, publishPages } from "../assistant/asked-project.ts";
import { expectError } from "../contract/expect-reply.ts";
import { send } from "../contract/send.ts";
import { until } from "../faults/queue-test-support.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";

const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("the tools of a site", () => {
  let lectern: Publisher;
  let client: Client;
  const hostOf = (subdomain: string) => `${subdomain}.localhost:${lectern.port}`;
  const post = (subdomain: string, json: unknown, headers: Record<string, string> = {}) =>
    send(lectern.url, { method: "POST", path: "/mcp", json, headers: { host: hostOf(subdomain), ...headers } });

  beforeAll(async () => {
    lectern = await startPublisher("sqlite");
    const config = JSON.parse(String(pages["docs.json"]));
    await publishPages(lectern, "kettle", {
      ...pages,
      "long.mdx": `---\ntitle: Long\n---\n\n${"All about steam. ".repeat(5_000)}\n\nThe very end.\n`,
      "docs.json": JSON.stringify({ ...config, navigation: { pages: [...config.navigation.pages, "long"] } }),
    });
    client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StreamableHTTPClientTransport(siteAddress(lectern, "kettle"), { fetch: fetchSite(lectern) }),
    );
  });
  afterAll(async () => {
    await client.close();
    await lectern.close();
  });

  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    return { text: (content as { text: string }[])[0]?.text ?? "", isError: isError === true };
  };

  test("a real client finds the tools and the description of the site", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "kettle-docs", title: "Documentation of kettle" });
    expect(client.getInstructions()).toContain("Search or ask first");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search", "ask", "read_page", "list_pages", "report_problem"]);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
      "report_problem",
    ]);
  });

  test("a search returns the matching section and its address", async () => {
    const { text } = await call("search", { query: "How do I install it on Linux?", limit: 2 });
    expect(text).toContain(`URL: http://${hostOf("kettle")}/install#linux`);
    expect(text).toContain("Path: /install");
    expect((await call("search", { query: "zzzzqqqq" })).text).toMatch(/^Nothing in the documentation of kettle/);
  });

  test("a search says whether its pages answer, may help, or are only the closest ones", async () => {
    const kinds: [string, string, RegExp][] = [
      ["What does the error KT-4041 mean?", "answered", /^## Errors/],
      ["Which football team has the best water?", "not_in_docs", /doesn't seem to answer this/],
      ["qqqqzzzz", "not_in_docs", /^Nothing in the documentation/],
    ];
    for (const [query, outcome, start] of kinds) {
      const { content, structuredContent } = await client.callTool({ name: "search", arguments: { query } });
      expect(structuredContent, query).toMatchObject({ outcome });
      expect((content as { text: string }[])[0]?.text).toMatch(start);
    }
    const { structuredContent } = await client.callTool({ name: "search", arguments: { query: "install on Linux" } });
    expect((structuredContent as { pages: unknown[] }).pages[0]).toEqual({
      title: "Install",
      heading: "Linux",
      path: "/install",
      url: `http://${hostOf("kettle")}/install#linux`,
      markdown: "## Linux\n\nInstall the package with apt, then start the service.\n\n```sh\napt install kettle\n```",
    });
  });

  test.each(["/install", "install", "/install.md", "/install#linux"])(
    "read_page returns the page %s as Markdown",
    async (path) => {
      const { text, isError } = await call("read_page", { path });
      expect(text).toContain("apt install kettle");
      expect(isError).toBe(false);
    },
  );

  test("a page can be read by its absolute address, but not a page of another website", async () => {
    expect((await call("read_page", { path: `http://${hostOf("kettle")}/timers` })).text).toContain("createTimer");
    expect((await call("read_page", { path: "https://evil.test/timers" })).isError).toBe(true);
  });

  test.each([
    ["Linux", "apt install kettle"],
    ["#windows", "kettle-setup.exe"],
  ])("the section %s of a page can be read alone", async (section, expected) => {
    const { structuredContent } = await client.callTool({
      name: "read_page",
      arguments: { path: "/install", section },
    });
    const { markdown, headings } = structuredContent as { markdown: string; headings: string[] };
    expect(markdown).toContain(expected);
    expect(markdown).not.toContain("Get Kettle running");
    expect(headings).toEqual(["Linux", "Windows"]);
  });

  test("ask answers from the pages with their addresses, or says that they don't", async () => {
    const asked = (question: string) => client.callTool({ name: "ask", arguments: { question } });
    const { content, structuredContent } = await asked("How do I install it on Linux?");
    const sources = [{ title: "Install", url: `http://${hostOf("kettle")}/install#linux` }];
    expect(structuredContent).toMatchObject({ outcome: "answered", sources });
    expect((content as { text: string }[])[0]?.text).toContain("apt install kettle");
    const unknown = await asked("Which football team has the best water?");
    expect(unknown.structuredContent).toMatchObject({ outcome: "not_in_docs", sources: [] });
  });

  test("a reported problem reaches the owners like a rating of the page, a limited number of times", async () => {
    const { query } = lectern.app.database;
    const report = () => call("report_problem", { path: "timers", problem: "cron has 6 fields", kind: "outdated" });
    expect((await report()).isError).toBe(false);
    const ratings = await query.selectFrom("pageRatings").selectAll().execute();
    expect(ratings).toEqual([
      expect.objectContaining({ page: "/timers", helpful: 0, comment: "cron has 6 fields", reason: "outdated" }),
    ]);
    await query.updateTable("rateLimits").set({ count: 20 }).where("name", "=", "reports-address").execute();
    const refused = await report();
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain("Over the limit of 20 requests");
  });

  test("an unknown tool is an error of the protocol that names the tools", async () => {
    await expect(call("delete_page", { path: "/install" })).rejects.toThrow(
      "Unknown tool delete_page; available tools: search, ask, read_page, list_pages, report_problem.",
    );
  });

  test("a long page is cut off, and reading can continue at the cut", async () => {
    const first = (await call("read_page", { path: "/long" })).text;
    const [, offset] = /Call read_page with offset (\d+)/.exec(first) ?? [];
    expect(first).not.toContain("The very end.");
    expect((await call("read_page", { path: "/long", offset: Number(offset) })).text).toContain("The very end.");
  });

  test("pages are listed by path, either all of them or those below a path", async () => {
    expect((await call("list_pages", {})).text.split("\n")).toEqual([
      "- /: Kettle",
      "- /errors: Errors",
      "- /install: Install – Get Kettle running.",
      "- /long: Long",
      "- /timers: Timers",
    ]);
    expect((await call("list_pages", { prefix: "/t" })).text).toBe("- /timers: Timers");
  });

  test.each([
    ["search", {}, "must have required property 'query'"],
    ["search", { query: "x", limit: 1_000 }, "must be <= 20"],
    ["read_page", { path: "/../../etc/passwd" }, "has no page"],
    ["read_page", { path: "/.lectern/search-index" }, "has no page"],
    ["read_page", { path: "/%E0%A4%A" }, "has no page"],
    ["read_page", { path: "/guides/instal" }, "did you mean /install?"],
    ["read_page", { path: "/install", section: "Mac" }, "Its headings: Linux; Windows."],
    ["ask", { question: "How?", path: "/nowhere-at-all" }, "no page at this path"],
    ["report_problem", { path: "/nowhere-at-all", problem: "It is gone." }, "no page at this path"],
  ])("calling %s with %j returns an explanation of the mistake", async (name, input, expected) => {
    const { text, isError } = await call(name, input);
    expect(isError).toBe(true);
    expect(text).toContain(expected);
  });

  test("searches and reads by tools are counted separately from those of readers", async () => {
    const { query } = lectern.app.database;
    const actions = query.selectFrom("analyticsActions").select(["action", "count"]).orderBy("action");
    await until(async () => {
      const searches = await actions.where("target", "=", "zzzzqqqq").execute();
      const reads = await actions.where("page", "=", "/install").where("target", "=", "").execute();
      return isDeepStrictEqual(
        [...searches, ...reads],
        [
          { action: "tool_empty", count: 1 },
          { action: "tool_search", count: 1 },
          { action: "tool_read", count: 6 },
        ],
      );
    });
  });

  describe("over HTTP", () => {
    test("an MCP message needs no session and counts against the limits of the public API", async () => {
      const reply = await post("kettle", listTools, { origin: "https://elsewhere.test" });
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.text).result.tools).toHaveLength(5);
      expect(reply.headers["mcp-session-id"]).toBeUndefined();
      expect(reply.headers["access-control-allow-origin"]).toBe("*");
      expect(reply.headers["ratelimit-policy"]).toMatch(/"assistant-address".*"assistant"/);
    });

    test("requests that aren't MCP messages are refused", async () => {
      for (const json of [
        null,
        [],
        [listTools, listTools],
        "x",
        { jsonrpc: "2.0" },
        { jsonrpc: "1.0", id: 1, method: "tools/list" },
      ]) {
        expect((await post("kettle", json)).status).toBe(400);
      }
      const unknown = await post("kettle", { jsonrpc: "2.0", id: 1, method: "resources/list" });
      expect(JSON.parse(unknown.text).error.code).toBe(-32_601);
    });

    test("a message that isn't valid gets a short error without any text of the protocol's code", async () => {
      const start = (clientInfo: object) => ({
        ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "a", version: "1", ...clientInfo },
        },
      });
      const wrong = await post("kettle", start({ icons: Array(400).fill(0) }));
      expect(JSON.parse(wrong.text)).toEqual({
        ...{ jsonrpc: "2.0", id: 1 },
        error: { code: expect.any(Number), message: "The message isn't valid." },
      });
      const nested = `${"[".repeat(50)}${"]".repeat(50)}`;
      for (const icons of [Array(1_000).fill(0), JSON.parse(nested)]) {
        expectError(400, await post("kettle", start({ icons })));
      }
      expectError(413, await post("kettle", start({ icons: ["a".repeat(65_536)] })));
    });

    test("the MCP server has no event stream, and a browser gets a page", async () => {
      const host = hostOf("kettle");
      const listening = await send(lectern.url, { path: "/mcp", headers: { host, accept: "text/event-stream" } });
      expectError(405, listening);
      expect(listening.headers.allow).toBe("POST");
      const page = await send(lectern.url, { path: "/mcp", headers: { host, accept: "text/html" } });
      expect(page.headers["content-type"]).toContain("text/html");
    });

    test("the API's own address has no tools without a key", async () => {
      expectError(401, await send(lectern.url, { method: "POST", path: "/mcp", json: listTools }));
    });

    test.each(["/.well-known/mcp.json", "/.well-known/mcp/server-card.json"])(
      "%s contains the address of the MCP server",
      async (path) => {
        const card = JSON.parse((await lectern.read("kettle", path)).text);
        expect(card.remotes).toEqual([{ type: "streamable-http", url: `http://${hostOf("kettle")}/mcp` }]);
      },
    );

    test("a site with tools turned off neither serves nor mentions them", async () => {
      const config = JSON.parse(String(pages["docs.json"]));
      const silent = JSON.stringify({ ...config, lectern: { mcp: false } });
      await lectern.publish("silent", { ...pages, "docs.json": silent });
      expectError(404, await post("silent", listTools));
      expect((await lectern.read("silent", "/.well-known/mcp.json")).status).toBe(404);
    });
  });
});

function siteAddress({ port }: Publisher, subdomain: string): URL {
  return new URL(`http://${subdomain}.localhost:${port}/mcp`);
}

/**
 * Only browsers resolve names under localhost, so the request goes to this machine with the name in its Host header.
 */
function fetchSite(lectern: Publisher) {
  return async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { host, pathname } = new URL(address);
    const reply = await send(lectern.url, {
      method: init.method ?? "GET",
      path: pathname,
      headers: { ...Object.fromEntries(new Headers(init.headers)), host },
      ...(typeof init.body === "string" ? { body: init.body } : {}),
    });
    const headers = Object.entries(reply.headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    return new Response(reply.text === "" ? null : reply.text, {
      status: reply.status,
      headers: headers as [string, string][],
    });
  };
}
