import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { ActionDialog, fieldText } from "../ui/form.tsx";
import { Card, Section } from "../ui/page.tsx";

/** How counting is turned off, how long its results are kept, and how they are deleted. */
export function AnalyticsSettings({ projectId }: { projectId: string }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  return (
    <>
      <Section
        title="Counting"
        description="Readers are counted without cookies, and nobody is identified. Browsers that ask not to be tracked aren’t counted."
      >
        <Card className="grid gap-4 p-5">
          <p className="text-ink-soft">
            To turn off counting and page feedback for this project, add this to <code>docs.json</code> and publish:
          </p>
          <pre className="overflow-x-auto rounded-control bg-sunken px-3 py-2">
            {`"integrations": { "telemetry": { "enabled": false } }`}
          </pre>
          <p className="text-ink-soft">
            Operators turn it off for the whole server with <code>LECTERN_ANALYTICS=off</code>, and choose with{" "}
            <code>LECTERN_INSIGHT_DAYS</code> how long the numbers are kept. Every list on the analytics page can be
            downloaded as a CSV file first.
          </p>
        </Card>
      </Section>
      <Section title="Danger zone">
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-danger/40 px-5 py-4">
          <div>
            <p className="font-medium">Delete analytics</p>
            <p className="text-ink-soft">Deletes views, actions, searches and page feedback, all or up to a day.</p>
          </div>
          <Button look="danger" onClick={() => setAsking(true)}>
            Delete analytics
          </Button>
        </div>
      </Section>
      {isAsking && (
        <ActionDialog
          title="Delete analytics?"
          action="Delete analytics"
          message="Analytics deleted."
          run={(fields) => {
            const before = fieldText(fields, "before");
            return api.deleteAnalytics({ projectId, ...(before !== "" && { before }) });
          }}
          onDone={async () => {
            setAsking(false);
            await queries.invalidateQueries();
          }}
          onClose={() => setAsking(false)}
        >
          <p>This can’t be undone. Questions and conversations stay.</p>
          <TextField
            label="Only from before this day"
            name="before"
            type="date"
            isOptional
            hint="In UTC. Without a day, everything is deleted."
          />
        </ActionDialog>
      )}
    </>
  );
}
