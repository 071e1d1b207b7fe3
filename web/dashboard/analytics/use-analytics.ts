import { useNavigate, useSearch } from "@tanstack/react-router";
import { useProject } from "../shell/current-project.ts";
import { type AnalyticsSearch, type Audience, filterNames, filtersOf } from "./analytics-search.ts";
import { lastDays, type Period } from "./period.ts";

const daysDefault = 30;

/** What the address says that the analytics show, and links that change it. */
export function useAnalytics() {
  const { project, params } = useProject();
  const search = useSearch({ from: "/signed-in/$organization/$domain/analytics" });
  const navigate = useNavigate();
  const { from, to, days = daysDefault, kind = "person", measure = "visitors" } = search;
  const period: Period = from !== undefined && to !== undefined ? { from, to } : lastDays(days, Date.now());
  const filters = filtersOf(search);
  const link = (change: AnalyticsSearch) => ({
    to: "/$organization/$domain/analytics" as const,
    params,
    search: { ...search, ...change },
  });
  return {
    project,
    search,
    period,
    kind,
    measure,
    filters,
    /** The filters as the API takes them. */
    query: { ...period, ...filters, ...(kind !== "all" && { kind }) },
    link,
    show: (change: AnalyticsSearch) => void navigate({ ...link(change), resetScroll: false }),
  };
}

/** Shows the views by one agent, or by everyone again. Agents are never people, who are shown by default. */
export function filterBy(name: (typeof filterNames)[number], value: string | undefined): AnalyticsSearch {
  const audience: { kind?: Audience | undefined } =
    name === "agent" ? { kind: value === undefined ? undefined : "all" } : {};
  return { [name]: value, ...audience };
}

export const noFilters: AnalyticsSearch = {
  ...(Object.fromEntries(filterNames.map((name) => [name, undefined])) as AnalyticsSearch),
  kind: undefined,
};
