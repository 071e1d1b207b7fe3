import { useQuery } from "@tanstack/react-query";
import { overviewQuery } from "../api/insight-queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Card } from "../ui/page.tsx";
import { Plot, plotScale } from "../ui/plot.tsx";
import type { AnalyticsDays } from "./assistant-tab.ts";
import { describeChange, lastDays } from "./period.ts";

/** Plots in a row share one scale, so that their bars can be compared. */
const rows = [
  [
    { count: "questions", title: "Questions" },
    { count: "suggested", title: "Answered with suggestions" },
    { count: "notInDocs", title: "Unanswered questions" },
  ],
  [
    { count: "searches", title: "Searches" },
    { count: "clicks", title: "Search results opened" },
    { count: "searchesWithoutResult", title: "Searches without results" },
  ],
] as const;

/** Daily counts, compared with the previous period. Reserves its space while loading. */
export function AnalyticsPlots({ days }: { days: AnalyticsDays }) {
  const { project } = useProject();
  const { period, before } = lastDays(days, Date.now());
  const { data } = useQuery(overviewQuery(project.id, period));
  const { data: earlier } = useQuery(overviewQuery(project.id, before));
  return (
    <Card className="overflow-hidden">
      <div className="grid gap-px bg-line sm:grid-cols-3">
        {rows.flatMap((row) => {
          const scale = plotScale(row.flatMap(({ count }) => data?.days.map((day) => day[count]) ?? []));
          return row.map(({ count, title }) => (
            <div key={count} className="min-h-47 bg-surface p-5">
              {data !== undefined && (
                <Plot
                  title={title}
                  scale={scale}
                  points={data.days.map((day) => ({ label: dayLabel(day.day), value: day[count] }))}
                  note={earlier && compare(data.totals[count], earlier.totals[count], days)}
                />
              )}
            </div>
          ));
        })}
      </div>
    </Card>
  );
}

function compare(now: number, before: number, days: number): string | undefined {
  const change = describeChange(now, before);
  return change && `${change} vs. previous ${days} days`;
}

const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** Days are in UTC, regardless of the local time zone. */
function dayLabel(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}
