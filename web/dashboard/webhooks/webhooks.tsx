import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { count } from "../../../src/contract/count.ts";
import { projectsQuery } from "../api/queries.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyValue } from "../ui/command.tsx";
import { DoneDialog } from "../ui/done-dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { Deliveries } from "./deliveries.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookMenu } from "./webhook-menu.tsx";
import { type Webhook, webhooksQuery } from "./webhook-queries.ts";

const columns = [
  { title: "Webhook", className: mainColumn },
  { title: "Events", className: "hidden md:table-cell" },
  { title: "Last delivery", className: "hidden sm:table-cell" },
  { title: "State" },
  { title: "Actions", isQuiet: true },
];

const states: Readonly<Record<Webhook["state"], { label: string; tone: BadgeTone }>> = {
  active: { label: "Active", tone: "ok" },
  failing: { label: "Failing, retrying", tone: "warn" },
  paused: { label: "Paused", tone: "danger" },
  off: { label: "Off", tone: "plain" },
};

const formats = { json: "JSON", slack: "Slack", teams: "Microsoft Teams" } as const;

/** The organization's outgoing webhooks, and the deliveries of the selected one. */
export function Webhooks({ organizationId }: { organizationId: string }) {
  const { data, error } = useQuery(webhooksQuery(organizationId));
  const [edited, setEdited] = useState<Webhook | "new">();
  const [secret, setSecret] = useState<string>();
  const [chosenId, setChosenId] = useState<string>();
  const webhooks = data?.webhooks;
  const chosen = webhooks?.find(({ id }) => id === chosenId) ?? webhooks?.[0];
  const add = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setEdited("new")}>
      Add webhook
    </Button>
  );
  return (
    <>
      <Section
        title="Webhooks"
        description="Report updates, jobs, pull requests, unanswered questions, feedback and the audit log to your own servers, Slack or Microsoft Teams."
        action={webhooks !== undefined && webhooks.length > 0 && add}
      >
        {error !== null && <Problem error={error} />}
        {webhooks?.length === 0 ? (
          <EmptyState icon={<WebhookIcon size={20} />} title="No webhooks yet" action={add}>
            Add one to be notified when an update fails, a pull request is opened or a reader leaves feedback.
          </EmptyState>
        ) : (
          error === null && (
            <Table label="Webhooks" columns={columns}>
              {webhooks === undefined && <RowsLoading columns={columns.length} rows={2} />}
              {webhooks?.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  organizationId={organizationId}
                  webhook={webhook}
                  isChosen={webhook.id === chosen?.id}
                  onChoose={() => setChosenId(webhook.id)}
                  onEdit={() => setEdited(webhook)}
                  onSecret={setSecret}
                />
              ))}
            </Table>
          )
        )}
      </Section>
      {chosen !== undefined && <Deliveries key={chosen.id} organizationId={organizationId} webhook={chosen} />}
      {edited !== undefined && (
        <WebhookDialog
          organizationId={organizationId}
          webhook={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(changed) => {
            setEdited(undefined);
            setChosenId(changed.webhook.id);
            if (changed.secret !== null) setSecret(changed.secret);
          }}
        />
      )}
      {secret !== undefined && (
        <DoneDialog title="Signing secret" onClose={() => setSecret(undefined)}>
          <div className="grid gap-3">
            <CopyValue text={secret} label="Copy secret" />
            <p className="text-ink-soft">
              Your server verifies requests with it. Copy it now: you won’t be able to see it again.
            </p>
          </div>
        </DoneDialog>
      )}
    </>
  );
}

interface WebhookRowProps {
  organizationId: string;
  webhook: Webhook;
  isChosen: boolean;
  onChoose: () => void;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}

function WebhookRow({ organizationId, webhook, isChosen, onChoose, onEdit, onSecret }: WebhookRowProps) {
  const { data } = useQuery(projectsQuery(organizationId));
  const { label, tone } = states[webhook.state];
  const project = data?.projects.find(({ id }) => id === webhook.projectId);
  const name = webhookName(webhook);
  const scope = `${count(webhook.events.length, "event")}${project === undefined ? "" : ` of ${project.name}`}`;
  return (
    <Row className={isChosen ? "bg-hover/60" : ""}>
      <Cell className={mainColumn}>
        <button
          type="button"
          onClick={onChoose}
          aria-pressed={isChosen}
          className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
          title={name}
        >
          {name}
        </button>
        <span className="block truncate text-[13px] text-ink-faint">
          {formats[webhook.format]} · {new URL(webhook.url).host}
        </span>
        <Beneath>{scope}</Beneath>
        {webhook.lastError !== null && webhook.state !== "active" && (
          <span className="block truncate text-[13px] text-warn" title={webhook.lastError}>
            {webhook.lastError}
          </span>
        )}
      </Cell>
      <Cell className="hidden whitespace-nowrap text-ink-soft md:table-cell">{scope}</Cell>
      <Cell className="hidden whitespace-nowrap text-ink-soft sm:table-cell">
        {webhook.deliveredAt === null ? "None" : <Time at={webhook.deliveredAt} />}
      </Cell>
      <Cell>
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell className="relative text-right">
        <WebhookMenu organizationId={organizationId} webhook={webhook} onEdit={onEdit} onSecret={onSecret} />
      </Cell>
    </Row>
  );
}

function webhookName({ name, url }: Webhook): string {
  return name === "" ? url : name;
}
