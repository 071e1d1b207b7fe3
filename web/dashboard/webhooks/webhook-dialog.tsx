import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auditEvent, type WebhookEventType, webhookEventTypes } from "../../../src/contract/event-schemas.ts";
import { type Answer, api, projectsQuery, webhookQueries } from "../api/client.ts";
import { CheckField, SelectField, TextField } from "../ui/field.tsx";
import { FormDialog, fieldText } from "../ui/form.tsx";
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
  const [isMissingEvents, setMissingEvents] = useState(false);
  const save = useAction(
    (fields: FormData) =>
      webhook === undefined
        ? api.createWebhook({ organizationId, ...readForm(fields) })
        : api.changeWebhook({ organizationId, webhookId: webhook.id, ...readForm(fields) }),
    { rereads: webhookQueries(organizationId), onDone: onSaved, showsError: true },
  );
  return (
    <FormDialog
      title={webhook === undefined ? "Add webhook" : "Edit webhook"}
      action={webhook === undefined ? "Add webhook" : "Save"}
      width="wide"
      change={save}
      onSubmit={(fields) => {
        setMissingEvents(fields.getAll("event").length === 0);
        if (fields.getAll("event").length > 0) save.mutate(fields);
      }}
      onClose={onClose}
    >
      <TextField
        label="URL"
        name="url"
        type="url"
        required
        maxLength={1_000}
        defaultValue={webhook?.url ?? ""}
        placeholder="https://hooks.slack.com/services/…"
        hint="Your server, or the address of an incoming webhook of Slack or Microsoft Teams."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          maxLength={100}
          isOptional
          defaultValue={webhook?.name ?? ""}
          placeholder="#docs channel"
        />
        <SelectField
          label="Project"
          name="projectId"
          defaultValue={webhook?.projectId ?? ""}
          options={[["", "All projects"], ...projects.map(({ id, name }) => [id, name] as const)]}
        />
      </div>
      <SelectField
        label="Format"
        name="format"
        defaultValue={webhook?.format ?? ""}
        hint="JSON is signed as in Standard Webhooks. Slack and Microsoft Teams get readable messages."
        options={[["", "Detect from the URL"], ...Object.entries(webhookFormats)]}
      />
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="mb-1 font-medium">Events</legend>
        {webhookEventTypes.map((type) => (
          <CheckField
            key={type}
            name="event"
            value={type}
            defaultChecked={webhook === undefined ? type !== auditEvent : webhook.events.includes(type)}
            label={webhookEventNames[type]}
            hint={<code>{type}</code>}
          />
        ))}
        {isMissingEvents && <p className="text-[13px] text-danger sm:col-span-2">Choose at least one event.</p>}
      </fieldset>
    </FormDialog>
  );
}

function readForm(fields: FormData) {
  const format = fieldText(fields, "format");
  return {
    url: fieldText(fields, "url"),
    name: fieldText(fields, "name"),
    projectId: fieldText(fields, "projectId") || null,
    events: fields.getAll("event") as WebhookEventType[],
    ...(format !== "" && { format: format as Webhook["format"] }),
  };
}
