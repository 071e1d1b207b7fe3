import { useInfiniteQuery } from "@tanstack/react-query";
import { auditQuery } from "../api/queries.ts";
import { Badge } from "../ui/badge.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

const columns = [
  { title: "What", className: mainColumn },
  { title: "Who", className: "hidden sm:table-cell" },
  { title: "From", className: "hidden md:table-cell w-36" },
  { title: "When", className: "hidden sm:table-cell w-32" },
];

export function AuditLog({ organizationId, projectId }: { organizationId: string; projectId?: string }) {
  const query = useInfiniteQuery(auditQuery(organizationId, projectId));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Section title="Audit log" description="Who did what, when and from where.">
      {query.error !== null && <Problem error={query.error} />}
      {entries?.length === 0 ? (
        <p className="rounded-card border border-dashed border-line px-5 py-6 text-ink-soft">
          Nothing yet. Whatever a member, a key or the command line changes from now on is written down here.
        </p>
      ) : (
        <Table label="Audit log" columns={columns}>
          {entries === undefined && query.error === null && <RowsLoading columns={columns.length} rows={3} />}
          {entries?.map(({ id, at, actor, action, details, address }) => (
            <Row key={id}>
              <Cell className={mainColumn}>
                <span className="flex min-w-0 items-baseline gap-3">
                  <span className="flex-none">{describeAction(action)}</span>
                  <span className="truncate text-[13px] text-ink-faint" title={detailText(details)}>
                    {describeDetails(details)}
                  </span>
                </span>
                <Beneath>
                  <Time at={at} />
                  <span className="truncate">{actor.name}</span>
                </Beneath>
              </Cell>
              <Cell className="hidden sm:table-cell">
                <span className="flex items-center gap-2">
                  <span className="max-w-56 truncate" title={actor.name}>
                    {actor.name}
                  </span>
                  {actor.kind !== "member" && <Badge>{actor.kind}</Badge>}
                </span>
              </Cell>
              <Cell className="hidden md:table-cell">
                <code className="text-ink-soft">{address}</code>
              </Cell>
              <TimeCell at={at} />
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

/** Turns the name of an operation into words: `createKey` → “Create key”. */
function describeAction(action: string): string {
  const words = action.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Puts readable details first. IDs come last, shortened to their distinctive ends. */
function describeDetails(details: Readonly<Record<string, string>>): string {
  const isId = (value: string) => /^[a-z]{3}_[0-9a-z]{20,}$/.test(value);
  const entries = Object.entries(details);
  return [
    ...entries.filter(([, value]) => !isId(value)).map(([name, value]) => describeDetail(name, value)),
    ...entries.filter(([, value]) => isId(value)).map(([, value]) => `…${value.slice(-8)}`),
  ].join(", ");
}

function describeDetail(name: string, value: string): string {
  switch (name) {
    case "number":
      return `#${value}`;
    case "attempts":
      return value === "1" ? "once" : `${value} times within an hour`;
    case "name":
      return `“${value}”`;
    case "changed":
      return value.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
    default:
      return value;
  }
}
