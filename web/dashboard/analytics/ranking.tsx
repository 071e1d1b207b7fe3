import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { AnalyticsDimension, ReaderKind } from "../../../src/contract/analytics-operations.ts";
import { toCsv } from "../../../src/contract/csv.ts";
import { type Answer, api, readPages } from "../api/client.ts";
import { CsvButton } from "../shell/csv-button.tsx";
import { FilterButtons } from "../ui/status-filter.tsx";
import { Table } from "../ui/table.tsx";
import { type FilterName, type Filters, filterNames } from "./analytics-search.ts";
import { dimensionNames, valueName } from "./dimensions.ts";
import { describeChange } from "./period.ts";
import { filterBy, useAnalytics } from "./use-analytics.ts";

export interface RankedList {
  /** The text of the button that shows the list. */
  label: string;
  dimension: AnalyticsDimension;
  /** The readers that the list is about, whatever the filter says. */
  kind?: ReaderKind | "all";
  /** What is counted, if it isn't views and visitors. */
  counts?: string;
}

type Row = Answer<"listAnalyticsRanking">["rows"][number];
type RankingInput = Parameters<typeof api.listAnalyticsRanking>[0];

const exportedRows = 250;

/** Lists that share a place; one of them is shown. */
export function Ranking({
  title,
  lists,
  isWide = false,
}: {
  title: string;
  lists: readonly RankedList[];
  isWide?: boolean;
}) {
  const { project, query: all, filters } = useAnalytics();
  const shown = lists.filter(({ dimension }) => isRankable(dimension, filters));
  const [chosen, setChosen] = useState(lists[0]?.label);
  const list = shown.find(({ label }) => label === chosen) ?? shown[0];
  if (list === undefined) return null;
  const { dimension, kind } = list;
  const { kind: shownKind, ...others } = all;
  const audience = kind ?? shownKind ?? "all";
  const input = {
    projectId: project.id,
    compare: true,
    dimension,
    ...others,
    ...(audience !== "all" && { kind: audience }),
  };
  const csv = async () => {
    const { rows } = await api.listAnalyticsRanking({ ...input, limit: exportedRows });
    return rankingCsv(dimension, rows);
  };
  return (
    <ListSection
      title={title}
      choices={shown.map(({ label }) => [label, label])}
      value={list.label}
      onChange={setChosen}
      csv={<CsvButton label={`Download CSV: ${list.label}`} name={`${dimension}-${all.from}-${all.to}`} csv={csv} />}
    >
      <RankedTable key={list.label} list={list} input={input} isWide={isWide} />
    </ListSection>
  );
}

interface ListSectionProps<Choice> {
  title: string;
  choices: readonly (readonly [choice: Choice, label: string])[];
  value: Choice;
  onChange: (choice: Choice) => void;
  csv: ReactNode;
  /** Whether the title is shown although there are several choices. */
  isTitled?: boolean;
  children: ReactNode;
}

/** A list with its file, or one of several lists that share a place. */
export function ListSection<Choice>({ title, csv, isTitled = false, children, ...lists }: ListSectionProps<Choice>) {
  const [only, ...others] = lists.choices;
  return (
    <section aria-label={title} className="mb-10">
      {isTitled && <h2 className="mb-2">{title}</h2>}
      <div className="mb-3 flex items-center justify-between gap-2">
        {others.length === 0 ? <h2>{only?.[1]}</h2> : <FilterButtons className="-ml-1" legend={title} {...lists} />}
        {csv}
      </div>
      {children}
    </section>
  );
}

/** Some sums aren't kept for combinations with other filters. */
function isRankable(dimension: AnalyticsDimension, filters: Filters): boolean {
  const given = filterNames.filter((name) => filters[name] !== undefined);
  if (dimension === "entry" || dimension === "exit") return given.length === 0;
  return (dimension !== "form" && dimension !== "folder") || given.length === 0;
}

function RankedTable({ list, input, isWide }: { list: RankedList; input: RankingInput; isWide: boolean }) {
  const query = useInfiniteQuery(readPages("listAnalyticsRanking", { ...input, limit: 10 }));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const most = Math.max(1, ...(rows ?? []).map(({ views }) => views));
  const isVisit = list.counts !== undefined;
  return (
    <Table
      label={list.label}
      query={query}
      rows={rows}
      keyOf={({ value }) => value}
      loadingRows={5}
      empty="Nothing in this period."
      columns={({ main, column, number }) => [
        main(dimensionNames[list.dimension], (row) => <Value list={list} row={row} share={row.views / most} />),
        ...(isWide
          ? [column("Trend", ({ trend }) => <Trend values={trend} />, { from: "sm", className: "w-28" })]
          : []),
        column("Change", (row) => describeChange(row.views, row.previousViews ?? 0) ?? "–", {
          from: "sm",
          width: "text-right",
          className: "text-right text-[13px] text-ink-faint tabular-nums whitespace-nowrap",
        }),
        ...(isVisit ? [] : [number("Visitors", ({ visitors }) => visitors, { from: "sm" })]),
        number(list.counts ?? "Views", ({ views }) => views),
      ]}
    />
  );
}

/** The name of a row on a bar. It filters all figures by this value. */
function Value({ list: { dimension }, row: { value }, share }: { list: RankedList; row: Row; share: number }) {
  const { link } = useAnalytics();
  const filter = filterOf(dimension);
  const name = valueName(dimension, value);
  const isPath = filter === "page" || filter === "folder";
  const className = `relative block truncate ${isPath ? "font-mono text-[12.5px]" : ""}`;
  return (
    <span className="relative block">
      <span
        aria-hidden
        className="absolute -inset-y-1 -left-2 rounded-[4px] bg-accent-soft"
        style={{ width: `calc(${Math.max(1, Math.round(share * 100))}% + 8px)` }}
      />
      {filter === undefined ? (
        <span className={className}>{name}</span>
      ) : (
        <Link
          {...link(filter === "kind" ? { kind: value as ReaderKind } : filterBy(filter, value))}
          resetScroll={filter === "page"}
          title={`Show only ${name}`}
          className={`${className} hover:underline`}
        >
          {name}
        </Link>
      )}
    </span>
  );
}

function filterOf(dimension: AnalyticsDimension): FilterName | "kind" | undefined {
  if (dimension === "entry" || dimension === "exit") return "page";
  return dimension === "form" ? undefined : dimension;
}

const trendWidth = 80;
const trendHeight = 20;

/** A line without axes. The numbers are in the CSV file. */
function Trend({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const step = trendWidth / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => `${index * step},${trendHeight - 1 - (value / most) * (trendHeight - 2)}`,
  );
  return (
    <svg width={trendWidth} height={trendHeight} aria-hidden="true" className="block overflow-visible">
      <polyline points={points.join(" ")} fill="none" strokeWidth="1.5" className="stroke-accent" />
    </svg>
  );
}

function rankingCsv(dimension: AnalyticsDimension, rows: readonly Row[]): string {
  const parts = Math.max(0, ...rows.map(({ trend }) => trend.length));
  return toCsv(
    [
      dimension,
      "views",
      "visitors",
      "views_before",
      "visitors_before",
      ...Array.from({ length: parts }, (_, index) => `views_part_${index + 1}`),
    ],
    rows.map(({ value, views, visitors, previousViews = 0, previousVisitors = 0, trend }) => [
      value,
      views,
      visitors,
      previousViews,
      previousVisitors,
      ...trend,
    ]),
  );
}
