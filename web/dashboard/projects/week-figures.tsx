import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { describeChange, lastDays, periodBefore, pointLabel } from "../analytics/period.ts";
import { overviewQuery, seriesQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Card, Section } from "../ui/page.tsx";
import { Plot } from "../ui/plot.tsx";

interface Figure {
  title: string;
  days: readonly { day: string; value: number }[] | undefined;
  before: number | undefined;
}

/** Four figures of the last seven days, compared with the seven before. Nothing until there is something to count. */
export function WeekFigures() {
  const { project, params } = useProject();
  const week = lastDays(7, Date.now());
  const { data: series } = useQuery(seriesQuery(project.id, week));
  const { data: insight } = useQuery(overviewQuery(project.id, week));
  const { data: earlier } = useQuery(overviewQuery(project.id, periodBefore(week)));
  const read = (title: string, what: "views" | "visitors"): Figure => ({
    title,
    days: series?.points.map((point) => ({ day: point.at, value: point[what].person })),
    before: series?.previous?.totals[what].person,
  });
  const counted = (title: string, what: "notInDocs" | "searchesWithoutResult"): Figure => ({
    title,
    days: insight?.days.map((each) => ({ day: each.day, value: each[what] })),
    before: earlier?.totals[what],
  });
  const figures = [
    read("Visitors", "visitors"),
    read("Views", "views"),
    counted("Unanswered questions", "notInDocs"),
    counted("Searches without results", "searchesWithoutResult"),
  ];
  const isLoaded = figures.every(({ days, before }) => days !== undefined && before !== undefined);
  const isEmpty = figures.every(({ days, before }) => before === 0 && days?.every(({ value }) => value === 0));
  if (isLoaded && isEmpty) return null;
  return (
    <Section
      title="This week"
      action={
        <Link
          to="/$organization/$domain/analytics"
          params={params}
          search={{ days: 7 }}
          className="text-accent hover:underline"
        >
          Show analytics
        </Link>
      }
    >
      <Card className="overflow-hidden">
        <div className="grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-4">
          {figures.map(({ title, days, before }) => (
            <div key={title} className="min-h-47 bg-surface p-5">
              {days !== undefined && (
                <Plot
                  title={title}
                  points={days.map(({ day, value }) => ({ label: pointLabel(day), value }))}
                  note={noteOf(days, before)}
                />
              )}
            </div>
          ))}
        </div>
      </Card>
    </Section>
  );
}

function noteOf(days: readonly { value: number }[], before: number | undefined): string | undefined {
  const total = days.reduce((sum, { value }) => sum + value, 0);
  const change = before === undefined ? undefined : describeChange(total, before);
  return change && `${change} vs. week before`;
}
