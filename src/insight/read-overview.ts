import type { Static } from "typebox";
import type { InsightOverview } from "../contract/insight-operations.ts";
import type { Connection } from "../platform/db/database.ts";
import { countQuestions, countRatings, type DayRange, sumSearches, sumToolReads } from "./figures-store.ts";
import { listDays } from "./read-days.ts";

type Overview = Static<typeof InsightOverview>;
type Counts = Overview["totals"];

const outcomeCounts = {
  answered: "answered",
  suggested: "suggested",
  not_in_docs: "notInDocs",
  failed: "failed",
} as const;

/** The counts of each day. Days without activity are included, because a chart needs every day. */
export async function readOverview(connection: Connection, projectId: string, range: DayRange): Promise<Overview> {
  const days = new Map(listDays(range).map((day) => [day, noCounts()]));
  const add = (day: string, name: keyof Counts, amount: number) => {
    const counts = days.get(day);
    if (counts !== undefined) counts[name] += amount;
  };
  for (const { day, source, ...counts } of await sumSearches(connection, projectId, range)) {
    add(day, source === "site" ? "searches" : "toolSearches", counts.searches);
    if (source !== "site") continue;
    add(day, "searchesWithoutResult", counts.withoutResult);
    add(day, "clicks", counts.clicks);
  }
  for (const { day, toolReads } of await sumToolReads(connection, projectId, range)) add(day, "toolReads", toolReads);
  for (const { day, outcome, ...counts } of await countQuestions(connection, projectId, range)) {
    add(day, "questions", counts.questions);
    add(day, "helpful", counts.helpful);
    add(day, "notHelpful", counts.notHelpful);
    if (outcome in outcomeCounts) add(day, outcomeCounts[outcome as keyof typeof outcomeCounts], counts.questions);
  }
  for (const { day, helpful, notHelpful } of await countRatings(connection, projectId, range)) {
    add(day, "pagesHelpful", helpful);
    add(day, "pagesNotHelpful", notHelpful);
  }
  const totals = noCounts();
  for (const counts of days.values()) {
    for (const name of Object.keys(totals) as (keyof Counts)[]) totals[name] += counts[name];
  }
  return { ...range, days: [...days].map(([day, counts]) => ({ day, ...counts })), totals };
}

function noCounts(): Counts {
  return {
    searches: 0,
    searchesWithoutResult: 0,
    clicks: 0,
    questions: 0,
    answered: 0,
    suggested: 0,
    notInDocs: 0,
    failed: 0,
    helpful: 0,
    notHelpful: 0,
    pagesHelpful: 0,
    pagesNotHelpful: 0,
    toolSearches: 0,
    toolReads: 0,
  };
}
