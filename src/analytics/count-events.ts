import { dayOf } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/db/database.ts";
import type { PublishedArtifact } from "../projects/sites/store.ts";
import { classifyReader } from "./classify-reader.ts";
import { type BatchSums, countBatch, keysOf, marksOf, VisitRows } from "./count-batch.ts";
import { visitMilliseconds } from "./end-visits.ts";
import type { SeenAction, SeenView, View } from "./events.ts";
import { foldDay } from "./fold-store.ts";
import { addRows, addSums, insertBatch, listExisting, lockVisits, markSeen, openVisits, putVisits } from "./store.ts";

export interface CountDeps {
  database: Database;
  /** The hash of a visitor on this day. */
  visitorIdOf(visit: { projectId: string; address: string; userAgent: string; at: number }): Promise<string>;
  /** Whether the project wants its readers to be counted. */
  isCounted(published: PublishedArtifact): Promise<boolean>;
  /** The language and version of a page; empty if there is only one. */
  branchOf(published: PublishedArtifact, page: string): Promise<{ language: string; version: string }>;
}

interface Batch {
  id: string;
  events: readonly (SeenView | SeenAction)[];
}

type MarkedView = { view: View; marks: ReturnType<typeof marksOf> };

const seenRemembered = 200_000;
/** How many rows a server adds to a day before it looks whether the day has become too large. */
const rowsPerCheck = 250;
const rowsSinceCheck = new Map<string, number>();

/**
 * Counts a batch in one transaction: a crash leaves all of it or nothing, and a batch that is sent again is counted
 * once. `known` remembers marks of this day, so that most readers need no query.
 */
export async function countEvents(deps: CountDeps, batch: Batch, known: Map<string, Set<number>>): Promise<void> {
  const views: MarkedView[] = [];
  const actions: SeenAction[] = [];
  for (const event of batch.events) {
    if (event.type === "action") actions.push(event);
    else if (await deps.isCounted(event.published)) views.push(await prepare(deps, event));
  }
  const marked = await deps.database.transaction(
    async (tx) => {
      const at = batch.events.at(-1)?.at ?? 0;
      if (!(await insertBatch(tx, batch.id, at))) return [];
      const ids = [...views.map(({ view }) => view.projectId), ...actions.map(({ projectId }) => projectId)];
      const existing = await listExisting(tx, [...new Set(ids)]);
      const counted = views.filter(({ view }) => existing.has(view.projectId));
      const fresh = await markAll(tx, counted, known);
      const takeFirst = (day: string, key: number) => fresh.delete(`${day} ${key}`);
      const all = [...fresh];
      const acted = actions.filter(({ projectId }) => existing.has(projectId));
      const sums = countBatch(counted, acted, takeFirst);
      await addSums(tx, sums);
      await countVisits(deps, tx, counted);
      await foldLargeDays(tx, sums);
      return all;
    },
    { durability: "relaxed" },
  );
  remember(known, marked);
}

async function prepare(deps: CountDeps, seen: SeenView): Promise<MarkedView> {
  const { published, at, page, form, referrer, country, times, userAgent, address } = seen;
  const { projectId } = published;
  const [visitor, branch] = await Promise.all([
    deps.visitorIdOf({ projectId, address, userAgent, at }),
    deps.branchOf(published, page),
  ]);
  const reader = classifyReader(userAgent, seen.isText);
  const view: View = { projectId, visitor, at, page, form, referrer, country, times: times ?? 1, ...branch, ...reader };
  return { view, marks: marksOf(view) };
}

/** Returns the marks that are new, each as its day and key. */
async function markAll(
  tx: Transaction,
  views: readonly MarkedView[],
  known: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Set<string>> {
  const wanted = new Map<string, Set<number>>();
  for (const { view, marks } of views) {
    const day = dayOf(view.at);
    const keys = wanted.get(day) ?? new Set();
    wanted.set(day, keys);
    for (const key of keysOf(marks)) if (!known.get(day)?.has(key)) keys.add(key);
  }
  const fresh = new Set<string>();
  for (const [day, keys] of [...wanted].sort()) {
    for (const key of await markSeen(tx, day, keys)) fresh.add(`${day} ${key}`);
  }
  return fresh;
}

/** Only once the batch is committed, because a mark that was rolled back isn't there. */
function remember(known: Map<string, Set<number>>, marked: readonly string[]): void {
  for (const mark of marked) {
    const [day = "", key] = mark.split(" ");
    let keys = known.get(day);
    if (keys === undefined || keys.size >= seenRemembered) {
      // Only the latest days are still counted.
      for (const old of [...known.keys()].sort().slice(0, -1)) known.delete(old);
      keys = new Set();
      known.set(day, keys);
    }
    keys.add(Number(key));
  }
}

/** A visit begins with a person's first page, and with the first one after a pause. */
async function countVisits({ database }: CountDeps, tx: Transaction, views: readonly MarkedView[]): Promise<void> {
  const read = views.filter(({ view }) => view.kind === "person" && view.form === "page");
  const visits = new Map(read.map(({ view, marks }) => [marks.site, { visitor: marks.site, ...visitOf(view) }]));
  if (visits.size === 0) return;
  const firstOf = new Map(read.toReversed().map(({ view, marks }) => [marks.site, visitOf(view)]));
  const opened = await openVisits(
    tx,
    [...firstOf].map(([visitor, visit]) => ({ visitor, ...visit })),
  );
  const open = await lockVisits(tx, database.dialect, [...visits.keys()]);
  const rows = new VisitRows();
  for (const { view, marks } of read) {
    const before = open.get(marks.site);
    const now = visitOf(view);
    if (opened.delete(marks.site)) rows.count("entries", now);
    else if (before !== undefined && now.seenAt - before.seenAt > visitMilliseconds) {
      rows.count("exits", before);
      rows.count("entries", now);
    }
    open.set(marks.site, { visitor: marks.site, ...now });
  }
  await putVisits(tx, [...visits.values()]);
  await addRows(tx, "analyticsDays", rows.list());
}

function visitOf({ projectId, page, at }: View) {
  return { projectId, page, seenAt: at };
}

async function foldLargeDays(tx: Transaction, { days, views, actions }: BatchSums): Promise<void> {
  const added = new Map<string, number>();
  for (const { projectId, day } of [...days, ...views, ...actions]) {
    const key = `${projectId} ${day}`;
    added.set(key, (added.get(key) ?? 0) + 1);
  }
  for (const [key, count] of added) {
    const total = (rowsSinceCheck.get(key) ?? 0) + count;
    rowsSinceCheck.delete(key);
    if (total < rowsPerCheck) {
      rowsSinceCheck.set(key, total);
      continue;
    }
    const [projectId = "", day = ""] = key.split(" ");
    await foldDay(tx, projectId, day);
  }
  // Days of the past stop changing; the oldest entries are theirs.
  for (const key of rowsSinceCheck.keys()) {
    if (rowsSinceCheck.size <= daysChecked) break;
    rowsSinceCheck.delete(key);
  }
}

const daysChecked = 5_000;
