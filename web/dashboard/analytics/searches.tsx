import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, Search } from "lucide-react";
import { type Answer, overviewQuery, readPages } from "../api/client.ts";
import { SiteLink } from "../assistant/site-link.tsx";
import { CsvButton, fieldsCsv } from "../shell/csv-button.tsx";
import { useProject } from "../shell/current-project.ts";
import { EmptyState, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";
import { ActionsList } from "./actions-list.tsx";
import { DayPlots } from "./day-plots.tsx";
import { promptForSearch } from "./prompts.ts";
import { filterBy, useAnalytics } from "./use-analytics.ts";

const plots = [
  { count: "searches", title: "Searches" },
  { count: "clicks", title: "Search results opened" },
  { count: "searchesWithoutResult", title: "Searches without results" },
] as const;

/** What readers search for in the period, and what they don't find. */
export function Searches() {
  const { project, period } = useAnalytics();
  const { data, error, refetch } = useQuery(overviewQuery(project.id, period));
  if (error !== null) {
    return <Problem error={error} onRetry={refetch} />;
  }
  if (data !== undefined && data.totals.searches + data.totals.toolSearches === 0) {
    return (
      <EmptyState icon={<Search size={20} />} title="No searches in this period" action={<SiteLink />}>
        Searches on the site are counted here by day, with the ones that found nothing first. Readers stay anonymous.
      </EmptyState>
    );
  }
  return (
    <>
      <DayPlots name="searches" plots={plots} />
      <div className="grid items-start gap-x-8 lg:grid-cols-2">
        <SearchList title="Searches without results" isWithoutResult />
        <SearchList title="Top searches" isWithoutResult={false} />
      </div>
      <ActionsList title="Searches and questions by AI tools" actions={["tool_search", "tool_question"]} />
    </>
  );
}

type Row = Answer<"listInsightSearches">["searches"][number];

const csvColumns = {
  search: "query",
  searches: "searches",
  without_result: "withoutResult",
  clicks: "clicks",
  top_page: "topPage",
} as const;

function SearchList({ title, isWithoutResult }: { title: string; isWithoutResult: boolean }) {
  const { project, period, link } = useAnalytics();
  const { may, params } = useProject();
  const asked = { projectId: project.id, withoutResult: isWithoutResult, limit: 10, ...period };
  const list = useInfiniteQuery(readPages("listInsightSearches", asked));
  const rows = list.data?.pages.flatMap(({ searches }) => searches);
  const job = ({ query }: Row) => (
    <Link
      to="/$organization/$domain/jobs/new"
      params={params}
      search={{ prompt: promptForSearch(query) }}
      aria-label={`Create a job for “${query}”`}
      title="Create a job"
      className="flex size-8 items-center justify-center rounded-control text-ink-faint hover:bg-hover hover:text-ink pointer-coarse:size-10"
    >
      <Bot size={16} />
    </Link>
  );
  return (
    <Section
      title={title}
      action={
        <CsvButton
          label={`Download CSV: ${title}`}
          name={`searches-${period.from}-${period.to}`}
          disabled={rows === undefined}
          csv={() => fieldsCsv(csvColumns, rows)}
        />
      }
    >
      <Table
        label={title}
        query={list}
        rows={rows}
        keyOf={({ query }) => query}
        loadingRows={4}
        empty={isWithoutResult ? "No searches without results." : "No searches in this period."}
        columns={({ main, column, number }) => [
          main("Search", ({ query, topPage }) => (
            <>
              <span className="block truncate" title={query}>
                {query}
              </span>
              {topPage !== null && !isWithoutResult && (
                <Link
                  {...link({ tab: undefined, ...filterBy("page", topPage) })}
                  title={`Opened most often: ${topPage}`}
                  className="block truncate font-mono text-[12.5px] text-ink-faint hover:text-accent hover:underline"
                >
                  {topPage}
                </Link>
              )}
            </>
          )),
          number("Count", (search) => (isWithoutResult ? search.withoutResult : search.searches), {
            className: "w-20",
          }),
          // A search without results has no page to open.
          ...(isWithoutResult ? [] : [number("Clicks", ({ clicks }) => clicks, { className: "w-20 text-ink-soft" })]),
          ...(isWithoutResult && may("editor")
            ? [column("Create job", job, { isQuiet: true, className: "w-12 pl-0" })]
            : []),
        ]}
      />
    </Section>
  );
}
