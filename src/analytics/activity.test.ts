import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { insertTurn, openThread, recordFeedback } from "../assistant/store.ts";
import type { CountedAction } from "../contract/analytics-operations.ts";
import { recordRating } from "../insight/record-rating.ts";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";
import { findTopPages, listPages, listSearches } from "./activity-store.ts";
import { countEvents } from "./count-events.ts";
import { foldDay } from "./fold-store.ts";
import { readOverview } from "./read-overview.ts";
import { listActions } from "./read-store.ts";
import { deleteDays } from "./store.ts";

const first = Date.UTC(2026, 2, 2, 23, 59, 59, 999);
const range = { from: "2026-03-02", to: "2026-03-04" };
const rows = { ...range, limit: 10, offset: 0, withoutResult: false };

onBothDatabases((dialect) => {
  const open = async () => {
    const database = await openTestDatabase(dialect);
    let now = first;
    const clock = { now: () => now };
    const { id: projectId } = await createTestProject(database, clock);
    const counting = {
      database,
      isCounted: async () => true,
      visitorIdOf: async () => "v",
      branchOf: async () => ({ language: "", version: "" }),
    };
    const act = (...actions: [action: CountedAction, target: string, page?: string][]) =>
      countEvents(
        counting,
        {
          id: newId("evt", clock),
          events: actions.map(([action, target, page = "/"]) => ({
            ...{ type: "action", at: now, projectId, action, page, target },
          })),
        },
        new Map(),
      );
    return { database, projectId, clock, act, advance: (milliseconds: number) => (now += milliseconds) };
  };

  test("days are separated exact to the millisecond, and a day without activity has zeros", async () => {
    const { database, projectId, clock, act, advance } = await open();
    const ask = async (outcome: "answered" | "suggested" | "not_in_docs", page?: string) => {
      const thread = { id: newId("thr", clock), projectId, fp: "someone", name: "t" };
      const { id: threadId } = await openThread(database.query, thread, clock.now());
      const id = newId("msg", clock);
      await insertTurn(database.query, {
        ...{ id, threadId, projectId, question: "How?", outcome, sources: [], page, language: undefined },
        ...{ model: "builtin/extract", durationMilliseconds: 5, usage: { inputTokens: 0, outputTokens: 0 } },
        createdAt: clock.now(),
      });
      return id;
    };
    await act(["search", "install"], ["search", "teapot"], ["search_empty", "teapot"]);
    const messageId = await ask("answered", "/install");
    await recordFeedback(database.query, { projectId, threadName: "t", messageId, helpful: false });
    advance(1);
    await ask("not_in_docs");
    await ask("suggested");
    await act(["search_click", "install", "/install"], ["tool_read", "", "/install"]);
    await act(["tool_search", "x", ""], ["tool_empty", "x", ""], ["tool_question", "how?", "/more"]);
    await act(["outbound", "example.com", "/install"]);
    const rating = { page: "/install", visitorId: "v", helpful: true, comment: undefined, reason: "clear" };
    await recordRating({ database, clock }, projectId, rating);
    const { days, totals } = await readOverview(database.query, projectId, range);
    expect(days.map(({ day }) => day)).toEqual(["2026-03-02", "2026-03-03", "2026-03-04"]);
    expect(days[0]).toMatchObject({ searches: 2, searchesWithoutResult: 1, questions: 1, answered: 1, notHelpful: 1 });
    expect(days[1]).toMatchObject({
      searches: 0,
      clicks: 1,
      notInDocs: 1,
      suggested: 1,
      toolSearches: 2,
      toolReads: 1,
    });
    expect(days[1]).toMatchObject({ pagesHelpful: 1, pagesNotHelpful: 0, searchesWithoutResult: 0 });
    expect(Object.values(days[2] ?? {}).filter((value) => typeof value === "number" && value > 0)).toEqual([]);
    expect(totals).toMatchObject({ searches: 2, clicks: 1, questions: 3, answered: 1, suggested: 1, notInDocs: 1 });
    expect(await listPages(database.query, projectId, { ...range, limit: 10 })).toEqual([
      { page: "/install", searches: 0, clicks: 1, questions: 1, helpful: 1, notHelpful: 0, toolReads: 1 },
      { page: "/", searches: 2, clicks: 0, questions: 0, helpful: 0, notHelpful: 0, toolReads: 0 },
      { page: "/more", searches: 1, clicks: 0, questions: 0, helpful: 0, notHelpful: 0, toolReads: 0 },
    ]);
    // What only overviews count isn't an action of the public API.
    const listed = await listActions(database.query, { projectId, days: ["2026-03-03"] }, {}, { limit: 9, offset: 0 });
    expect(listed.map(({ action }) => action)).toEqual(["outbound", "search_click", "tool_question", "tool_search"]);
    const other = await createTestProject(database, clock, "other-docs");
    expect((await readOverview(database.query, other.id, range)).totals.searches).toBe(0);
    await deleteDays(database.query, projectId, "2026-03-03");
    expect((await readOverview(database.query, projectId, range)).totals).toMatchObject({ searches: 0, clicks: 1 });
  });

  test("searches are sorted by frequency, and searches without results by how often they found nothing", async () => {
    const { database, projectId, act, advance } = await open();
    await act(["search", "install"], ["search", "install", "/more"], ["search", "install"]);
    await act(["search", "teapot"], ["search_empty", "teapot"], ["search", ""]);
    advance(dayMilliseconds);
    await act(["search", "teapot"], ["search_empty", "teapot"], ["search", "install"], ["search_empty", "install"]);
    await act(["tool_search", "tools"]);
    expect(await listSearches(database.query, projectId, rows)).toEqual([
      { query: "install", searches: 4, withoutResult: 1, clicks: 0 },
      { query: "teapot", searches: 2, withoutResult: 2, clicks: 0 },
    ]);
    const missing = await listSearches(database.query, projectId, { ...rows, withoutResult: true });
    expect(missing.map(({ query }) => query)).toEqual(["teapot", "install"]);
    const today = { ...rows, to: range.from, withoutResult: true };
    expect(await listSearches(database.query, projectId, today)).toHaveLength(1);
    const next = await listSearches(database.query, projectId, { ...rows, limit: 1, offset: 1 });
    expect(next.map(({ query }) => query)).toEqual(["teapot"]);
  });

  test("a search shows the page that readers opened most", async () => {
    const { database, projectId, act, advance } = await open();
    const click = (page: string, target = "install") => ["search_click", target, page] as const;
    await act([...click("/a")], [...click("/a")], [...click("/c", "other")]);
    advance(dayMilliseconds);
    await act([...click("/b")], [...click("/b")], [...click("/b")], [...click("")], [...click("")], [...click("")]);
    await act([...click("")]);
    expect(await findTopPages(database.query, projectId, { ...range, queries: ["install", "lost"] })).toEqual(
      new Map([["install", "/b"]]),
    );
  });

  test("a day with too many actions keeps the frequent ones of each kind, and its totals", async () => {
    const { database, projectId, act, clock } = await open();
    // This search is rare on each page, but the most frequent one.
    for (let page = 0; page < 15; page++) await act(["search", "install", `/p${page}`]);
    for (let query = 0; query < 30; query++) {
      await act(["search", `q${query}`], ...(query < 5 ? [["search", `q${query}`] as [CountedAction, string]] : []));
    }
    await act(["search_empty", "teapot"], ["code_copy", ""]);
    const fold = () => database.transaction((tx) => foldDay(tx, projectId, dayOf(clock.now()), { max: 20, kept: 10 }));
    await Promise.all([fold(), fold(), fold()]);
    await fold();
    const found = await listSearches(database.query, projectId, { ...rows, limit: 100 });
    expect(found[0]?.query).toBe("install");
    expect(found[0]?.searches).toBeGreaterThan(12);
    expect(found.slice(1, 6).map(({ query, searches }) => [query, searches])).toEqual(
      [0, 1, 2, 3, 4].map((query) => [`q${query}`, 2]),
    );
    expect(found.length).toBeLessThan(20);
    expect(found.find(({ query }) => query === "teapot")?.withoutResult).toBe(1);
    expect((await readOverview(database.query, projectId, range)).totals).toMatchObject({
      searches: 50,
      searchesWithoutResult: 1,
    });
  });
});
