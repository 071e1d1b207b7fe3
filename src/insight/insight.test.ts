import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { appendMessage, insertTurn, openThread, recordFeedback } from "../assistant/store.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";
import { findTopPages, listSearches } from "./figures-store.ts";
import { listFeedback, listPages, listRatings } from "./pages-store.ts";
import { countCallers, countSubjects, listThreads, listTurns } from "./questions-store.ts";
import { readDays } from "./read-days.ts";
import { readOverview } from "./read-overview.ts";
import { recordEvent } from "./record-event.ts";
import { deleteInsight } from "./store.ts";

const first = Date.UTC(2026, 2, 2, 23, 59, 59, 999);
const range = { from: "2026-03-02", to: "2026-03-04" };

onBothDatabases((dialect) => {
  const open = async () => {
    const database = await openTestDatabase(dialect);
    let now = first;
    const clock = { now: () => now };
    const project = await createTestProject(database, clock);
    const deps = { database, clock };
    const search = (query: string, results: number) =>
      recordEvent(deps, project.id, { type: "search", source: "site", query, results, page: "/" });
    const rate = (rating: { page: string; comment?: string; reason?: string }) => {
      const event = { type: "rating", visitorId: "v", helpful: true, comment: undefined, reason: undefined } as const;
      return recordEvent(deps, project.id, { ...event, ...rating });
    };
    const ask = async (
      outcome: "answered" | "suggested" | "not_in_docs",
      page?: string,
      { sources = ["/install"], caller = "site" }: { sources?: string[]; caller?: "site" | "api" } = {},
    ) => {
      const thread = { id: newId("thr", clock), projectId: project.id, fp: "someone", name: "t" };
      const { id: threadId } = await openThread(database.query, thread, now);
      const id = newId("msg", clock);
      await appendMessage(database.query, threadId, { id: `q${id}`, role: "user", text: "How?", createdAt: now });
      await insertTurn(database.query, {
        id,
        threadId,
        projectId: project.id,
        question: "How?",
        outcome,
        sources,
        caller,
        page,
        language: undefined,
        model: "builtin/extract",
        durationMilliseconds: 5,
        usage: { inputTokens: 0, outputTokens: 0 },
        createdAt: now,
      });
      return id;
    };
    return { database, project, deps, search, rate, ask, advance: (milliseconds: number) => (now += milliseconds) };
  };

  test("one address can't use up the ratings of a day with changing visitors", async () => {
    const { database, project, deps } = await open();
    const rate = (visitorId: string, address: string) => {
      const opinion = { helpful: true, comment: undefined, reason: undefined };
      return recordEvent(deps, project.id, { type: "rating", page: "/install", visitorId, address, ...opinion });
    };
    for (let visitor = 0; visitor < 202; visitor++) await rate(`v${visitor}`, "192.0.2.1");
    await rate("other", "192.0.2.2");
    expect(await database.query.selectFrom("pageRatings").select("id").execute()).toHaveLength(201);
  });

  test("days are separated exact to the millisecond, and a day without activity has zeros", async () => {
    const { database, project, deps, search, rate, ask, advance } = await open();
    await search("install", 3);
    await search("teapot", 0);
    const id = await ask("answered", "/install");
    await recordFeedback(database.query, { projectId: project.id, threadName: "t", messageId: id, helpful: false });
    advance(1);
    await ask("not_in_docs");
    await ask("suggested");
    await recordEvent(deps, project.id, { type: "click", query: "Install", path: "/install" });
    await recordEvent(deps, project.id, { type: "tool-read", page: "/install" });
    await recordEvent(deps, project.id, { type: "search", source: "mcp", query: "x", results: 0, page: undefined });
    await rate({ page: "/install", reason: "clear" });
    const { days, totals } = await readOverview(database.query, project.id, range);
    expect(days.map(({ day }) => day)).toEqual(["2026-03-02", "2026-03-03", "2026-03-04"]);
    expect(days[0]).toMatchObject({ searches: 2, searchesWithoutResult: 1, questions: 1, answered: 1, notHelpful: 1 });
    expect(days[1]).toMatchObject({ searches: 0, clicks: 1, notInDocs: 1, suggested: 1, toolReads: 1 });
    expect(days[1]).toMatchObject({ pagesHelpful: 1, pagesNotHelpful: 0, searchesWithoutResult: 0 });
    expect(Object.values(days[2] ?? {}).filter((value) => typeof value === "number" && value > 0)).toEqual([]);
    expect(totals).toMatchObject({ searches: 2, clicks: 1, questions: 3, answered: 1, suggested: 1, notInDocs: 1 });
    expect(await listPages(database.query, project.id, { ...range, limit: 10 })).toEqual([
      { page: "/install", searches: 0, clicks: 1, questions: 1, helpful: 1, notHelpful: 0, toolReads: 1 },
      { page: "/", searches: 2, clicks: 0, questions: 0, helpful: 0, notHelpful: 0, toolReads: 0 },
    ]);
    expect(await listRatings(database.query, project.id, { ...range, limit: 10 })).toEqual([
      { page: "/install", helpful: true, comment: null, reason: "clear", createdAt: first + 1 },
    ]);
  });

  test("searches are sorted by frequency, and searches without results by how often they found nothing", async () => {
    const { database, project, search, advance } = await open();
    for (const query of ["install", "Install", "install "]) await search(query, 3);
    await search("teapot", 0);
    advance(dayMilliseconds);
    await search("teapot", 0);
    await search("install", 0);
    const request = { ...range, limit: 10 };
    expect(await listSearches(database.query, project.id, { ...request, withoutResult: false })).toEqual([
      { query: "install", searches: 4, withoutResult: 1, clicks: 0 },
      { query: "teapot", searches: 2, withoutResult: 2, clicks: 0 },
    ]);
    const missing = await listSearches(database.query, project.id, { ...request, withoutResult: true });
    expect(missing.map(({ query }) => query)).toEqual(["teapot", "install"]);
    const today = { ...request, to: range.from, withoutResult: true };
    expect(await listSearches(database.query, project.id, today)).toHaveLength(1);
  });

  test("after 2,000 different searches in a day, all further searches are counted together", async () => {
    const { database, project, deps, search } = await open();
    const rows = Array.from({ length: 2_000 }, (_, index) => ({
      projectId: project.id,
      day: "2026-03-02",
      source: "site" as const,
      query: `q${index}`,
      searches: 1,
      withoutResult: 0,
      clicks: 0,
    }));
    await database.query.insertInto("insightSearches").values(rows.slice(0, 1_000)).execute();
    await database.query.insertInto("insightSearches").values(rows.slice(1_000)).execute();
    await search("one more", 0);
    await search("and another", 1);
    await search("q7", 1);
    const { totals } = await readOverview(database.query, project.id, readDays({}, deps.clock.now()));
    expect(totals).toMatchObject({ searches: 2_003, searchesWithoutResult: 1 });
    const listed = await listSearches(database.query, project.id, { ...range, limit: 3, withoutResult: false });
    expect(listed[0]).toMatchObject({ query: "q7", searches: 2 });
    expect(await listSearches(database.query, project.id, { ...range, limit: 3, withoutResult: true })).toEqual([]);
  });

  test("questions are listed newest first, and can be filtered to those that need work", async () => {
    const { database, project, ask, advance } = await open();
    const ids = [];
    for (const outcome of ["answered", "not_in_docs", "not_in_docs"] as const) {
      ids.push(await ask(outcome));
      advance(1);
    }
    const all = { limit: 2, cursor: undefined, outcome: undefined, helpful: undefined };
    const list = (changes: object) => listTurns(database.query, project.id, { ...all, ...changes });
    expect((await list({})).map(({ id }) => id)).toEqual(ids.toReversed());
    expect((await list({ cursor: ids[1] })).map(({ id }) => id)).toEqual([ids[0]]);
    expect((await list({ outcome: "answered" })).map(({ id }) => id)).toEqual([ids[0]]);
    expect(await list({ helpful: false })).toEqual([]);
    expect(await listThreads(database.query, project.id, { limit: 5, cursor: undefined })).toMatchObject([
      { firstQuestion: "How?", messages: 3 },
    ]);
  });

  test("questions are counted by subject and caller, and found by day and by the page that their answers cite", async () => {
    const { database, project, ask, advance } = await open();
    const cited = await ask("answered", "/", { sources: ["/install#linux", "/more"] });
    await ask("not_in_docs", "/start", { sources: [], caller: "api" });
    advance(dayMilliseconds);
    const other = await ask("suggested", "/start", { sources: ["/installer"] });
    await ask("not_in_docs", undefined, { sources: [], caller: "api" });
    await ask("not_in_docs", "/start", { sources: [] });
    const none = { answered: 0, suggested: 0, unanswered: 0, notHelpful: 0 };
    const page = { ...range, limit: 2, offset: 0 };
    expect(await countSubjects(database.query, project.id, page)).toEqual([
      { page: "/start", questions: 2, ...none, unanswered: 2 },
      // One more than the limit; which of the rare ones comes first depends on the database.
      expect.objectContaining({ questions: 1 }),
      expect.objectContaining({ questions: 1 }),
    ]);
    expect(await countSubjects(database.query, project.id, { ...page, limit: 9, to: range.from })).toEqual([
      { page: "/install", questions: 1, ...none, answered: 1 },
      { page: "/start", questions: 1, ...none, unanswered: 1 },
    ]);
    expect(await countCallers(database.query, project.id, range)).toEqual({ site: 3, api: 2, slack: 0 });
    const all = { limit: 9, cursor: undefined, outcome: undefined, helpful: undefined };
    const list = async (changes: object) =>
      (await listTurns(database.query, project.id, { ...all, ...changes })).map(({ id }) => id);
    expect(await list({ source: "/install" })).toEqual([cited]);
    expect(await list({ source: "/more" })).toEqual([cited]);
    expect(await list({ source: "/installer" })).toEqual([other]);
    expect(await list({ source: "/inst" })).toEqual([]);
    expect(await list({ range: { to: "2026-03-02" } })).toHaveLength(2);
    expect(await list({ range: { from: "2026-03-03" } })).toHaveLength(3);
    const threads = (days: object) => listThreads(database.query, project.id, { ...all, range: days });
    expect([await threads({ to: "2026-03-02" }), await threads({ from: "2026-03-03" })]).toMatchObject([[{}], []]);
  });

  test("a search shows the page that readers opened most, and feedback continues after the last one shown", async () => {
    const { database, project, rate, advance } = await open();
    const click = { projectId: project.id, action: "search_click" as const, target: "install" };
    await database.query
      .insertInto("analyticsActions")
      .values([
        { ...click, day: "2026-03-02", page: "/a", count: 2 },
        { ...click, day: "2026-03-03", page: "/b", count: 1 },
        { ...click, day: "2026-03-04", page: "/b", count: 2 },
        { ...click, day: "2026-03-04", page: "/c", target: "other", count: 9 },
      ])
      .execute();
    expect(await findTopPages(database.query, project.id, { ...range, queries: ["install", "lost"] })).toEqual(
      new Map([["install", "/b"]]),
    );
    await rate({ page: "/a" });
    await rate({ page: "/b" });
    advance(1);
    await rate({ page: "/c" });
    const list = (after?: { createdAt: number; id: string }) =>
      listFeedback(database.query, project.id, { ...range, limit: 2, after });
    const pages = await list();
    expect(pages).toHaveLength(3);
    // A rating that arrives in between doesn't move the next page.
    await rate({ page: "/new" });
    expect((await list(pages[1])).map(({ id }) => id)).toEqual([pages[2]?.id]);
  });

  test("another project sees nothing, and old counts are deleted", async () => {
    const { database, deps, project, search, rate } = await open();
    await search("install", 1);
    await rate({ page: "/", comment: "Good." });
    const other = await createTestProject(database, deps.clock, "other-docs");
    expect((await readOverview(database.query, other.id, range)).totals.searches).toBe(0);
    const days = ["2026-02-27", "2026-02-28"].flatMap((day) =>
      [project, other].map(({ id: projectId }) => ({ projectId, day })),
    );
    await database.query
      .insertInto("insightSearches")
      .values(
        days.map((row) => ({ ...row, source: "site" as const, query: "x", searches: 1, withoutResult: 0, clicks: 0 })),
      )
      .execute();
    await deleteInsight(database.query, "2026-03-02");
    expect(await database.query.selectFrom("insightSearches").select("day").distinct().execute()).toHaveLength(1);
    expect((await readOverview(database.query, project.id, range)).totals.searches).toBe(1);
    await deleteInsight(database.query, "2026-03-03");
    const { totals } = await readOverview(database.query, project.id, range);
    expect([totals.searches, totals.pagesHelpful]).toEqual([0, 0]);
    expect(await listPages(database.query, project.id, { ...range, limit: 5 })).toEqual([]);
  });
});

test.each([
  [{ from: "2026-02-30" }, "isn't a valid date"],
  [{ from: "2026-03-05", to: "2026-03-04" }, "is after the last day"],
  [{ from: "2020-01-01", to: "2026-03-04" }, "at most 400 days"],
])("a request for the days %j is refused", (query, expected) => {
  expect(() => readDays(query, first)).toThrow(expected);
});

test("the default range is the last 30 days", () => {
  expect(readDays({}, first)).toEqual({ from: "2026-02-01", to: "2026-03-02" });
});
