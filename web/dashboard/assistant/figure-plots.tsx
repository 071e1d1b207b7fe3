import { useQuery } from "@tanstack/react-query";
import { overviewQuery } from "../api/insight-queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Card } from "../ui/page.tsx";
import { Plot } from "../ui/plot.tsx";

const plots = [
  { count: "questions", title: "Questions" },
  { count: "notInDocs", title: "Not answered by the pages" },
  { count: "searches", title: "Searches" },
  { count: "searchesWithoutResult", title: "Searches without result" },
] as const;

/** Daily analytics of the last 30 days. Reserves its space while loading. */
export function FigurePlots() {
  const { project } = useProject();
  const { data } = useQuery(overviewQuery(project.id));
  return (
    <Card className="grid divide-line max-sm:divide-y sm:grid-cols-2 lg:grid-cols-4 lg:divide-x">
      {plots.map(({ count, title }) => (
        <div key={count} className="min-h-43 p-5">
          {data !== undefined && (
            <Plot title={title} points={data.days.map((day) => ({ label: dayLabel(day.day), value: day[count] }))} />
          )}
        </div>
      ))}
    </Card>
  );
}

const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** Days are in UTC, whatever the local time zone. */
function dayLabel(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}
