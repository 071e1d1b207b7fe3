import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { createOrganization } from "../src/accounts/create-organization.ts";
import { countEvents } from "../src/analytics/count-events.ts";
import type { SeenView } from "../src/analytics/events.ts";
import { foldLimits } from "../src/analytics/fold-store.ts";
import { rank } from "../src/analytics/rank.ts";
import { readSeries } from "../src/analytics/read-series.ts";
import { addRows } from "../src/analytics/store.ts";
import { readerKinds } from "../src/contract/analytics-operations.ts";
import { dayMilliseconds, dayOf, systemClock } from "../src/platform/clock.ts";
import type { Database } from "../src/platform/db/database.ts";
import { openDatabase } from "../src/platform/db/open.ts";
import type { AnalyticsDayRow } from "../src/platform/db/tables.ts";
import { createProject } from "../src/projects/create-project.ts";
import { launchPostgres } from "../test/support/postgres.ts";
import { seededRandom } from "./support/seeded-random.ts";

/**
 * Counts generated views, and reads a range of days. `--views` is how many are counted one by one. A range would take
 * hours to count, so its sums are generated: every day has as many rows as a day can have, which add up to `--range`.
 */
const { values } = parseArgs({
  options: {
    views: { type: "string", default: "100000" },
    range: { type: "string", default: "50000000" },
    days: { type: "string", default: "90" },
  },
});
const userAgents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "ChatGPT-User/1.0",
  "GPTBot/1.2",
];
const countries = ["DE", "US", "FR", "IN", "GB", "CN", "JP", "BR", "CA", "ES", "IT", "NL", "PL", "SE", "CH", "AT"];
const [views, rangeViews, days] = [Number(values.views), Number(values.range), Number(values.days)];
const rounds = 7;
const eventsPerBatch = 250;
const pages = 500;
const wantedMilliseconds = 100;
const random = seededRandom(1);
/** A number below `count`; small numbers are far more frequent, as with real pages and referrers. */
const pick = (count: number) => Math.floor(random() ** 3 * count);
const firstDay = Date.UTC(2026, 0, 1);
const range = { from: dayOf(firstDay), to: dayOf(firstDay + (days - 1) * dayMilliseconds) };

