import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { Suspense, useState } from "react";
import { toCsv } from "../../../src/contract/csv.ts";
import { type Answer, seriesQuery } from "../api/client.ts";
import { SiteLink } from "../assistant/site-link.tsx";
import { CsvButton } from "../shell/csv-button.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { Notice } from "../ui/notice.tsx";
import { Card, EmptyState } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Segments } from "../ui/segments.tsx";
import { Table } from "../ui/table.tsx";
import { type Audience, type Measure, measures } from "./analytics-search.ts";
import { kindNames, readerKinds } from "./dimensions.ts";
import { FilterBar } from "./filter-bar.tsx";
import { PagePanel } from "./page-panel.tsx";
import { describeChange, periodLabel, pointLabel } from "./period.ts";
import type { ChartPoint } from "./time-chart.tsx";
import { TrafficLists } from "./traffic-lists.tsx";
import { useAnalytics } from "./use-analytics.ts";

const TimeChart = lazyPart(async () => (await import("./time-chart.tsx")).TimeChart);

type Series = Answer<"getAnalyticsSeries">;
type Figures = Pick<Series["totals"], "views" | "visitors">;

/** Who reads the site: over time, by page, and where readers come from. */
export function Traffic() {
  const { project, kind, measure, filters, period, show } = useAnalytics();
  // All kinds of readers at once, because agents and bots are shown next to people.
  const { data, error, refetch } = useQuery(seriesQuery(project.id, { ...period, ...filters }));
  const isUnread = data !== undefined && readerKinds.every((each) => data.totals.views[each] === 0);
  if (isUnread && Object.keys(filters).length === 0) {
    return (
      <EmptyState icon={<ChartColumn size={20} />} title="No views in this period" action={<SiteLink />}>
        Views of published pages are counted here within seconds. Readers stay anonymous, and no cookie is set.
      </EmptyState>
    );
  }
  const titles = measureTitles(kind);
  return (
    <>
      <FilterBar />
      <Problem error={error} onRetry={refetch} className="mb-4" />
      {data?.isPartial && (
        <div className="mb-4">
          <Notice>Some rare combinations are counted together, so numbers with several filters may be too low.</Notice>
        </div>
      )}
      <Card className="mb-10 overflow-hidden">
        <div className="grid grid-cols-2 gap-px border-b border-line bg-line lg:grid-cols-4">
          {measures.map((name) => (
            <MeasureButton
              key={name}
              title={titles[name]}
              isShown={name === measure}
              now={data && measured(name, kind, data.totals)}
              before={data?.previous && measured(name, kind, data.previous.totals)}
              onShow={() => show({ measure: name })}
            />
          ))}
        </div>
        <div className="min-h-82 px-2 pt-3 pb-4 sm:px-4">
          {data !== undefined && <SeriesView series={data} title={titles[measure]} {...{ measure, kind }} />}
        </div>
      </Card>
      {filters.page !== undefined && <PagePanel page={filters.page} />}
      <TrafficLists />
    </>
  );
}

interface MeasureButtonProps {
  title: string;
  isShown: boolean;
  now: number | undefined;
  before: number | undefined;
  onShow: () => void;
}

/** One of the figures on top of the chart. It chooses what the chart shows. */
function MeasureButton({ title, isShown, now, before, onShow }: MeasureButtonProps) {
  const change = now === undefined || before === undefined ? undefined : describeChange(now, before);
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className="relative min-h-19 bg-surface px-4 py-3 text-left hover:bg-hover/60 aria-pressed:after:absolute aria-pressed:after:inset-x-0 aria-pressed:after:bottom-0 aria-pressed:after:h-0.5 aria-pressed:after:bg-accent sm:px-5"
    >
      <span className="block truncate text-[13px] text-ink-faint">{title}</span>
      <span className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="text-lg font-semibold">{now?.toLocaleString("en") ?? "–"}</span>
        {change !== undefined && <span className="text-[13px] text-ink-faint">{change}</span>}
      </span>
    </button>
  );
}

interface SeriesViewProps {
  series: Series;
  title: string;
  measure: Measure;
  kind: Audience;
}

/** The chart, or its table, and the file with all numbers. */
function SeriesView({ series, title, measure, kind }: SeriesViewProps) {
  const { period, show } = useAnalytics();
  const [view, setView] = useState<"chart" | "table">("chart");
  const points: ChartPoint[] = series.points.map((point, index) => {
    const earlier = series.previous?.points[index];
    return {
      at: point.at,
      value: measured(measure, kind, point),
      before: earlier && { at: earlier.at, value: measured(measure, kind, earlier) },
    };
  });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3 px-2">
        <Legend series={series} />
        <div className="flex gap-2">
          <Segments
            legend="Show as"
            choices={[
              { value: "chart", label: "Chart" },
              { value: "table", label: "Table" },
            ]}
            value={view}
            onChange={setView}
          />
          <CsvButton
            label="Download CSV of views and visitors"
            name={`traffic-${period.from}-${period.to}`}
            csv={() => seriesCsv(series)}
          >
            CSV
          </CsvButton>
        </div>
      </div>
      {view === "chart" ? (
        <Suspense fallback={<div className="h-65" />}>
          <TimeChart title={title} points={points} onZoom={({ from, to }) => show({ from, to, days: undefined })} />
        </Suspense>
      ) : (
        <div className="mx-2 max-h-100 overflow-y-auto">
          <Table
            label={title}
            rows={points.toReversed()}
            keyOf={({ at }) => at}
            columns={({ main, column, number }) => [
              main(series.unit === "hour" ? "Hour" : "Day", ({ at }) => pointLabel(at)),
              number(title, ({ value }) => value),
              column("Before", ({ before }) => before?.value.toLocaleString("en") ?? "–", quietNumberLook),
            ]}
          />
        </div>
      )}
    </>
  );
}

const quietNumberLook = { width: "text-right", className: "text-right tabular-nums text-ink-soft" };

function Legend({ series }: { series: Series }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-[13px] text-ink-soft">
      <span className="flex items-center gap-2">
        <span aria-hidden className="h-0.5 w-4 rounded bg-accent" />
        {periodLabel(series)}
      </span>
      {series.previous !== undefined && (
        <span className="flex items-center gap-2 text-ink-faint">
          <span aria-hidden className="w-4 border-t-2 border-dashed border-line-strong" />
          {periodLabel(series.previous)}
        </span>
      )}
    </p>
  );
}

function measureTitles(kind: Audience): Readonly<Record<Measure, string>> {
  const who = kind === "person" || kind === "all" ? undefined : kindNames[kind];
  return {
    visitors: who ?? "Visitors",
    views: who === undefined ? "Views" : `Views by ${who.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`,
    agents: "Agent views",
    bots: "Crawler and bot views",
  };
}

function measured(measure: Measure, kind: Audience, { views, visitors }: Figures): number {
  switch (measure) {
    case "visitors":
      return ofAudience(kind, visitors);
    case "views":
      return ofAudience(kind, views);
    case "agents":
      return views.agent;
    case "bots":
      return views.search + views.crawler + views.bot;
  }
}

function ofAudience(kind: Audience, counts: Figures["views"]): number {
  return kind === "all" ? readerKinds.reduce((sum, each) => sum + counts[each], 0) : counts[kind];
}

function seriesCsv({ unit, points }: Series): string {
  const columns = (["views", "visitors"] as const).flatMap((name) => readerKinds.map((kind) => [name, kind] as const));
  return toCsv(
    [unit, ...columns.map(([name, kind]) => `${name}_${kind}`)],
    points.map((point) => [point.at, ...columns.map(([name, kind]) => point[name][kind])]),
  );
}
