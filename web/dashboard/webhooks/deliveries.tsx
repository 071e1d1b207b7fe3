import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MoreButton } from "../ui/more-button.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { Beneath, Cell, mainColumn, Row, RowsLoading, Table, TimeCell } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { DeliveryStatus, eventName } from "./delivery-status.tsx";
import { deliveriesQuery, type Webhook } from "./webhook-queries.ts";

const columns = [
  { title: "Status" },
  { title: "Event", className: mainColumn },
  { title: "Response", className: "hidden sm:table-cell" },
  { title: "Attempts", className: "hidden md:table-cell" },
  { title: "Created", className: "hidden sm:table-cell" },
];

/** The deliveries of a webhook, newest first. */
export function Deliveries({ organizationId, webhook }: { organizationId: string; webhook: Webhook }) {
  const query = useInfiniteQuery(deliveriesQuery(organizationId, webhook.id));
  const [shownId, setShownId] = useState<string>();
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Section title="Deliveries" description={`To ${webhook.name || webhook.url}. Kept for 30 days.`}>
      {query.error !== null && <Problem error={query.error} />}
      {deliveries?.length === 0 ? (
        <p className="text-ink-soft">Nothing sent yet. Send a test event to try the webhook.</p>
      ) : (
        query.error === null && (
          <Table label="Deliveries" columns={columns}>
            {deliveries === undefined && <RowsLoading columns={columns.length} rows={3} />}
            {deliveries?.map((delivery) => (
              <Row key={delivery.id}>
                <Cell>
                  <DeliveryStatus delivery={delivery} />
                </Cell>
                <Cell className={mainColumn}>
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
                </Cell>
                <Cell className="hidden whitespace-nowrap text-ink-soft tabular-nums sm:table-cell">
                  {delivery.responseStatus ?? "None"}
                  {delivery.durationMs !== null && ` · ${delivery.durationMs.toLocaleString("en")} ms`}
                </Cell>
                <Cell className="hidden text-ink-soft tabular-nums md:table-cell">{delivery.attempts}</Cell>
                <TimeCell at={delivery.createdAt} />
              </Row>
            ))}
          </Table>
        )
      )}
      <MoreButton query={query} />
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
