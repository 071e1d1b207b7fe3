import { defineCounter } from "./measure.ts";

const kinds = ["webhook", "slack", "teams", "mail"] as const;
const outcomes = ["delivered", "retried", "failed"] as const;

type DeliveryKind = (typeof kinds)[number];

/** `retried`: the attempt failed and will be repeated. `failed`: it won't be repeated. */
type DeliveryOutcome = (typeof outcomes)[number];

const deliveries = defineCounter(
  "lectern_deliveries_total",
  "Attempts to deliver an event or a mail, by kind and outcome: delivered, retried (failed, and tried again later) or failed.",
  { kind: kinds, outcome: outcomes },
);

/** Counts one attempt to deliver something. */
export function countDelivery(kind: DeliveryKind, outcome: DeliveryOutcome): void {
  deliveries.add({ kind, outcome });
}
