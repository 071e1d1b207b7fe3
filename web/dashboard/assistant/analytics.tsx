import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { ChartColumn, Download } from "lucide-react";
import type { Answer } from "../api/client.ts";
import { overviewQuery, searchesQuery } from "../api/insight-queries.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { downloadCsv, toCsv } from "../ui/csv.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";
import { AnalyticsPlots } from "./analytics-plots.tsx";
import { type AnalyticsDays, analyticsDays } from "./assistant-tab.ts";
import { lastDays, type Period } from "./period.ts";
import { SiteLink } from "./site-link.tsx";

/** The searches and questions of readers in the period that is in the address. */
export function Analytics() {
  const { project } = useProject();
  const { days = 30 } = useSearch({ from: "/signed-in/$organization/$domain/assistant" });
  const { period } = lastDays(days, Date.now());
  const { data, error, refetch } = useQuery(overviewQuery(project.id, period));
  if (error !== null) {
    return <Problem error={error} onRetry={refetch} />;
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <PeriodChoice days={days} />
        <Button
          size="small"
          icon={<Download size={16} />}
          disabled={data === undefined}
          onClick={() =>
            data !== undefined &&
            downloadCsv(`${project.domain}-analytics-${period.from}-${period.to}.csv`, daysCsv(data))
          }
        >
          Download CSV
        </Button>
      </div>
      {data !== undefined && data.totals.questions + data.totals.searches === 0 ? (
        <EmptyState
          icon={<ChartColumn size={20} />}
          title={`No searches or questions in the last ${days} days`}
          action={<SiteLink />}
        >
          Searches and questions on the site are counted here by day. Readers stay anonymous.
        </EmptyState>
      ) : (
        <>
          <div className="mb-10">
            <AnalyticsPlots days={days} />
          </div>
          <div className="grid gap-x-8 lg:grid-cols-2">
            <Searches title="Top searches" isWithoutResult={false} period={period} />
            <Searches title="Searches without results" isWithoutResult period={period} />
          </div>
        </>
      )}
    </>
  );
}

function PeriodChoice({ days }: { days: AnalyticsDays }) {
  const { params } = useProject();
  return (
    <nav aria-label="Period" className="flex gap-1">
      {analyticsDays.map((count) => (
        <Link
          key={count}
          to="/$organization/$domain/assistant"
          params={params}
          search={{ tab: "analytics", days: count }}
          activeProps={{}}
          aria-current={count === days ? "true" : undefined}
          className="flex h-8 items-center rounded-full px-3 text-[13px] text-ink-soft hover:bg-hover aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent-strong pointer-coarse:h-10"
        >
          Last {count} days
        </Link>
      ))}
    </nav>
  );
}

interface SearchesProps {
  title: string;
  isWithoutResult: boolean;
  period: Period;
}

function Searches({ title, isWithoutResult, period }: SearchesProps) {
  const { project } = useProject();
  const { data, error } = useQuery(searchesQuery(project.id, isWithoutResult, period));
  return (
    <Section title={title}>
      <Table
        label={title}
        query={{ error }}
        rows={data?.searches}
        keyOf={({ query }) => query}
        loadingRows={4}
        empty={isWithoutResult ? "No searches without results." : "No searches in this period."}
        columns={({ main, column }) => [
          main("Search", ({ query }) => (
            <span className="block truncate" title={query}>
              {query === "" ? "All others" : query}
            </span>
          )),
          column("Count", (search) => (isWithoutResult ? search.withoutResult : search.searches), {
            width: "text-right",
            className: "w-20 text-right tabular-nums",
          }),
          // A search without results has no page to open.
          ...(isWithoutResult
            ? []
            : [
                column("Clicks", ({ clicks }) => clicks, {
                  width: "text-right",
                  className: "w-20 text-right text-ink-soft tabular-nums",
                }),
              ]),
        ]}
      />
    </Section>
  );
}

function daysCsv({ days }: Answer<"getInsightOverview">): string {
  const counts = Object.keys(days[0] ?? {}).filter((name) => name !== "day") as Exclude<
    keyof (typeof days)[number],
    "day"
  >[];
  return toCsv(
    ["day", ...counts],
    days.map((day) => [day.day, ...counts.map((name) => day[name])]),
  );
}
