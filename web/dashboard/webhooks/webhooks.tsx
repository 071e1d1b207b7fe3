import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { count } from "../../../src/contract/count.ts";
import { projectsQuery, read } from "../api/client.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyValue } from "../ui/command.tsx";
import { DoneDialog } from "../ui/dialog.tsx";
import { EmptyState, Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Deliveries } from "./deliveries.tsx";
import { type Webhook, webhookFormats } from "./delivery-status.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookMenu } from "./webhook-menu.tsx";

const states: Readonly<Record<Webhook["state"], { label: string; tone: BadgeTone }>> = {
  active: { label: "Active", tone: "ok" },
  failing: { label: "Failing, retrying", tone: "warn" },
  paused: { label: "Paused", tone: "danger" },
  off: { label: "Off", tone: "plain" },
};

/** The organization's outgoing webhooks, and the deliveries of the selected one. */
export function Webhooks({ organizationId }: { organizationId: string }) {
  const { data, error } = useQuery(read("listWebhooks", { organizationId }));
  const [edited, setEdited] = useState<Webhook | "new">();
  const [secret, setSecret] = useState<string>();
  const [chosenId, setChosenId] = useState<string>();
  const webhooks = data?.webhooks;
  const { data: known } = useQuery(projectsQuery(organizationId));
  const scopeOf = ({ events, projectId }: Webhook) => {
    const project = known?.projects.find(({ id }) => id === projectId);
    return `${count(events.length, "event")}${project === undefined ? "" : ` of ${project.name}`}`;
  };
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
        <Table
          label="Webhooks"
          query={{ error }}
          rows={webhooks}
          keyOf={({ id }) => id}
          rowClass={({ id }) => (id === chosen?.id ? "bg-hover/60" : "")}
          empty={
            <EmptyState icon={<WebhookIcon size={20} />} title="No webhooks yet" action={add}>
              Add one to be notified when an update fails, a pull request is opened or a reader leaves feedback.
            </EmptyState>
          }
          columns={({ main, column, time, actions }) => [
            main("Webhook", (webhook) => (
              <WebhookName
                webhook={webhook}
                scope={scopeOf(webhook)}
                isChosen={webhook.id === chosen?.id}
                onChoose={() => setChosenId(webhook.id)}
              />
            )),
            column("Events", scopeOf, { from: "md", className: "whitespace-nowrap text-ink-soft" }),
            time("Last delivery", ({ deliveredAt }) => deliveredAt, { none: "None" }),
            column("State", ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>),
            actions(
              (webhook) => (
                <WebhookMenu
                  organizationId={organizationId}
                  webhook={webhook}
                  onEdit={() => setEdited(webhook)}
                  onSecret={setSecret}
                />
              ),
              "relative",
            ),
          ]}
        />
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
              Your server verifies requests with this secret. Copy it now: you won’t be able to see it again.
            </p>
          </div>
        </DoneDialog>
      )}
    </>
  );
}

interface WebhookNameProps {
  webhook: Webhook;
  scope: string;
  isChosen: boolean;
  onChoose: () => void;
}

function WebhookName({ webhook, scope, isChosen, onChoose }: WebhookNameProps) {
  const name = webhook.name || webhook.url;
  return (
    <>
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
        {webhookFormats[webhook.format]} · {new URL(webhook.url).host}
      </span>
      <Beneath>{scope}</Beneath>
      {webhook.lastError !== null && webhook.state !== "active" && (
        <span className="block truncate text-[13px] text-warn" title={webhook.lastError}>
          {webhook.lastError}
        </span>
      )}
    </>
  );
}
