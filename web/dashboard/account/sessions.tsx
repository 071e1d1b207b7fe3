import { useQuery } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { sessionsQuery } from "../api/queries.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { durationText } from "../ui/duration-text.ts";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

const columns = [
  { title: "Browser", className: mainColumn },
  { title: "Address", className: "hidden sm:table-cell" },
  { title: "Signed in", className: "hidden md:table-cell" },
  { title: "Last active", className: "hidden sm:table-cell" },
  { title: "Ends", className: "hidden md:table-cell" },
  { title: "Actions", isQuiet: true },
];

/** The account's sessions, each with a button to end it. */
export function Sessions() {
  const { data, error } = useQuery(sessionsQuery);
  const end = useAction((sessionId: string) => api.endSession({ sessionId }), {
    rereads: [sessionsQuery],
    message: "Session ended.",
  });
  return (
    <Section title="Sessions" description={`End any session you don’t recognize.${describeIdle(data?.idleMinutes)}`}>
      {error !== null && <Problem error={error} />}
      <Table label="Sessions" columns={columns}>
        {data === undefined && error === null && <RowsLoading columns={columns.length} rows={2} />}
        {data?.sessions.map(({ id, isCurrent, address, userAgent, createdAt, lastUsedAt, expiresAt }) => (
          <Row key={id}>
            <Cell className={mainColumn}>
              <span className="flex items-center gap-2" title={userAgent}>
                <span className="truncate">{describeBrowser(userAgent)}</span>
                {isCurrent && <Badge tone="ok">This browser</Badge>}
              </span>
              <Beneath>
                <Time at={lastUsedAt} />
                <code>{address}</code>
              </Beneath>
            </Cell>
            <Cell className="hidden text-ink-soft sm:table-cell">
              <code>{address}</code>
            </Cell>
            <Cell className="hidden text-ink-soft md:table-cell">
              <Time at={createdAt} />
            </Cell>
            <TimeCell at={lastUsedAt} />
            <Cell className="hidden text-ink-soft md:table-cell">
              <Time at={expiresAt} />
            </Cell>
            <Cell className="text-right">
              {!isCurrent && (
                <Button size="small" look="danger" onClick={() => end.mutate(id)}>
                  End
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    </Section>
  );
}

function describeIdle(idleMinutes: number | null | undefined): string {
  return idleMinutes == null ? "" : ` A session ends after ${durationText(idleMinutes)} without activity.`;
}

const browsers: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/curl\//, "curl"],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Mac OS X/, "macOS"],
  [/Windows/, "Windows"],
  [/Linux/, "Linux"],
];

/** Such as “Chrome on macOS”. */
function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) {
    return system === undefined ? "Unknown browser" : `Unknown browser on ${system}`;
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}
