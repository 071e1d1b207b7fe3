import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readPages } from "../api/client.ts";
import { Section } from "../ui/page.tsx";
import { Beneath, Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { type Delivery, DeliveryStatus, eventName, type Webhook } from "./delivery-status.tsx";

/** The deliveries of a webhook, newest first. */
export function Deliveries({ organizationId, webhook }: { organizationId: string; webhook: Webhook }) {
  const asked = { organizationId, webhookId: webhook.id, limit: 20 };
  const query = useInfiniteQuery(readPages("listDeliveries", asked));
  const [shownId, setShownId] = useState<string>();
  return (
    <Section title="Deliveries" description={`To ${webhook.name || webhook.url}. Kept for 30 days.`}>
      <Table
        label="Deliveries"
        query={query}
        rows={query.data?.pages.flatMap((page) => page.deliveries)}
        keyOf={({ id }) => id}
        loadingRows={3}
        empty={<p className="text-ink-soft">Nothing sent yet. Send a test event to try the webhook.</p>}
        columns={({ main, column, time }) => [
          column("Status", (delivery) => <DeliveryStatus delivery={delivery} />),
          main("Event", (delivery) => (
            <>
              <button
                type="button"
                onClick={() => setShownId(delivery.id)}
                className="block max-w-full truncate text-left font-medium after:absolute after:inset-0"
              >
                {eventName(delivery)}
              </button>
              {delivery.problem !== null && (
                <span className="block truncate text-[13px] text-ink-faint" title={delivery.problem}>
                  {delivery.problem}
                </span>
              )}
              <Beneath>
                <Time at={delivery.createdAt} />
              </Beneath>
            </>
          )),
          column("Response", describeResponse, {
            from: "sm",
            className: "whitespace-nowrap text-ink-soft tabular-nums",
          }),
          column("Attempts", ({ attempts }) => attempts, { from: "md", className: "text-ink-soft tabular-nums" }),
          time("Created", ({ createdAt }) => createdAt),
        ]}
      />
      {shownId !== undefined && (
        <DeliveryDialog
          organizationId={organizationId}
          webhook={webhook}
          deliveryId={shownId}
          onClose={() => setShownId(undefined)}
        />
      )}
    </Section>
  );
}

function describeResponse({ responseStatus, durationMs }: Delivery): string {
  return `${responseStatus ?? "None"}${durationMs === null ? "" : ` · ${durationMs.toLocaleString("en")} ms`}`;
}
