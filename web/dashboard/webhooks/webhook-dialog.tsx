import { useQuery } from "@tanstack/react-query";
import { auditEvent, webhookEventTypes } from "../../../src/contract/event-schemas.ts";
import { type Answer, api, projectsQuery, webhookQueries } from "../api/client.ts";
import type { BodyOf } from "../forms/body-forms.ts";
import { CheckFields, SelectField, TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { type Webhook, webhookEventNames, webhookFormats } from "./delivery-status.tsx";

interface WebhookDialogProps {
  organizationId: string;
  /** The webhook to edit; undefined to add one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onSaved: (changed: Answer<"changeWebhook">) => void;
}

/** Adds or edits a webhook. */
export function WebhookDialog({ organizationId, webhook, onClose, onSaved }: WebhookDialogProps) {
  const { projects = [] } = useQuery(projectsQuery(organizationId)).data ?? {};
  const save = useAction(
    (body: BodyOf<"createWebhook">) =>
      webhook === undefined
        ? api.createWebhook({ organizationId, ...body })
        : api.changeWebhook({ organizationId, webhookId: webhook.id, ...body }),
    { rereads: webhookQueries(organizationId), onDone: onSaved, showsError: true },
  );
  return (
    <FormDialog
      title={webhook === undefined ? "Add webhook" : "Edit webhook"}
      action={webhook === undefined ? "Add webhook" : "Save"}
      width="wide"
      of="createWebhook"
      values={webhook}
      change={save}
      onSubmit={(body) => save.mutate(body)}
      onClose={onClose}
    >
      <TextField
        label="URL"
        name="url"
        placeholder="https://hooks.slack.com/services/…"
        hint="Your server, or the address of an incoming webhook of Slack or Microsoft Teams."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" name="name" placeholder="#docs channel" />
        <SelectField
          label="Project"
          name="projectId"
          options={[["", "All projects"], ...projects.map(({ id, name }) => [id, name] as const)]}
        />
      </div>
      <SelectField
        label="Format"
        name="format"
        hint="JSON is signed as in Standard Webhooks. Slack and Microsoft Teams get readable messages."
        options={[["", "Detect from the URL"], ...Object.entries(webhookFormats)]}
      />
      <CheckFields
        legend="Events"
        name="events"
        chosen={webhook?.events ?? webhookEventTypes.filter((type) => type !== auditEvent)}
        options={webhookEventTypes.map((type) => [type, webhookEventNames[type], <code key={type}>{type}</code>])}
      />
    </FormDialog>
  );
}
