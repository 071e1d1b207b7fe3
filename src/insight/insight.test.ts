import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { appendMessage, insertTurn, openThread } from "../assistant/store.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";
import { countCallers, countSubjects, listThreads, listTurns } from "./questions-store.ts";
import { listFeedback, sweepRatings } from "./rating-store.ts";
import { readDays } from "./read-days.ts";
import { type Rating, recordRating } from "./record-rating.ts";

const first = Date.UTC(2026, 2, 2, 23, 59, 59, 999);
const range = { from: "2026-03-02", to: "2026-03-04" };

onBothDatabases((dialect) => {
  const open = async () => {
    const database = await openTestDatabase(dialect);
    let now = first;
    const clock = { now: () => now };
    const project = await createTestProject(database, clock);
    const deps = { database, clock };
    const rate = (rating: Partial<Rating>) =>
      recordRating(deps, project.id, {
        ...{ page: "/install", visitorId: "v", helpful: true, comment: undefined, reason: undefined, ...rating },
      });
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
    return { database, project, deps, rate, ask, advance: (milliseconds: number) => (now += milliseconds) };
  };

  test("one address can't use up the ratings of a day with changing visitors", async () => {
    const { database, rate } = await open();
    for (let visitor = 0; visitor < 202; visitor++) await rate({ visitorId: `v${visitor}`, address: "192.0.2.1" });
    await rate({ visitorId: "other", address: "192.0.2.2" });
    expect(await database.query.selectFrom("pageRatings").select("id").execute()).toHaveLength(201);
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

  test("feedback continues after the last one shown, and old feedback is deleted", async () => {
    const { database, project, rate, advance } = await open();
    await rate({ page: "/a" });
    await rate({ page: "/b", comment: "Good." });
    advance(1);
    await rate({ page: "/c", reason: "clear" });
    const list = (after?: { createdAt: number; id: string }) =>
      listFeedback(database.query, project.id, { ...range, limit: 2, after });
    const pages = await list();
    expect(pages).toHaveLength(3);
    expect(pages[0]).toMatchObject({ page: "/c", helpful: true, comment: null, reason: "clear", createdAt: first + 1 });
    // A rating that arrives in between doesn't move the next page.
    await rate({ page: "/new" });
    expect((await list(pages[1])).map(({ id }) => id)).toEqual([pages[2]?.id]);
    await sweepRatings(database.query, "2026-03-03");
    expect((await list()).map(({ page }) => page).toSorted()).toEqual(["/c", "/new"]);
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
