import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Answer, api, webhookQuery } from "../api/client.ts";
import { useProject } from "../shell/current-project.ts";
import { Button } from "../ui/button.tsx";
import { CopyValue } from "../ui/command.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";

/** The webhook's address, secret and recent deliveries. */
export function WebhookSettings({ projectId }: { projectId: string }) {
  const [isAsking, setAsking] = useState(false);
  const { data, error } = useQuery(webhookQuery(projectId));
  const rotate = useAction(() => api.rotateWebhookSecret({ projectId }), {
    message: "Secret replaced. Update it on your git host.",
    cachesAs: webhookQuery(projectId),
    onDone: () => setAsking(false),
  });
  return (
    <Section
      title="Webhooks"
      description="Add one of these URLs and the secret to your git host. Every push then publishes the site."
    >
      <Problem error={error} />
      {data !== undefined && (
        <>
          <Card className="grid gap-4 p-5">
            <Labelled label="GitHub" text={data.githubUrl} copy="Copy GitHub webhook URL" />
            <Labelled label="GitLab" text={data.gitlabUrl} copy="Copy GitLab webhook URL" />
            <div className="flex flex-wrap items-center gap-3 sm:grid sm:grid-cols-[96px_minmax(0,1fr)]">
              <span className="text-ink-soft">Secret</span>
              <span className="flex flex-wrap items-center gap-3">
                {data.secret === null ? <span className="text-ink-faint">None</span> : <Secret text={data.secret} />}
                <Button
                  size="small"
                  isBusy={rotate.isPending}
                  onClick={() => (data.secret === null ? rotate.mutate() : setAsking(true))}
                >
                  {data.secret === null ? "Create secret" : "Replace"}
                </Button>
              </span>
            </div>
          </Card>
          {data.deliveries.length > 0 && (
            <div className="mt-8">
              <h3 className="mb-3">Recent deliveries</h3>
              <Table
                label="Deliveries"
                rows={data.deliveries}
                keyOf={({ id }) => id}
                columns={({ column }) => [
                  column("Event", ({ event }) => event),
                  column("Host", ({ host }) => hostNames[host] ?? host, { className: "text-ink-soft" }),
                  column("Update", (delivery) => <Outcome delivery={delivery} />),
                  column("When", ({ at }) => <Time at={at} />, { className: "text-ink-soft" }),
                ]}
              />
            </div>
          )}
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Replace the webhook secret?"
          action="Replace secret"
          change={rotate}
          onClose={() => setAsking(false)}
        >
          <p>Webhooks signed with the current secret will be rejected until you update the git host.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Outcome({ delivery: { statusId, problem } }: { delivery: Answer<"getWebhook">["deliveries"][number] }) {
  const { params } = useProject();
  if (statusId === null) {
    const look = problem === null ? "text-ink-faint" : "inline-block min-w-60 text-[13px] text-warn";
    return <span className={look}>{problem ?? "Ignored"}</span>;
  }
  return (
    <Link
      to="/$organization/$domain/updates/$updateId"
      params={{ ...params, updateId: statusId }}
      className="text-accent hover:underline"
    >
      Show update
    </Link>
  );
}

const hostNames: Readonly<Record<string, string>> = { github: "GitHub", gitlab: "GitLab" };

function Labelled({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div className="flex flex-col gap-1 sm:grid sm:grid-cols-[96px_minmax(0,1fr)] sm:items-center sm:gap-3">
      <span className="text-ink-soft">{label}</span>
      <CopyValue text={text} label={copy} />
    </div>
  );
}

/** Hidden until requested, because people share their screens. */
function Secret({ text }: { text: string }) {
  const [isShown, setShown] = useState(false);
  return isShown ? (
    <CopyValue text={text} label="Copy secret" />
  ) : (
    <Button size="small" onClick={() => setShown(true)}>
      Show
    </Button>
  );
}
