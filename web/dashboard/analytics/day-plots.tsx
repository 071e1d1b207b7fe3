import { useQuery } from "@tanstack/react-query";
import { type Answer, overviewQuery } from "../api/client.ts";
import { CsvButton, fieldsCsv } from "../shell/csv-button.tsx";
import { Card } from "../ui/page.tsx";
import { Plot, plotScale } from "../ui/plot.tsx";
import { dayLabel, describeChange, periodBefore } from "./period.ts";
import { useAnalytics } from "./use-analytics.ts";

type Overview = Answer<"getInsightOverview">;
type Count = keyof Overview["totals"];

/** Daily counts on a shared scale, compared with the previous period. Reserves its space while loading. */
export function DayPlots({ name, plots }: { name: string; plots: readonly { count: Count; title: string }[] }) {
  const { project, period } = useAnalytics();
  const { data } = useQuery(overviewQuery(project.id, period));
  const { data: earlier } = useQuery(overviewQuery(project.id, periodBefore(period)));
  const scale = plotScale(plots.flatMap(({ count }) => data?.days.map((day) => day[count]) ?? []));
  return (
    <>
      <Card className="mb-3 overflow-hidden">
        <div className="grid gap-px bg-line sm:grid-cols-3">
          {plots.map(({ count, title }) => {
            const change = data && earlier && describeChange(data.totals[count], earlier.totals[count]);
            return (
              <div key={count} className="min-h-47 bg-surface p-5">
                {data !== undefined && (
                  <Plot
                    title={title}
                    scale={scale}
                    points={data.days.map((day) => ({ label: dayLabel(day.day), value: day[count] }))}
                    note={change && `${change} vs. period before`}
                  />
                )}
              </div>
            );
          })}
        </div>
      </Card>
      <div className="mb-8 flex justify-end">
        <CsvButton
          name={`${name}-${period.from}-${period.to}`}
          disabled={data === undefined}
          csv={() =>
            fieldsCsv({ day: "day", ...Object.fromEntries(plots.map(({ count }) => [count, count])) }, data?.days)
          }
        >
          CSV by day
        </CsvButton>
      </div>
    </>
  );
}