console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
const folder = mkdtempSync(join(tmpdir(), "lectern-bench-analytics-"));
const postgres = await launchPostgres();
try {
  for (const url of [undefined, `${postgres.url}/postgres`]) {
    const database = await openDatabase({ url, dataFolder: folder, connectionsMax: 4, onIdleError: () => {} });
    console.log(`\n${database.dialect}`);
    await measureLoad(database, await addProject(database, "load"));
    const projectId = await addProject(database, "range");
    await fillRange(database, projectId);
    await measureRange(database, projectId);
    await database.close();
  }
} finally {
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function addProject({ query }: Database, name: string): Promise<string> {
  const clock = systemClock;
  const { id: organizationId } = await createOrganization({ clock }, query, name);
  const repository = "https://git.example.com/docs";
  return (await createProject({ clock }, query, { organizationId, name, domain: name, repository })).id;
}

/** One day of views by many visitors, in batches like those of a server. */
async function measureLoad(database: Database, projectId: string): Promise<void> {
  const published = { projectId, subdomain: "load", artifact: "a" };
  const deps = {
    database,
    isCounted: async () => true,
    visitorIdOf: async ({ address }: { address: string }) => address,
    branchOf: async () => ({ language: "en", version: "" }),
  };
  const known = new Map<string, Set<number>>();
  const slowest: number[] = [];
  const started = performance.now();
  const used = process.cpuUsage();
  for (let counted = 0; counted < views; counted += eventsPerBatch) {
    const events = Array.from({ length: Math.min(eventsPerBatch, views - counted) }, (_, index): SeenView => {
      const number = counted + index;
      return {
        ...{ type: "view", at: firstDay + (number / views) * dayMilliseconds, published, form: "page", isText: false },
        ...{ page: `/guides/page-${pick(pages)}`, address: `visitor ${Math.floor(random() * (views / 3))}` },
        ...{ userAgent: userAgents[pick(userAgents.length)] ?? "", referrer: `site-${pick(2_000)}.example` },
        country: countries[pick(countries.length)] ?? "",
      };
    });
    const before = performance.now();
    await countEvents(deps, { id: `load ${counted}`, events }, known);
    slowest.push(performance.now() - before);
  }
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(used);
  const sorted = slowest.sort((one, other) => one - other);
  const { rows } = await sql<{ count: number }>`select count(*) as count from analytics_days`.execute(database.query);
  console.log(
    `  counted ${views} views at ${Math.round(views / seconds)} a second; a million take ${((seconds / views) * 1e6).toFixed(0)} s, ${((user + system) / views).toFixed(0)} s of the processor here`,
  );
  console.log(
    `  a batch of ${eventsPerBatch}: median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms; ${rows[0]?.count} rows`,
  );
}

/** Fills every day with as many rows as a day can have, in three of the dimensions and in the combinations. */
async function fillRange(database: Database, projectId: string): Promise<void> {
  const perDay = rangeViews / days;
  for (let number = 0; number < days; number++) {
    const day = dayOf(firstDay + number * dayMilliseconds);
    const rowsOf = (dimension: AnalyticsDayRow["dimension"]) =>
      Array.from({ length: dimension === "total" ? 1 : foldLimits.max / readerKinds.length }, (_, index) =>
        readerKinds.map((kind): AnalyticsDayRow => {
          const sum = Math.ceil((perDay / foldLimits.max) * 2 * random());
          const value = dimension === "total" ? "" : `/guides/section-${index % 20}/value-${index}`;
          return { projectId, day, dimension, value, kind, views: sum, visitors: sum, entries: 1, exits: 1 };
        }),
      ).flat();
    const combinations = Array.from({ length: foldLimits.max }, (_, index) => ({
      ...{ projectId, day, page: `/guides/section-${index % 20}/value-${index % pages}`, language: "en", version: "" },
      ...{
        kind: "person" as const,
        agent: "",
        referrer: `site-${index % 40}.example`,
        country: countries[index % 20] ?? "",
      },
      ...{ device: index % 3 === 0 ? "mobile" : "desktop", views: Math.ceil(perDay / foldLimits.max) },
      ...{ visitors: 1, pageVisitors: 1 },
    }));
    const unique = [...new Map(combinations.map((row) => [JSON.stringify({ ...row, views: 0 }), row])).values()];
    await database.transaction(async (tx) => {
      for (const dimension of ["total", "page", "referrer", "country"] as const)
        await addRows(tx, "analyticsDays", rowsOf(dimension));
      await addRows(tx, "analyticsViews", unique);
    });
  }
  await sql`analyze`.execute(database.query);
}

async function measureRange({ query }: Database, projectId: string): Promise<void> {
  const page = { range, limit: 50, offset: 0 };
  const queries: Record<string, (compare: boolean) => Promise<unknown>> = {
    "views over time": (compare) => readSeries(query, projectId, { range, compare, filters: {} }),
    "views of one page": (compare) =>
      readSeries(query, projectId, { range, compare, filters: { page: "/guides/section-1/value-1" } }),
    "top pages": (compare) => rank(query, projectId, { ...page, dimension: "page", compare, filters: {} }),
    "top pages of people": (compare) =>
      rank(query, projectId, { ...page, dimension: "page", compare, filters: { kind: "person" } }),
    "pages below a folder": (compare) =>
      rank(query, projectId, { ...page, dimension: "page", compare, filters: { folder: "/guides/section-1" } }),
    "countries of a page": (compare) =>
      rank(query, projectId, {
        ...page,
        dimension: "country",
        compare,
        filters: { page: "/guides/section-1/value-1" },
      }),
    "pages by device and country": (compare) =>
      rank(query, projectId, { ...page, dimension: "page", compare, filters: { device: "mobile", country: "DE" } }),
  };
  console.log(
    `  ${days} days with ${rangeViews} views: median, fastest, and processor time here; wanted ${wantedMilliseconds} ms`,
  );
  for (const [name, run] of Object.entries(queries)) {
    const times: number[] = [];
    const used = process.cpuUsage();
    for (let round = 0; round < rounds; round++) {
      const before = performance.now();
      await run(false);
      times.push(performance.now() - before);
    }
    times.sort((one, other) => one - other);
    // On a busy machine, the processor time says more than the time that has passed. PostgreSQL uses its own.
    const { user, system } = process.cpuUsage(used);
    const processor = (user + system) / rounds / 1_000;
    const shown = [times[rounds >> 1], times[0], processor].map((time) => `${time?.toFixed(0)} ms`.padStart(8));
    console.log(`  ${name.padEnd(30)}${shown.join("")}`);
  }
}
