import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { overviewQuery, searchesQuery } from "../api/insight-queries.ts";
import { useProject } from "../shell/current-project.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Cell, mainColumn, Row, RowsLoading, Table } from "../ui/table.tsx";
import { FigurePlots } from "./figure-plots.tsx";
import { SiteLink } from "./site-link.tsx";

const columns = (isWithoutResult: boolean) => [
  { title: "Search", className: mainColumn },
  { title: "Times", className: "text-right" },
  // A search without results has nothing to open.
  ...(isWithoutResult ? [] : [{ title: "Opened", className: "text-right" }]),
];

/** Analytics of the last 30 days. */
export function Figures() {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(overviewQuery(project.id));
  if (error !== null) {
    return <Problem error={error} onRetry={() => void refetch()} />;
  }
  if (data !== undefined && data.totals.questions + data.totals.searches === 0) {
    return (
      <EmptyState icon={<ChartColumn size={20} />} title="No reader has searched or asked yet" action={<SiteLink />}>
        What readers search for and ask on the site is counted here, day by day, without knowing who they are.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-10">
        <FigurePlots />
      </div>
      <div className="grid gap-x-8 lg:grid-cols-2">
        <Searches title="Top searches" isWithoutResult={false} />
        <Searches title="Searches without result" isWithoutResult />
      </div>
    </>
  );
}

function Searches({ title, isWithoutResult }: { title: string; isWithoutResult: boolean }) {
  const { project } = useProject();
  const { data, error } = useQuery(searchesQuery(project.id, isWithoutResult));
  return (
    <Section title={title}>
      {error !== null && <Problem error={error} />}
      {data?.searches.length === 0 ? (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">
          {isWithoutResult ? "Every search found something." : "Nothing was searched for yet."}
        </p>
      ) : (
        <Table label={title} columns={columns(isWithoutResult)}>
          {data === undefined && error === null && <RowsLoading columns={isWithoutResult ? 2 : 3} rows={4} />}
          {data?.searches.map(({ query, searches, withoutResult, clicks }) => (
            <Row key={query}>
              <Cell className={mainColumn}>
                <span className="block truncate" title={query}>
                  {query === "" ? "all others" : query}
                </span>
              </Cell>
              <Cell className="w-20 text-right tabular-nums">{isWithoutResult ? withoutResult : searches}</Cell>
              {!isWithoutResult && <Cell className="w-20 text-right text-ink-soft tabular-nums">{clicks}</Cell>}
            </Row>
          ))}
        </Table>
      )}
    </Section>
  );
}
