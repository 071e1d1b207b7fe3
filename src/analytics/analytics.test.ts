import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import type { AnalyticsDimension, AnalyticsFilter } from "../contract/analytics-operations.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import { newId } from "../platform/id.ts";
import { createLog } from "../platform/log.ts";
import { classifyReader } from "./classify-reader.ts";
import { countEvents } from "./count-events.ts";
import { endVisits } from "./end-visits.ts";
import type { SeenAction, SeenView } from "./events.ts";
import { foldDay } from "./fold-store.ts";
import { rank, rankHumanAndAi } from "./rank.ts";
import { readSeries } from "./read-series.ts";
import { listActions } from "./read-store.ts";
import { Recorder } from "./recorder.ts";
import { deleteDays, otherValue, sweepMarks } from "./store.ts";

const morning = Date.UTC(2026, 2, 2, 9);
const day = { from: "2026-03-02", to: "2026-03-02" };
const two = { from: "2026-03-01", to: "2026-03-02" };
const minute = 60_000;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const gptbot = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const chatgpt =
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot";

onBothDatabases((dialect) => {
  const open = async () => {
    const database = await openTestDatabase(dialect);
    const project = await createTestProject(database, { now: () => morning });
    const published = { projectId: project.id, subdomain: "docs", artifact: "a" };
    const view = (changes: Partial<SeenView> = {}): SeenView => ({
      ...{ type: "view", at: morning, published, page: "/", form: "page", isText: false, address: "192.0.2.1" },
      ...{ userAgent: firefox, referrer: "", country: "", ...changes },
    });
    const act = (changes: Partial<SeenAction> = {}): SeenAction => ({
      ...{ type: "action", at: morning, projectId: project.id, action: "outbound", page: "/", target: "" },
      ...changes,
    });
    const deps = {
      database,
      isCounted: async () => true,
      visitorIdOf: async (visit: { address: string; userAgent: string; at: number }) =>
        `${visit.address} ${visit.userAgent} ${Math.floor(visit.at / dayMilliseconds)}`,
      branchOf: async (_site: object, page: string) => ({
        language: page.startsWith("/fr") ? "fr" : "en",
        version: "",
      }),
    };
    // Each call is a server with an empty memory.
    const count = (events: readonly (SeenView | SeenAction)[], id = newId("evt", { now: () => morning })) =>
      countEvents(deps, { id, events }, new Map());
    const series = (range = day, filters: AnalyticsFilter = {}) =>
      readSeries(database.query, project.id, { range, compare: false, filters });
    const ranked = async (dimension: AnalyticsDimension, filters: AnalyticsFilter = {}, range = day) =>
      (
        await rank(database.query, project.id, { dimension, range, compare: false, filters, limit: 50, offset: 0 })
      ).rows.map(({ value, views, visitors }) => [value, views, visitors]);
    return { database, project, view, act, deps, count, series, ranked };
  };

  test("a day of people, bots and agents in two languages gives exactly these numbers", async () => {
    const { database, project, view, act, count, series, ranked } = await open();
    const anna = { address: "192.0.2.1", country: "DE" };
    const ben = { address: "192.0.2.2", userAgent: phone, country: "FR" };
    const at = (minutes: number) => ({ at: morning + minutes * minute });
    await count([
      view({ ...anna, ...at(0), page: "/", referrer: "news.example" }),
      view({ ...anna, ...at(1), page: "/guides/start", referrer: "(internal)" }),
      view({ ...ben, ...at(2), page: "/fr/guides/start", referrer: "google.com" }),
      act({ ...at(2), action: "code_copy", page: "/guides/start" }),
    ]);
    // Other servers count the rest.
    await count([
      view({ ...anna, ...at(3), page: "/guides/start", referrer: "(internal)" }),
      // After a long pause, this is another visit, in another hour.
      view({ ...anna, ...at(70), page: "/guides/end" }),
      view({ ...ben, ...at(4), page: "/guides/start", referrer: "(internal)" }),
      act({ ...at(5), action: "outbound", page: "/guides/start", target: "example.com/a" }),
      act({ ...at(6), action: "outbound", page: "/", target: "example.com/a" }),
    ]);
    await count([
      view({ ...at(5), userAgent: googlebot, address: "192.0.2.9", page: "/guides/start" }),
      view({ ...at(5), userAgent: gptbot, address: "192.0.2.8", page: "/guides/start" }),
      view({ ...at(5), userAgent: chatgpt, address: "192.0.2.7", page: "/guides/start" }),
      view({ ...at(5), userAgent: "curl/8.5.0", address: "192.0.2.6", page: "/guides/start" }),
      view({ ...at(5), userAgent: "some-tool/1", address: "192.0.2.5", page: "/", form: "markdown", isText: true }),
      view({ ...at(5), userAgent: "", address: "192.0.2.5", page: "/llms.txt", form: "llms", isText: true }),
    ]);
    await endVisits(database, morning + 99 * minute);
    await endVisits(database, morning + 101 * minute);

    const { unit, points, totals, isPartial } = await series();
    expect([unit, isPartial]).toEqual(["hour", false]);
    expect(totals.views).toEqual({ person: 6, agent: 3, search: 1, crawler: 1, bot: 1 });
    expect(totals.visitors).toEqual({ person: 2, agent: 3, search: 1, crawler: 1, bot: 1 });
    expect(
      points
        .filter(({ views }) => views.person > 0)
        .map(({ at: hour, views, visitors }) => [hour, views.person, visitors.person]),
    ).toEqual([
      ["2026-03-02T09", 5, 2],
      ["2026-03-02T10", 1, 1],
    ]);
    const person = { kind: "person" } as const;
    expect(await ranked("page", person)).toEqual([
      ["/guides/start", 3, 2],
      ["/", 1, 1],
      ["/fr/guides/start", 1, 1],
      ["/guides/end", 1, 1],
    ]);
    expect(await ranked("entry", person)).toEqual([
      ["/", 1, 1],
      ["/fr/guides/start", 1, 1],
      ["/guides/end", 1, 1],
    ]);
    expect(await ranked("exit", person)).toEqual(
      [
        ["/guides/end", 1, 1],
        ["/guides/start", 2, 2],
      ].toSorted((one, other) => Number(other[1]) - Number(one[1])),
    );
    expect(await ranked("folder", person)).toEqual([
      ["/guides", 4, 2],
      ["/fr", 1, 1],
      ["/fr/guides", 1, 1],
    ]);
    expect(await ranked("language", person)).toEqual([
      ["en", 5, 2],
      ["fr", 1, 1],
    ]);
    expect(await ranked("country", person)).toEqual([
      ["DE", 4, 1],
      ["FR", 2, 1],
    ]);
    expect(await ranked("device", person)).toEqual([
      ["desktop", 4, 1],
      ["mobile", 2, 1],
    ]);
    expect(await ranked("agent")).toEqual(
      [
        ["ChatGPT-User", 1, 1],
        ["GPTBot", 1, 1],
        ["Googlebot", 1, 1],
        ["Other", 1, 1],
        ["curl", 1, 1],
        ["some-tool", 1, 1],
      ].toSorted((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)),
    );
    expect(await ranked("form", { kind: "agent" })).toEqual([
      ["llms", 1, 1],
      ["markdown", 1, 1],
      ["page", 1, 1],
    ]);
    expect(await ranked("kind", { page: "/guides/start" })).toEqual([
      ["person", 3, 2],
      ["agent", 1, 1],
      ["bot", 1, 1],
      ["crawler", 1, 1],
      ["search", 1, 1],
    ]);
    // Several filters at once.
    expect(await ranked("page", { ...person, country: "FR" })).toEqual([
      ["/fr/guides/start", 1, 1],
      ["/guides/start", 1, 1],
    ]);
    expect(await ranked("country", { ...person, page: "/guides/start", referrer: "(internal)" })).toEqual([
      ["DE", 2, 1],
      ["FR", 1, 1],
    ]);
    expect(await ranked("referrer", { ...person, folder: "/fr/" })).toEqual([["google.com", 1, 1]]);
    expect((await series(day, { ...person, language: "en", device: "mobile" })).totals.views.person).toBe(1);
    expect((await series(day, { folder: "guides" })).totals.visitors.person).toBe(2);

    expect(
      await rankHumanAndAi(database.query, project.id, { range: day, what: "visitors", limit: 1, offset: 0 }),
    ).toMatchObject({
      totals: { human: 2, ai: 3, total: 5 },
      pages: [{ path: "/guides/start", human: 2, ai: 1, total: 3 }],
      nextCursor: "1",
    });
    const place = { projectId: project.id, days: ["2026-03-02"] };
    expect(
      await listActions(database.query, place, { by: "target", action: "outbound" }, { limit: 5, offset: 0 }),
    ).toEqual([{ action: "outbound", page: "", target: "example.com/a", count: 2 }]);
    expect(await listActions(database.query, place, { page: "/guides/start" }, { limit: 5, offset: 0 })).toHaveLength(
      2,
    );
  });

  test("a batch that is sent again is counted once", async () => {
    const { view, count, series } = await open();
    await count([view(), view()], "one");
    await count([view(), view()], "one");
    expect((await series()).totals.views.person).toBe(2);
  });

  test("a visitor is counted again on the next day, and marks of earlier days can be deleted", async () => {
    const { database, view, count, series } = await open();
    await count([view({ at: morning - dayMilliseconds })]);
    await count([view()]);
    await sweepMarks(database.query, "2026-03-02", morning);
    await count([view()]);
    const { points, totals } = await series(two);
    expect(points.map(({ visitors }) => visitors.person)).toEqual([1, 1]);
    expect([totals.views.person, totals.visitors.person]).toEqual([3, 2]);
  });

  test("servers that count the same visitors at the same time count each visitor and visit once", async () => {
    const { view, deps, series, ranked } = await open();
    const events = Array.from({ length: 40 }, (_, index) => view({ address: `192.0.2.${index % 20}` }));
    await Promise.all(
      Array.from({ length: 4 }, (_, server) => countEvents(deps, { id: `batch ${server}`, events }, new Map())),
    );
    const { totals } = await series();
    expect([totals.views.person, totals.visitors.person]).toEqual([160, 20]);
    expect(await ranked("entry")).toEqual([["/", 20, 20]]);
  });

  test("a day with too many values keeps the most frequent ones, and its totals", async () => {
    const { database, project, view, count, series, ranked } = await open();
    const events = Array.from({ length: 60 }, (_, index) => [
      view({ page: `/p${index}`, referrer: `r${index}.example`, address: `192.0.2.${index}` }),
      ...(index < 3 ? [view({ page: `/p${index}`, referrer: `r${index}.example`, address: `192.0.2.${index}` })] : []),
    ]).flat();
    await count(events);
    const fold = () => database.transaction((tx) => foldDay(tx, project.id, "2026-03-02", { max: 20, kept: 10 }));
    await Promise.all(Array.from({ length: 4 }, fold));
    await fold();
    const pages = await ranked("page");
    expect(pages.slice(0, 3)).toEqual([
      ["/p0", 2, 1],
      ["/p1", 2, 1],
      ["/p2", 2, 1],
    ]);
    expect(pages.length).toBeLessThan(20);
    const { other } = await rank(database.query, project.id, {
      ...{ dimension: "page", range: day, compare: false, filters: {}, limit: 50, offset: 0 },
    });
    expect(other.views + pages.reduce((sum, [, views]) => sum + Number(views), 0)).toBe(63);
    expect((await series()).totals.visitors.person).toBe(60);
    const combined = await series(day, { device: "desktop", country: "" });
    expect(combined.isPartial).toBe(true);
    const { rows } = { rows: await database.query.selectFrom("analyticsViews").selectAll().execute() };
    expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(63);
    expect(rows.length).toBeLessThan(25);
    expect(rows.some(({ page }) => page === otherValue)).toBe(true);
  });

  test("views of the same page by the same reader within a second are one event with all its views", async () => {
    const { view, deps, series, ranked } = await open();
    const recorder = new Recorder({ ...deps, log: createLog("fatal", "api") });
    // More than could wait one by one.
    for (let index = 0; index < 20_000; index++) recorder.note(view({ page: `/p${index % 3}` }));
    recorder.note(view({ userAgent: phone }));
    await recorder.flush();
    recorder.note(view({ page: "/p0" }));
    await recorder.close();
    const { totals } = await series();
    expect([totals.views.person, totals.visitors.person]).toEqual([20_002, 2]);
    expect(await ranked("page")).toEqual([
      ["/p0", 6_668, 1],
      ["/p1", 6_667, 1],
      ["/p2", 6_666, 1],
      ["/", 1, 1],
    ]);
    expect(await ranked("entry")).toEqual([
      ["/", 1, 1],
      ["/p0", 1, 1],
    ]);
  });

  test("after a failure, the recorder counts the same events once, and a removed project doesn't stop others", async () => {
    const { database, project, view, deps, series } = await open();
    let failures = 2;
    const failing: typeof database = {
      ...database,
      // The first commit succeeds, but its result is lost on the way.
      transaction: async (work, options) => {
        const result = await database.transaction(work, options);
        if (failures-- > 0) throw new Error("The connection was lost.");
        return result;
      },
    };
    const recorder = new Recorder({ ...deps, database: failing, log: createLog("fatal", "api") });
    const gone = { ...view().published, projectId: "prj_gone" };
    for (let index = 0; index < 1_500; index++) recorder.note(view({ address: `192.0.2.${index % 7}` }));
    recorder.note(view({ published: gone }));
    await recorder.flush();
    await recorder.flush();
    await recorder.close();
    const { totals } = await series();
    expect([totals.views.person, totals.visitors.person]).toEqual([1_500, 7]);
    await deleteDays(database.query, project.id, "2026-03-02");
    expect((await series()).totals.views.person).toBe(1_500);
    await deleteDays(database.query, project.id, "2026-03-03");
    expect((await series()).totals.views.person).toBe(0);
  });
});

test.each([
  [firefox, false, "person", "", "desktop"],
  [phone, false, "person", "", "mobile"],
  [googlebot, false, "search", "Googlebot", ""],
  [gptbot, false, "crawler", "GPTBot", ""],
  [chatgpt, true, "agent", "ChatGPT-User", ""],
  ["Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Safari/604.1", false, "person", "", "tablet"],
  ["python-requests/2.32", false, "bot", "python-requests", ""],
  ["python-requests/2.32", true, "agent", "python-requests", ""],
  [firefox, true, "agent", "Other", ""],
  ["", false, "bot", "Other", ""],
])("a reader with the user agent %j (text: %s) is counted as %s %s", (userAgent, isText, kind, agent, device) => {
  expect(classifyReader(userAgent, isText)).toEqual({ kind, agent, device });
});
