import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pages, publishPages, saying } from "../assistant/asked-project.ts";
import { expectError } from "../contract/expect-reply.ts";
import { parseJson, send } from "../contract/send.ts";
import { until } from "../faults/queue-test-support.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { openReader, type SiteReader } from "./site-reader.ts";

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  let reader: SiteReader;
  const ask = (text: string) => ({ fp: "anonymous", ...saying(text) });
  beforeAll(async () => {
    lectern = await startPublisher(dialect);
    const config = JSON.parse(String(pages["docs.json"]));
    const withRatings = JSON.stringify({ ...config, feedback: { thumbsRating: true } });
    await publishPages(lectern, "kettle", { ...pages, "docs.json": withRatings });
    reader = await openReader(lectern, "kettle");
  });
  afterAll(() => lectern.close());

  test("a reader searches without a key", async () => {
    const reply = await reader.call("search", { query: "install linux", pageSize: 3 });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)[0]).toMatchObject({ path: "/install", metadata: { anchor: "linux" } });
    expect(reply.headers["ratelimit-policy"]).toMatch(/"assistant-address".*"assistant";.*"visitor-searches"/);
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("an answer links to the site's current address and can be rated", async () => {
    const reply = await reader.call("message", ask("How do I install it on Linux?"));
    expect(reply.status).toBe(200);
    expect(reply.headers["x-vercel-ai-ui-message-stream"]).toBe("v1");
    expect(reply.text).toContain(`http://kettle.localhost:${lectern.port}/install#linux`);
    const [, messageId] = /"messageId":"(msg_\w+)"/.exec(reply.text) ?? [];
    const feedback = { threadId: reply.headers["x-thread-id"], messageId, helpful: false, comment: "Too short." };
    expect((await reader.call("feedback", feedback)).status).toBe(204);
    const turn = lectern.app.database.query
      .selectFrom("turns")
      .selectAll()
      .where("id", "=", messageId ?? "");
    expect(await turn.executeTakeFirst()).toMatchObject({ helpful: 0, comment: "Too short." });
  });

  test("a preview has its own search and token", async () => {
    await lectern.publish("pot", {
      "docs.json": JSON.stringify({
        theme: "mint",
        name: "Pot",
        colors: { primary: "#3b5bdb" },
        navigation: { pages: ["index"] },
        lectern: { assistant: false, feedback: false },
      }),
      "index.mdx": "---\ntitle: Pot\n---\n\nA pot holds water.\n",
    });
    const { database } = lectern.app;
    const kettle = await database.query
      .selectFrom("sites")
      .selectAll()
      .where("subdomain", "=", "pot")
      .executeTakeFirstOrThrow();
    await database.query
      .insertInto("sites")
      .values({ ...kettle, subdomain: "draft--pot" })
      .execute();
    const preview = await openReader(lectern, "draft--pot");
    expect(JSON.parse((await preview.call("search", { query: "water" })).text)).toHaveLength(1);
    expectError(401, await preview.call("search", { query: "water" }, { token: reader.token }));
    const own = await openReader(lectern, "pot");
    expectError(401, await preview.call("search", { query: "water" }, { token: own.token }));
  });

  test("features that a site turns off are not available", async () => {
    const pot = await openReader(lectern, "pot");
    expect((await pot.call("search", { query: "water" })).status).toBe(200);
    const refused = await pot.call("message", ask("What is a pot?"));
    expectError(404, refused);
    expect(parseJson(refused).error).toBe("This site doesn't have an assistant.");
    expectError(404, await pot.call("feedback", { threadId: "t", messageId: "m", helpful: true }));
    expectError(404, await pot.call("event", { type: "rating", page: "/", helpful: true }));
  });

  describe("refused requests", () => {
    const search = { query: "install" };

    test.each([
      ["no token", undefined],
      ["a token that was made up", "a.b"],
      ["something that isn't a token", "x".repeat(5_000)],
    ])("a search with %s is refused", async (_what, token) => {
      expectError(401, await reader.call("search", search, { token }));
    });

    test("a search with a modified token is refused", async () => {
      const at = reader.token.length - 10;
      const changed = reader.token.slice(0, at) + (reader.token[at] === "A" ? "B" : "A") + reader.token.slice(at + 1);
      expectError(401, await reader.call("search", search, { token: changed }));
    });

    test.each([
      ["another website", { origin: "https://evil.test" }],
      ["another website whose name starts like this one's", { origin: "https://kettle.localhost.evil.test" }],
      ["an opaque origin", { origin: "null" }],
      ["a page that the browser calls cross-site", { "sec-fetch-site": "cross-site" }],
    ])("a search from %s is refused", async (_what, headers) => {
      expectError(403, await reader.call("token", undefined, { headers }));
      expectError(403, await reader.call("search", search, { headers }));
    });

    test("the site's operations are refused on the API's own address", async () => {
      const origin = { origin: lectern.url };
      expectError(404, await send(lectern.url, { method: "POST", path: "/_lectern/api/token", headers: origin }));
    });

    test("a request with another method or an unknown path is refused", async () => {
      const reply = await reader.call("search", undefined, { method: "GET" });
      expectError(405, reply);
      expect(reply.headers.allow).toBe("POST");
      expectError(404, await reader.call("nothing", {}));
      expectError(400, await reader.call("search", { query: " " }));
    });
  });

  test("the limit of one visitor doesn't affect another", async () => {
    const eager = await openReader(lectern, "kettle", "Eager");
    const { query } = lectern.app.database;
    await eager.call("message", ask("Hello"));
    await query.updateTable("rateLimits").set({ count: 60 }).where("name", "=", "visitor-questions").execute();
    const refused = await eager.call("message", ask("Hello"));
    expectError(429, refused);
    expect(parseJson(refused).error).toContain("60 requests in an hour");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    await query.deleteFrom("rateLimits").where("name", "=", "visitor-questions").execute();
    expect((await reader.call("message", ask("Hello"))).status).toBe(200);
  });

  test("a visitor keeps an ID for a day and has a different one on another site", async () => {
    const visitorIn = ({ token }: SiteReader) =>
      JSON.parse(Buffer.from(token.split(".", 1).join(), "base64url").toString())[2];
    const here = visitorIn(await openReader(lectern, "kettle"));
    expect(visitorIn(await openReader(lectern, "kettle"))).toBe(here);
    expect(visitorIn(await openReader(lectern, "kettle", "Other"))).not.toBe(here);
    expect(visitorIn(await openReader(lectern, "pot"))).not.toBe(here);
  });

  describe("analytics", () => {
    test("readers' actions are counted by day, query and page, without identifying anybody", async () => {
      const events = [
        { type: "search", query: "  Install   LINUX ", results: 2, page: "/" },
        { type: "search", query: "install linux", results: 2, page: "/" },
        { type: "search", query: "teapot", results: 0, page: "/nowhere" },
        { type: "click", query: "install linux", path: "/install#linux" },
        { type: "rating", page: "/timers", helpful: false, reason: "missing", comment: "Why?" },
        { type: "rating", page: "/timers", helpful: true },
        { type: "rating", page: "/errors", helpful: true },
        { type: "rating", page: "/errors", helpful: false, reason: "outdated", comment: " KT-4042 is missing. " },
      ];
      for (const event of events) {
        expect((await reader.call("event", event)).status).toBe(204);
      }
      const { query } = lectern.app.database;
      const clicks = query.selectFrom("analyticsActions").where("action", "=", "search_click");
      await until(async () => (await clicks.select("count").execute()).length > 0);
      const counted = await query
        .selectFrom("analyticsActions")
        .select(["action", "page", "target", "count"])
        .execute();
      expect(counted).toEqual(
        expect.arrayContaining([
          { action: "search", page: "/", target: "install linux", count: 2 },
          { action: "search", page: "", target: "teapot", count: 1 },
          { action: "search_empty", page: "", target: "teapot", count: 1 },
          { action: "search_click", page: "/install", target: "install linux", count: 1 },
        ]),
      );
      expect(await query.selectFrom("pageRatings").selectAll().orderBy("page").execute()).toEqual([
        expect.objectContaining({ page: "/errors", helpful: 0, reason: "outdated", comment: "KT-4042 is missing." }),
        expect.objectContaining({ page: "/timers", helpful: 1, reason: null, comment: null }),
      ]);
    });

    test.each([
      [400, { type: "search", query: "x" }],
      [400, { type: "other" }],
      [400, { type: "rating", page: "/timers", helpful: true, reason: "outdated" }],
      [400, { type: "rating", page: "/timers", helpful: true, reason: "boring" }],
      [400, { type: "rating", page: "/timers", helpful: true, comment: "x".repeat(2_001) }],
      [404, { type: "click", query: "x", path: "/nowhere" }],
      [404, { type: "rating", page: "/../etc", helpful: true }],
    ])("an analytics event is refused with %i: %j", async (status, event) => {
      expectError(status, await reader.call("event", event));
    });
  });
});
