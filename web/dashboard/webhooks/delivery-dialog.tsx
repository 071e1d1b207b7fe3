import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { allOf, api, read } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Fact } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";
import { useAction } from "../ui/use-action.ts";
import { DeliveryStatus, eventName, type Webhook } from "./delivery-status.tsx";

interface DeliveryDialogProps {
  organizationId: string;
  webhook: Webhook;
  deliveryId: string;
  onClose: () => void;
}

/** A delivery with its request and response. */
export function DeliveryDialog({ organizationId, webhook, deliveryId, onClose }: DeliveryDialogProps) {
  const webhookId = webhook.id;
  const { data: delivery, error } = useQuery(read("getDelivery", { organizationId, webhookId, deliveryId }));
  const redeliver = useAction(() => api.redeliver({ organizationId, webhookId, deliveryId }), {
    rereads: [allOf("listDeliveries", { organizationId, webhookId })],
    message: "Redelivery queued.",
    onDone: onClose,
    showsError: true,
  });
  return (
    <Dialog title={delivery === undefined ? "Delivery" : eventName(delivery)} isOpen width="wide" onClose={onClose}>
      <Problem error={error} />
      {delivery !== undefined && (
        <div className="grid gap-5">
          <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            <Fact label="Status">
              <DeliveryStatus delivery={delivery} />
            </Fact>
            <Fact label="Response">{delivery.responseStatus ?? "None"}</Fact>
            <Fact label="Attempts">{delivery.attempts}</Fact>
            <Fact label={delivery.nextAttemptAt === null ? "Last attempt" : "Next attempt"}>
              <When at={delivery.nextAttemptAt ?? delivery.attemptedAt} />
            </Fact>
          </dl>
          {delivery.problem !== null && <p className="text-danger">{delivery.problem}</p>}
          <div className="grid gap-1.5">
            <h3>Payload</h3>
            <div className="max-h-80 overflow-y-auto rounded-card">
              <Command text={indented(delivery.payload)} label="Copy payload" />
            </div>
          </div>
          {delivery.responseBody !== null && delivery.responseBody !== "" && (
            <div className="grid gap-1.5">
              <h3>Response</h3>
              <Command text={delivery.responseBody} label="Copy response" />
            </div>
          )}
          <Problem error={redeliver.error} />
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          icon={<RotateCw size={16} />}
          disabled={delivery === undefined}
          isBusy={redeliver.isPending}
          onClick={() => redeliver.mutate()}
        >
          Redeliver
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function When({ at }: { at: string | null }) {
  return at === null ? "None" : <Time at={at} />;
}

function indented(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}
