import { expect, test } from "vitest";
import { never, openTestFolder } from "../../test/support/artifact-store.ts";
import { onBothDatabases, openTestDatabase } from "../../test/support/database.ts";
import { createTestProject } from "../../test/support/server.ts";
import { insertTurn, openThread } from "../assistant/store.ts";
import { putPageRating } from "../insight/rating-store.ts";
import { exportDays, exportsPrefix, removeExports } from "./export-days.ts";

const created = Date.UTC(2026, 2, 1, 12);
const bytesMax = 10_000;

onBothDatabases((dialect) => {
  const open = async () => {
    const database = await openTestDatabase(dialect);
    const { objects } = await openTestFolder();
    const { id: projectId } = await createTestProject(database, { now: () => created });
    const deps = { query: database.query, objects };
    const total = { kind: "person" as const, dimension: "total" as const, value: "", entries: 0, exits: 0 };
    await database.query
      .insertInto("analyticsDays")
      .values([
        { projectId, day: "2026-03-01", ...total, views: 7, visitors: 3 },
        { projectId, day: "2026-03-02", ...total, views: 5, visitors: 2 },
      ])
      .execute();
    const search = { projectId, day: "2026-03-01", page: "/", target: "plug" };
    await database.query
      .insertInto("analyticsActions")
      .values([
        { ...search, action: "search", count: 4 },
        { ...search, action: "search", page: "/start", count: 1 },
        { ...search, action: "search_empty", count: 2 },
        { ...search, action: "search_click", count: 3 },
        { ...search, action: "tool_question", count: 1 },
        { ...search, action: "outbound", count: 9 },
      ])
      .execute();
    const thread = await openThread(database.query, { id: "thr_1", projectId, fp: "x", name: "t" }, created);
    await insertTurn(database.query, {
      ...{ id: "msg_1", threadId: thread.id, projectId, question: "=How, exactly?", outcome: "not_in_docs" },
      ...{ sources: [], page: "/start", language: undefined, model: "builtin/extract", durationMilliseconds: 5 },
      ...{ usage: { inputTokens: 0, outputTokens: 0 }, createdAt: created },
    });
    await putPageRating(database.query, {
      ...{ id: "r", projectId, page: "/start", helpful: false, reason: "missing", comment: "Which plug?" },
      ...{ contact: "ann@example.com", createdAt: created },
    });
    const list = async () => {
      const keys: string[] = [];
      for await (const { key } of objects.list(exportsPrefix(projectId), never)) {
        keys.push(key.slice(exportsPrefix(projectId).length));
      }
      return keys.sort();
    };
    const read = async (key: string) =>
      (await objects.read(`${exportsPrefix(projectId)}${key}`, bytesMax, never))?.toString();
    return { database, deps, list, read };
  };

  test("each day is exported once, after it has ended and its visits too", async () => {
    const { database, deps, list, read } = await open();
    await exportDays(deps, Date.UTC(2026, 2, 2, 0, 30), never);
    expect(await list()).toEqual([]);
    await exportDays(deps, Date.UTC(2026, 2, 2, 1), never);
    const ofDay = ["actions-csv", "feedback-csv", "questions-csv", "searches-csv", "sums-csv"];
    expect(await list()).toEqual(ofDay.map((name) => `2026-03-01/${name}`));
    expect(await read("2026-03-01/searches-csv")).toBe(
      "day,source,query,searches,without_result,clicks\r\n2026-03-01,mcp,plug,1,0,0\r\n2026-03-01,site,plug,5,2,3\r\n",
    );
    expect(await read("2026-03-01/sums-csv")).toBe(
      "day,dimension,value,kind,views,visitors,entries,exits\r\n2026-03-01,total,,person,7,3,0,0\r\n",
    );
    expect(await read("2026-03-01/questions-csv")).toContain(
      `2026-03-01,2026-03-01T12:00:00.000Z,"'=How, exactly?",not_in_docs,[],/start,/start,site,`,
    );
    expect(await read("2026-03-01/feedback-csv")).toContain(",/start,0,missing,Which plug?,open\r\n");
    expect(await read("2026-03-01/feedback-csv")).not.toContain("ann@example.com");
    await database.query.updateTable("analyticsDays").set({ views: 1 }).execute();
    await exportDays(deps, Date.UTC(2026, 2, 3, 1), never);
    expect(await read("2026-03-01/sums-csv")).toContain(",7,3,");
    expect(await read("2026-03-02/sums-csv")).toContain(",1,2,");
  });

  test("exports are removed with the numbers they are about, and questions with their conversations", async () => {
    const { deps, list } = await open();
    await exportDays(deps, Date.UTC(2026, 2, 3, 1), never);
    await removeExports(deps, { before: "2026-02-01", questionsBefore: "2026-03-02" }, never);
    const ofDay = ["actions-csv", "feedback-csv", "searches-csv", "sums-csv"].map((name) => `2026-03-01/${name}`);
    expect(await list()).toEqual([...ofDay, "2026-03-02/sums-csv"]);
    await removeExports(deps, { before: "2026-03-02", projectId: "prj_other" }, never);
    expect(await list()).toHaveLength(5);
    await removeExports(deps, { before: "2026-03-02" }, never);
    expect(await list()).toEqual(["2026-03-02/sums-csv"]);
  });
});
