import { useInfiniteQuery } from "@tanstack/react-query";
import { auditQuery } from "../api/queries.ts";
import { Badge } from "../ui/badge.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Cell, Row, RowsLoading, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { describeAction } from "./describe-action.ts";

const columns = [
  { title: "What" },
  { title: "Who" },
  { title: "Details", className: "hidden md:table-cell" },
  { title: "From", className: "hidden sm:table-cell" },
  { title: "When" },
];

/** Who did what, when and from where. */
export function AuditLog({ organizationId, projectId }: { organizationId: string; projectId?: string }) {
  const query = useInfiniteQuery(auditQuery(organizationId, projectId));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Section title="Audit log" description="Who did what, when and from where.">
      {query.error !== null && <Problem error={query.error} />}
      {entries?.length === 0 ? (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">
          Nothing yet. Whatever a member or a key changes from now on is written down here.
        </p>
      ) : (
        <Table label="Audit log" columns={columns}>
          {entries === undefined && query.error === null && <RowsLoading columns={columns.length} rows={3} />}
          {entries?.map(({ id, at, actor, action, details, address }) => (
            <Row key={id}>
              <Cell className="whitespace-nowrap">{describeAction(action)}</Cell>
              <Cell>
                <span className="flex items-center gap-2">
                  <span className="max-w-48 truncate" title={actor.name}>
                    {actor.name}
                  </span>
                  {actor.kind !== "member" && <Badge>{actor.kind}</Badge>}
                </span>
              </Cell>
              <Cell className="hidden text-ink-soft md:table-cell">
                <span className="line-clamp-1 [overflow-wrap:anywhere]" title={detailText(details)}>
                  {detailText(details)}
                </span>
              </Cell>
              <Cell className="hidden sm:table-cell">
                <code className="text-ink-soft">{address}</code>
              </Cell>
              <Cell className="text-ink-soft">
                <Time at={at} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      <MoreButton query={query} />
    </Section>
  );
}

function detailText(details: Readonly<Record<string, string>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
