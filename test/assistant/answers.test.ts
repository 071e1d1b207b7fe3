import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteThreads } from "../../src/assistant/store.ts";
import { parseRateLimitField } from "../contract/rate-limit-header.ts";
import { type Received, send } from "../contract/send.ts";
import { onBothDatabases } from "../support/database.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { type AskedProject, ask, publishPages, saying } from "./asked-project.ts";

onBothDatabases((dialect) => {
  let lectern: Publisher;
  let asked: AskedProject;
  const question = (text: string, body: Record<string, unknown> = {}) =>
    ask(lectern, "kettle", asked.key, { ...saying(text), ...body });
  const turns = () => lectern.app.database.query.selectFrom("turns").selectAll().orderBy("id").execute();
  const messagesOf = (name: string) =>
    lectern.app.database.query
      .selectFrom("messages")
      .innerJoin("threads", "threads.id", "messages.thread_id")
      .select(["role", "text"])
      .where("name", "=", name)
      .orderBy("sequence")
      .execute();

  beforeAll(async () => {
    lectern = await startPublisher(dialect);
    asked = await publishPages(lectern, "kettle");
  });
  afterAll(() => lectern.close());

  describe("without a language model", () => {
    test("a question is answered in the words of the pages, with the code and a citation that leads to the heading", async () => {
      const { status, text, parts } = await question("How do I install it on Linux?");
      expect(status).toBe(200);
      expect(text).toContain("Install the package with apt, then start the service.");
      expect(text).toContain("```sh\napt install kettle\n```");
      expect(text).toContain(`[\\[1\\]](${asked.siteUrl}/install#linux)`);
      expect(parts.map(({ type }) => type)).toContain("source-url");
      const places = parts.map(({ type }) => type);
      expect(places.indexOf("source-url")).toBeLessThan(places.indexOf("text-start"));
    });

    test("an error code finds its own section", async () => {
      expect((await question("What does KT-4041 mean?")).text).toContain("the tank is empty");
    });

    test.each([
      "What is the capital of France?",
      "Write a poem about the sea",
      "Who won the world cup in 1998?",
      "What is the capital of Peru?",
    ])("%s is refused, not answered with something near", async (text) => {
      const { text: said, parts } = await question(text);
      expect(said).toMatch(/^The documentation of kettle does not seem to answer this\./);
      expect(parts.filter(({ type }) => type === "source-url")).toEqual([]);
    });

    test("a greeting gets a greeting", async () => {
      expect((await question("Hello!")).text).toMatch(/^Hello!/);
    });

    test("a short follow-up is understood together with the question before it", async () => {
      const first = await question("How do I install it on Linux?", saying("How do I install it on Linux?", "a"));
      const second = await question("And on Windows?", {
        ...saying("And on Windows?", "b"),
        threadId: first.threadId,
      });
      expect(second.threadId).toBe(first.threadId);
      expect(second.text).toContain("kettle-setup.exe");
    });
  });

  describe("threads", () => {
    test("a question and its answer are stored, and the same message again is stored once", async () => {
      const { threadId } = await question("How do I create a timer?", { threadId: `t-${dialect}` });
      expect(threadId).toBe(`t-${dialect}`);
      const again = await question("How do I create a timer?", { threadId });
      expect(again.text).toContain("createTimer");
      const stored = await messagesOf(threadId);
      expect(stored.map(({ role }) => role)).toEqual(["user", "assistant"]);
      expect(stored[1]?.text).toBe(again.text);
    });

    test("the same name under another fingerprint is another thread", async () => {
      const mine = await question("How do I create a timer?", { threadId: "shared", fp: "alice" });
      await question("And on Windows?", { ...saying("And on Windows?", "other"), threadId: "shared", fp: "bob" });
      const threads = await lectern.app.database.query
        .selectFrom("threads")
        .selectAll()
        .where("name", "=", mine.threadId)
        .execute();
      expect(threads.map(({ fp }) => fp).sort()).toEqual(["alice", "bob"]);
    });

    test("an answer can be rated, once more, and only by who names its thread", async () => {
      const { parts, threadId } = await question("How do I create a timer?");
      const messageId = String(parts.find(({ type }) => type === "start")?.messageId);
      const rate = (body: object) =>
        fetch(`${lectern.url}/discovery/v1/feedback/kettle`, {
          method: "POST",
          headers: { authorization: `Bearer ${asked.key}`, "content-type": "application/json" },
          body: JSON.stringify({ threadId, messageId, ...body }),
        });
      expect((await rate({ helpful: true })).status).toBe(204);
      expect((await rate({ helpful: false, comment: "Too short." })).status).toBe(204);
      expect((await rate({ helpful: true, threadId: "another" })).status).toBe(404);
      const turn = (await turns()).find(({ id }) => id === messageId);
      expect([turn?.helpful, turn?.comment, turn?.outcome]).toEqual([0, "Too short.", "answered"]);
    });

    test("conversations that nobody has used for long are deleted with all that was said", async () => {
      const { threadId } = await question("How do I create a timer?", { fp: "old" });
      await expect.poll(() => messagesOf(threadId)).toHaveLength(2);
      const { query } = lectern.app.database;
      await query.updateTable("threads").set({ updated_at: 1_000 }).where("name", "=", threadId).execute();
      expect(await deleteThreads(query, 2_000)).toBe(1);
      expect((await turns()).filter(({ question: text, thread_id }) => text === "" || thread_id === threadId)).toEqual(
        [],
      );
      expect(await query.selectFrom("threads").selectAll().where("name", "=", threadId).execute()).toEqual([]);
    });
  });

  describe("search and pages", () => {
    const post = async (path: string, body: object) => {
      const response = await fetch(`${lectern.url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${asked.key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };

    test("a search finds pages with the part that matches, and marks the words", async () => {
      const { status, body } = await post("/discovery/v1/search/kettle", { query: "createTim", pageSize: 2 });
      expect(status).toBe(200);
      expect(body[0]).toMatchObject({
        path: "/timers",
        metadata: { title: "Timers", anchor: "create-a-timer", heading: "Create a timer" },
      });
      const [[start, end]] = body[0].metadata.highlights;
      expect(body[0].content.slice(start, end)).toMatch(/timer/i);
    });

    test("what is below the threshold is left out", async () => {
      const query = "install kettle water";
      const all = await post("/discovery/v1/search/kettle", { query });
      const best = await post("/discovery/v1/search/kettle", { query, scoreThreshold: all.body[0].metadata.score });
      expect(all.body.length).toBeGreaterThan(1);
      expect(best.body).toHaveLength(1);
    });

    test.each(["/install", "install", "/install#linux", "/install.md"])(
      "the page at %s is read as Markdown",
      async (path) => {
        const { status, body } = await post("/discovery/v1/page/kettle", { path });
        expect([status, body.path]).toEqual([200, path]);
        expect(body.content).toContain("apt install kettle");
      },
    );

    test.each(["/nothing", "/../secret.key", "/.lectern/search-index", "//evil.test"])(
      "there is no page at %s",
      async (path) => {
        expect((await post("/discovery/v1/page/kettle", { path })).status).toBe(404);
      },
    );
  });

  test("a question that is answered on the short way gets what it gets on the route", async () => {
    const json = { fp: "both", ...saying("How do I install it on Linux?") };
    const path = "/discovery/v2/assistant/kettle/message";
    const request = { method: "POST", path, key: asked.key, json };
    const short = await send(lectern.url, request);
    const long = await send(lectern.url, { ...request, headers: { "transfer-encoding": "chunked" } });
    const anyId = /(msg|thr)_\w+/g;
    expect(short.text.replaceAll(anyId, "ID")).toBe(long.text.replaceAll(anyId, "ID"));
    expect(short.text).toContain(String(short.headers["x-thread-id"]));
    const namesOf = ({ headers }: Received) =>
      Object.keys(headers).filter((name) => name !== "content-length" && name !== "transfer-encoding");
    expect(namesOf(short).sort()).toEqual(namesOf(long).sort());
    const told = ["content-type", "ratelimit-policy", "cache-control", "access-control-expose-headers"] as const;
    expect(told.map((name) => short.headers[name])).toEqual(told.map((name) => long.headers[name]));
    const remainingOf = ({ headers }: Received) => parseRateLimitField(headers.ratelimit)[0]?.parameters.r ?? 0;
    expect(remainingOf(long)).toBe(remainingOf(short) - 1);
    for (const { headers } of [short, long]) {
      await expect.poll(() => messagesOf(String(headers["x-thread-id"]))).toHaveLength(2);
    }
  });

  test("version 1 says that it is deprecated, and where its successor is", async () => {
    const response = await fetch(`${lectern.url}/discovery/v1/assistant/kettle/message`, {
      method: "POST",
      headers: { authorization: `Bearer ${asked.key}`, "content-type": "application/json" },
      body: JSON.stringify({ fp: "anonymous", messages: [{ role: "user", content: "How do I install it on Linux?" }] }),
    });
    const lines = (await response.text()).split("\n").filter((line) => line !== "");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("x-vercel-ai-data-stream")).toBe("v1");
    expect(response.headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(response.headers.get("link")).toBe('</discovery/v2/assistant/kettle/message>; rel="successor-version"');
    expect(
      lines
        .map((line) => line[0])
        .filter((code, index, all) => code !== all[index - 1])
        .join(""),
    ).toBe("f289aefh0e82d");
    expect(lines.at(-1)).toContain(response.headers.get("x-thread-id"));
  });

  test.each([
    ["no fp", { fp: undefined }, "fp"],
    ["an empty fp", { fp: "" }, "fp"],
    ["no messages", { messages: [] }, "messages"],
    ["a path that is too long", { currentPath: `/${"x".repeat(200)}` }, "currentPath"],
    ["a page size of nothing", { retrievalPageSize: 0.5 }, "retrievalPageSize"],
    ["a filter that is a list", { filter: [] }, "filter"],
    ["a context without a value", { context: [{ type: "code" }] }, "value"],
    ["too much context", { context: Array.from({ length: 21 }, () => ({ value: "x" })) }, "context"],
  ])("%s is refused with a sentence", async (_what, changes, word) => {
    const response = await fetch(`${lectern.url}/discovery/v2/assistant/kettle/message`, {
      method: "POST",
      headers: { authorization: `Bearer ${asked.key}`, "content-type": "application/json" },
      body: JSON.stringify({ fp: "anonymous", ...saying("How?"), ...changes }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(word);
  });

  test("what a client may send as well is accepted", async () => {
    const { status } = await question("How do I install it on Linux?", {
      threadId: null,
      filter: null,
      context: [{ value: "apt install", type: "code", path: "/install", elementId: "c1", more: 1 }],
      currentPath: `/${"x".repeat(199)}`,
      retrievalPageSize: 1.9,
      id: "chat",
      trigger: "submit-message",
    });
    expect(status).toBe(200);
  });
});
