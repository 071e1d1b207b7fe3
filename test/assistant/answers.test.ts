import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteThreads } from "../../src/assistant/store.ts";
import { operations } from "../../src/contract/operations.ts";
import { parseRateLimitField } from "../contract/rate-limit-header.ts";
import { type Received, send } from "../contract/send.ts";
import { onDatabaseOfRun } from "../support/database.ts";
import { type Publisher, startPublisher } from "../updates/publisher.ts";
import { type AskedProject, ask, publishPages, saying } from "./asked-project.ts";

onDatabaseOfRun((dialect) => {
  let lectern: Publisher;
  let asked: AskedProject;
  const question = (text: string, body: Record<string, unknown> = {}) =>
    ask(lectern, "kettle", asked.key, { ...saying(text), ...body });
  const turns = () => lectern.app.database.query.selectFrom("turns").selectAll().orderBy("id").execute();
  const messagesOf = (name: string) =>
    lectern.app.database.query
      .selectFrom("messages")
      .innerJoin("threads", "threads.id", "messages.threadId")
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
    test("a question is answered with text and code from the pages, and a citation that links to the heading", async () => {
      const { status, text, parts } = await question("How do I install it on Linux?");
      expect(status).toBe(200);
      expect(text).toContain("Install the package with apt, then start the service.");
      expect(text).toContain("```sh\napt install kettle\n```");
      expect(text).toContain(`[\\[1\\]](${asked.siteUrl}/install#linux)`);
      const sources = parts.filter(({ type }) => type === "source-url").map(({ url }) => url);
      expect(sources).toEqual([`${asked.siteUrl}/install#linux`]);
    });

    test("a question with an error code finds the section about that code", async () => {
      expect((await question("What does KT-4041 mean?")).text).toContain("the tank is empty");
    });

    test.each([
      "What is the capital of France?",
      "Write a poem about the sea",
      "Who won the world cup in 1998?",
      "What is the capital of Peru?",
    ])("the assistant refuses to answer %s instead of quoting a similar passage", async (text) => {
      const { text: said, parts } = await question(text);
      expect(said).toMatch(/^The documentation of kettle doesn’t seem to answer this\./);
      expect(parts.filter(({ type }) => type === "source-url")).toEqual([]);
    });

    test("a greeting gets a greeting", async () => {
      expect((await question("Hello!")).text).toMatch(/^Hello!/);
    });

    test("a short follow-up is understood in the context of the previous question", async () => {
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
    test("a question and its answer are stored, and a repeated message is stored once", async () => {
      const { threadId } = await question("How do I create a timer?", { threadId: `t-${dialect}` });
      expect(threadId).toBe(`t-${dialect}`);
      const again = await question("How do I create a timer?", { threadId });
      expect(again.text).toContain("createTimer");
      const stored = await messagesOf(threadId);
      expect(stored.map(({ role }) => role)).toEqual(["user", "assistant"]);
      expect(stored[1]?.text).toBe(again.text);
    });

    test.each(["two\nlines", "caf\u00e9 \u{1F375}", "half \ud83c"])("a thread can be named %j", async (threadId) => {
      const { status, parts } = await question("How do I create a timer?", { threadId });
      const finish = parts.find(({ type }) => type === "finish") as { messageMetadata?: object } | undefined;
      expect({ status, metadata: finish?.messageMetadata }).toMatchObject({ status: 200, metadata: { threadId } });
    });

    test("the same thread ID with another fingerprint is a different thread", async () => {
      const mine = await question("How do I create a timer?", { threadId: "shared", fp: "alice" });
      await question("And on Windows?", { ...saying("And on Windows?", "other"), threadId: "shared", fp: "bob" });
      const threads = await lectern.app.database.query
        .selectFrom("threads")
        .selectAll()
        .where("name", "=", mine.threadId)
        .execute();
      expect(new Set(threads.map(({ fp }) => fp)).size).toBe(2);
    });

    test("an answer can be rated repeatedly, but only with the ID of its thread", async () => {
      const { parts, threadId } = await question("How do I create a timer?");
      const messageId = String(parts.find(({ type }) => type === "start")?.messageId);
      const rate = (body: object) =>
        fetch(`${lectern.url}/discovery/v1/feedback/kettle`, {
          method: "POST",
          headers: { authorization: `Bearer ${asked.key}`, "content-type": "application/json" },
          body: JSON.stringify({ threadId, messageId, ...body }),
        });
      expect((await rate({ helpful: true })).status).toBe(204);
      expect((await rate({ helpful: false, reason: "missing", comment: "Too short." })).status).toBe(204);
      const mismatched = await rate({ helpful: true, reason: "wrong" });
      expect([mismatched.status, await mismatched.text()]).toEqual([400, expect.stringContaining("doesn't match")]);
      expect((await rate({ helpful: false, reason: "because" })).status).toBe(400);
      expect((await rate({ helpful: true, threadId: "another" })).status).toBe(404);
      const turn = (await turns()).find(({ id }) => id === messageId);
      expect([turn?.helpful, turn?.reason, turn?.comment]).toEqual([0, "missing", "Too short."]);
    });

    test("old conversations are deleted with all their messages", async () => {
      const { threadId } = await question("How do I create a timer?", { fp: "old" });
      await expect.poll(() => messagesOf(threadId)).toHaveLength(2);
      const { query } = lectern.app.database;
      await query.updateTable("threads").set({ updatedAt: 1_000 }).where("name", "=", threadId).execute();
      expect(await deleteThreads(query, 2_000)).toBe(1);
      expect((await turns()).filter((turn) => turn.question === "" || turn.threadId === threadId)).toEqual([]);
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

    test("a search returns pages with the matching passage and highlights", async () => {
      const { status, body } = await post("/discovery/v1/search/kettle", { query: "createTim", pageSize: 2 });
      expect(status).toBe(200);
      expect(body[0]).toMatchObject({
        path: "/timers",
        metadata: { title: "Timers", anchor: "create-a-timer", heading: "Create a timer" },
      });
      const [[start, end]] = body[0].metadata.highlights;
      expect(body[0].content.slice(start, end)).toMatch(/timer/i);
    });

    test("results below the threshold are left out", async () => {
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
      "the path %s is not found as a page",
      async (path) => {
        expect((await post("/discovery/v1/page/kettle", { path })).status).toBe(404);
      },
    );
  });

  test("a repeated question gets the same answer under new IDs, is counted, and is stored before the reply", async () => {
    const json = { fp: "both", ...saying("How do I install it on Linux?") };
    const request = { method: "POST", path: "/discovery/v2/assistant/kettle/message", key: asked.key, json };
    const first = await send(lectern.url, request);
    const second = await send(lectern.url, { ...request, headers: { "transfer-encoding": "chunked" } });
    const anyId = /(msg|thr)_\w+/g;
    expect(second.text.replaceAll(anyId, "ID")).toBe(first.text.replaceAll(anyId, "ID"));
    const remainingOf = ({ headers }: Received) => parseRateLimitField(headers.ratelimit)[0]?.parameters.r ?? 0;
    expect(remainingOf(second)).toBe(remainingOf(first) - 1);
    expect(second.headers["x-thread-id"]).not.toBe(first.headers["x-thread-id"]);
    for (const { text, headers } of [first, second]) {
      expect(text).toContain(String(headers["x-thread-id"]));
      expect(await messagesOf(String(headers["x-thread-id"]))).toHaveLength(2);
    }
  });

  test("version 1 announces its deprecation and its successor", async () => {
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
    ).toBe("f289aef0he82d");
    expect(lines.at(-1)).toContain(response.headers.get("x-thread-id"));
  });

  test.each([
    ["no fp", { fp: undefined }, "fp"],
    ["an empty fp", { fp: "" }, "fp"],
    ["no messages", { messages: [] }, "messages"],
    ["a path that is too long", { currentPath: `/${"x".repeat(200)}` }, "currentPath"],
    ["a page size below one", { retrievalPageSize: 0.5 }, "retrievalPageSize"],
    ["a filter that is a list", { filter: [] }, "filter"],
    ["a context without a value", { context: [{ type: "code" }] }, "value"],
    ["too much context", { context: Array.from({ length: 21 }, () => ({ value: "x" })) }, "context"],
  ])("a question with %s is refused with an explanation", async (_what, changes, word) => {
    const response = await fetch(`${lectern.url}/discovery/v2/assistant/kettle/message`, {
      method: "POST",
      headers: { authorization: `Bearer ${asked.key}`, "content-type": "application/json" },
      body: JSON.stringify({ fp: "anonymous", ...saying("How?"), ...changes }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(word);
  });

  test("a field that may be null may be null, and an empty thread ID begins a thread", async () => {
    const { sendMessageV1, sendMessageV2, searchPages } = operations;
    for (const { path, body } of [sendMessageV1, sendMessageV2, searchPages]) {
      const nullable = Object.entries(body.properties as Record<string, { type?: unknown }>).filter(([, { type }]) =>
        [type].flat().includes("null"),
      );
      expect(nullable).not.toEqual([]);
      for (const [field, value] of [...nullable.map(([name]) => [name, null] as const), ["threadId", ""] as const]) {
        const response = await fetch(`${lectern.url}${path.replace("{domain}", "kettle")}`, {
          method: "POST",
          headers: { authorization: `Bearer ${asked.key}`, "content-type": "application/json" },
          body: JSON.stringify({ fp: "anonymous", query: "install", ...saying("How?"), [field]: value }),
        });
        expect([path, field, response.status]).toEqual([path, field, 200]);
        await response.text();
      }
    }
  });

  test("optional fields of a question are accepted", async () => {
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
