import { KeyRound, Pencil, Power, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { api, webhookQueries } from "../api/client.ts";
import { ConfirmAction } from "../ui/confirm-dialog.tsx";
import { ActionsMenu } from "../ui/menu-items.tsx";
import { useAction } from "../ui/use-action.ts";
import type { Webhook } from "./delivery-status.tsx";

interface WebhookMenuProps {
  organizationId: string;
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
}

export function WebhookMenu({ organizationId, webhook, onEdit, onSecret }: WebhookMenuProps) {
  const [asked, setAsked] = useState<"secret" | "remove">();
  const params = { organizationId, webhookId: webhook.id };
  const rereads = webhookQueries(organizationId);
  const isOn = webhook.state === "active" || webhook.state === "failing";
  const test = useAction(() => api.testWebhook(params), {
    rereads,
    message: ({ problem }) => problem ?? "Test event delivered.",
  });
  const turn = useAction(() => api.changeWebhook({ ...params, enabled: !isOn }), {
    rereads,
    message: isOn ? "Webhook turned off." : "Webhook turned on.",
  });
  return (
    <>
      <ActionsMenu
        label={`Actions for ${webhook.name || webhook.url}`}
        entries={[
          { label: "Send test event", icon: Send, run: () => test.mutate() },
          { label: "Edit", icon: Pencil, run: onEdit },
          webhook.format === "json" && {
            label: "Replace signing secret",
            icon: KeyRound,
            run: () => setAsked("secret"),
          },
          { label: isOn ? "Turn off" : "Turn on", icon: Power, run: () => turn.mutate() },
          "line",
          { label: "Remove", icon: Trash2, isDangerous: true, run: () => setAsked("remove") },
        ]}
      />
      {asked === "secret" && (
        <ConfirmAction
          title="Replace the signing secret?"
          action="Replace secret"
          run={() => api.replaceSigningSecret(params)}
          rereads={rereads}
          onDone={({ secret }) => secret !== null && onSecret(secret)}
          onClose={() => setAsked(undefined)}
        >
          <p>For one day, requests are signed with both secrets, so you have time to update your server.</p>
        </ConfirmAction>
      )}
      {asked === "remove" && (
        <ConfirmAction
          title="Remove the webhook?"
          action="Remove webhook"
          run={() => api.removeWebhook(params)}
          rereads={rereads}
          message="Webhook removed."
          onClose={() => setAsked(undefined)}
        >
          <p>No more events are sent to it, and its delivery history is deleted.</p>
        </ConfirmAction>
      )}
    </>
  );
}
