import type { Static } from "typebox";
import type { CountedAction } from "../contract/analytics-operations.ts";
import { InsightOverview } from "../contract/insight-operations.ts";
import { type DayRange, listDays } from "../insight/read-days.ts";
import type { Connection } from "../platform/db/database.ts";
import type { TurnRow } from "../platform/db/tables.ts";
import { countActionsByDay, countOpinions } from "./activity-store.ts";

type Overview = Static<typeof InsightOverview>;
type Counts = Overview["totals"];

const names = Object.keys(InsightOverview.properties.totals.properties) as (keyof Counts)[];

const countOfAction: Partial<Record<CountedAction, keyof Counts>> = {
  search: "searches",
  search_empty: "searchesWithoutResult",
  search_click: "clicks",
  tool_search: "toolSearches",
  tool_question: "toolSearches",
  tool_read: "toolReads",
};

const countOfOutcome: Partial<Record<TurnRow["outcome"], keyof Counts>> = {
  answered: "answered",
  suggested: "suggested",
  not_in_docs: "notInDocs",
  failed: "failed",
};

/** The counts of each day. Days without activity are included, because a chart needs every day. */
export async function readOverview(connection: Connection, projectId: string, range: DayRange): Promise<Overview> {
  const days = new Map(listDays(range).map((day) => [day, noCounts()]));
  const totals = noCounts();
  const add = (day: string, name: keyof Counts | undefined, count: number) => {
    const counts = days.get(day);
    if (counts === undefined || name === undefined) return;
    counts[name] += count;
    totals[name] += count;
  };
  for (const { day, action, count } of await countActionsByDay(connection, projectId, range)) {
    add(day, countOfAction[action], count);
  }
  for (const { day, about, helpful, count } of await countOpinions(connection, projectId, range)) {
    if (about === "page") {
      add(day, helpful === 1 ? "pagesHelpful" : "pagesNotHelpful", count);
      continue;
    }
    add(day, "questions", count);
    add(day, countOfOutcome[about], count);
    if (helpful !== null) add(day, helpful === 1 ? "helpful" : "notHelpful", count);
  }
  return { ...range, days: [...days].map(([day, counts]) => ({ day, ...counts })), totals };
}

function noCounts(): Counts {
  return Object.fromEntries(names.map((name) => [name, 0])) as Counts;
}
