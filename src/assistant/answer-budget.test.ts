import { beforeEach, expect, test } from "vitest";
import { onDatabaseOfRun } from "../../test/support/database.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import { dayMilliseconds } from "../platform/clock.ts";
import { readWindows } from "../platform/counters/store.ts";
import type { Database } from "../platform/db/database.ts";
import { newId } from "../platform/id.ts";
import { type BudgetDeps, reserveBudget } from "./answer-budget.ts";

onDatabaseOfRun((dialect) => {
  let database: Database;
  let now = 1_000;
  let projectId: string;
  const clock = { now: () => now };
  givenProject(dialect, clock, (given) => {
    database = given.database;
  });
  beforeEach(() => {
    now = 1_000;
    projectId = newId("prj", clock);
  });

  const deps = (tokensPerDay: number, spend?: BudgetDeps["bounds"]["spend"]): BudgetDeps => ({
    database,
    clock,
    bounds: { tokensPerDay, spend },
    own: {},
  });
  const reserve = (budget: BudgetDeps, number = 1) =>
    reserveBudget(budget, { projectId, address: `10.0.0.${number}`, threadId: `thr_${projectId}_${number}` }, "a/b");
  const used = async (name = "tokens-project") =>
    (await readWindows(database.query, projectId, [name], now)).get(name)?.count ?? 0;

  test("concurrent answers together do not exceed the budget", async () => {
    const reserved = await Promise.all(Array.from({ length: 12 }, (_, number) => reserve(deps(50_000), number)));
    // Each reservation takes 18,000 tokens. The first three still start below the limit; later ones don't.
    expect(reserved.filter((one) => one !== undefined)).toHaveLength(3);
  });

  test("the unused part of a reservation is released", async () => {
    const first = await reserve(deps(20_000));
    const second = await reserve(deps(20_000));
    expect(await reserve(deps(20_000))).toBeUndefined();
    await first?.settle({ inputTokens: 900, outputTokens: 100 });
    await second?.settle(undefined);
    expect(await used()).toBe(1_000);
    expect(await reserve(deps(20_000), 2)).toBeDefined();
  });

  test("a refused reservation does not count against the budget", async () => {
    const last = await reserve(deps(1_000));
    await Promise.all([reserve(deps(1_000)), reserve(deps(1_000))]);
    await last?.settle({ inputTokens: 1_500, outputTokens: 0 });
    expect(await used()).toBe(1_500);
  });

  test("money is reserved and released like tokens", async () => {
    const priced = deps(1_000_000, { perDay: 1_000, prices: { "a/b": { input: 5, output: 10 } } });
    const reserved = await Promise.all([reserve(priced, 1), reserve(priced, 2)]);
    expect(reserved.filter((one) => one !== undefined)).toHaveLength(1);
    await reserved.find((one) => one !== undefined)?.settle({ inputTokens: 1_000, outputTokens: 0 });
    expect(await used("money-project")).toBe(50);
  });

  test("settling yesterday's reservation does not reduce today's usage", async () => {
    const kept = await reserve(deps(50_000));
    now += dayMilliseconds;
    await kept?.settle({ inputTokens: 700, outputTokens: 0 });
    expect(await used()).toBe(700);
  });
});
