import { useQuery } from "@tanstack/react-query";
import { api, read } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { durationText, Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

const sessionsQuery = read("listSessions", {});

/** The account's sessions, each with a button to end it. */
export function Sessions() {
  const { data, error } = useQuery(sessionsQuery);
  const end = useAction((sessionId: string) => api.endSession({ sessionId }), {
    rereads: [sessionsQuery],
    message: "Session ended.",
  });
  return (
    <Section title="Sessions" description={`End any session you don’t recognize.${describeIdle(data?.idleMinutes)}`}>
      <Table
        label="Sessions"
        query={{ error }}
        rows={data?.sessions}
        keyOf={({ id }) => id}
        columns={({ main, column, time, actions }) => [
          main("Browser", ({ userAgent, isCurrent, lastUsedAt, address }) => (
            <>
              <span className="flex items-center gap-2" title={userAgent}>
                <span className="truncate">{describeBrowser(userAgent)}</span>
                {isCurrent && <Badge tone="ok">This browser</Badge>}
              </span>
              <Beneath>
                <Time at={lastUsedAt} />
                <code>{address}</code>
              </Beneath>
            </>
          )),
          column("Address", ({ address }) => <code>{address}</code>, { from: "sm", className: "text-ink-soft" }),
          time("Signed in", ({ createdAt }) => createdAt, { from: "md" }),
          time("Last active", ({ lastUsedAt }) => lastUsedAt),
          time("Ends", ({ expiresAt }) => expiresAt, { from: "md" }),
          actions(
            ({ id, isCurrent }) =>
              !isCurrent && (
                <Button size="small" look="danger" onClick={() => end.mutate(id)}>
                  End
                </Button>
              ),
          ),
        ]}
      />
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
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Unknown browser";
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}
