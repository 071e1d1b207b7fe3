import { Ellipsis, KeyRound, Pencil, Power, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../api/client.ts";
import { webhookQueries } from "../api/queries.ts";
import { IconButton } from "../ui/button.tsx";
import { ConfirmAction } from "../ui/confirm-dialog.tsx";
import { Menu, MenuItem, MenuLine } from "../ui/menu.tsx";
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
  const trigger = (
    <IconButton label={`Actions for ${webhook.name || webhook.url}`}>
      <Ellipsis size={16} />
    </IconButton>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem icon={<Send size={16} />} onSelect={() => test.mutate()}>
          Send test event
        </MenuItem>
        <MenuItem icon={<Pencil size={16} />} onSelect={onEdit}>
          Edit
        </MenuItem>
        {webhook.format === "json" && (
          <MenuItem icon={<KeyRound size={16} />} onSelect={() => setAsked("secret")}>
            Replace signing secret
          </MenuItem>
        )}
        <MenuItem icon={<Power size={16} />} onSelect={() => turn.mutate()}>
          {isOn ? "Turn off" : "Turn on"}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 size={16} />} isDangerous onSelect={() => setAsked("remove")}>
          Remove
        </MenuItem>
      </Menu>
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
