import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { overviewQuery, searchesQuery } from "../api/insight-queries.ts";
import { useProject } from "../shell/place.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Plot } from "../ui/plot.tsx";
import { Problem } from "../ui/problem.tsx";
import { Cell, Row, RowsLoading, Table } from "../ui/table.tsx";

const plots = [
  { count: "questions", title: "Questions" },
  { count: "notInDocs", title: "Not answered by the pages" },
  { count: "searches", title: "Searches" },
  { count: "searchesWithoutResult", title: "Searches without result" },
] as const;
const columns = [{ title: "Search" }, { title: "Times" }, { title: "Opened" }];

/** What readers did in the last thirty days. */
export function Figures() {
  const { project } = useProject();
  const { data, error, refetch } = useQuery(overviewQuery(project.id));
  if (error !== null) {
    return <Problem error={error} onRetry={() => void refetch()} />;
  }
  if (data !== undefined && data.totals.questions + data.totals.searches === 0) {
    return (
      <EmptyState icon={<ChartColumn size={20} />} title="No reader has searched or asked yet">
        What readers search for and ask on the site is counted here, day by day, without knowing who they are.
      </EmptyState>
    );
  }
  return (
    <>
      <Card className="mb-10 grid divide-line sm:grid-cols-2 lg:grid-cols-4 lg:divide-x">
        {plots.map(({ count, title }) => (
          <div key={count} className="min-h-36 p-5">
            {data !== undefined && (
              <Plot title={title} points={data.days.map((day) => ({ label: dayLabel(day.day), value: day[count] }))} />
            )}
          </div>
        ))}
      </Card>
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
        <Table label={title} columns={columns}>
          {data === undefined && error === null && <RowsLoading columns={3} rows={4} />}
          {data?.searches.map(({ query, searches, withoutResult, clicks }) => (
            <Row key={query}>
              <Cell>
                <span className="line-clamp-1 [overflow-wrap:anywhere]" title={query}>
                  {query === "" ? "all others" : query}
                </span>
              </Cell>
              <Cell className="w-20 tabular-nums">{isWithoutResult ? withoutResult : searches}</Cell>
              <Cell className="w-20 text-ink-soft tabular-nums">{clicks}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </Section>
  );
}

const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** Days are those of UTC, whatever the zone of whoever reads them. */
function dayLabel(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}
