import type { AuditStream } from "../../contract/audit-schemas.ts";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { countOutbox, deleteFromOutbox, enqueueDelivery } from "../../platform/audit/outbox-store.ts";
import { isoTime, isoTimeOrNull } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { AuditStreamRow } from "../../platform/db/tables/accounts.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { checkedUrl } from "../checked-url.ts";
import { newSigningSecret } from "../send-request.ts";
import { type DeliveryDeps, sendEvent } from "./deliver-entries.ts";
import { deleteStream, findStream, saveStream, updateStream } from "./store.ts";

type StreamOperations = Pick<
  DashboardOperations,
  "getAuditStream" | "changeAuditStream" | "testAuditStream" | "resumeAuditStream" | "removeAuditStream"
>;

export function auditStreamRoutes(deps: DeliveryDeps): Handlers<StreamOperations> {
  const { database, secrets, clock, queue } = deps;
  return {
    async getAuditStream({ params }) {
      const stream = await findStream(database.query, params.organizationId);
      return { stream: stream === undefined ? null : await presentStream(database.query, stream) };
    },

    changeAuditStream: ({ principal: { user }, params: { organizationId }, body, change, note }) =>
      change(async (tx) => {
        const url = checkedUrl(body.url);
        const existing = await findStream(tx, organizationId);
        // A secret that one receiver knows must not sign what another one gets.
        const keepsSecret = existing !== undefined && existing.url === url && body.newSecret !== true;
        const secret = keepsSecret ? null : newSigningSecret();
        await saveStream(tx, {
          organization_id: organizationId,
          url,
          secret: secret === null ? (existing?.secret ?? "") : secrets.seal(secret),
          set_by: user.email,
          set_at: clock.now(),
        });
        note({ url: new URL(url).origin });
        return { stream: await presentStream(tx, await getStream(tx, organizationId)), secret };
      }),

    async testAuditStream({ params: { organizationId }, signal, change, note }) {
      const stream = await getStream(database.query, organizationId);
      const { url } = stream;
      const event = { id: newId("aud", clock), type: "audit.test" as const, at: clock.now(), data: {} };
      const failure = await sendEvent(deps, stream, event, signal);
      return change(async () => {
        note({ url: new URL(url).origin, outcome: failure?.problem ?? "Delivered" });
        return { problem: failure?.problem ?? null };
      });
    },

    resumeAuditStream: ({ params: { organizationId }, change, note }) =>
      change(async (tx) => {
        const { url } = await getStream(tx, organizationId);
        const fresh = { state: "active", failures: 0, failing_since: null, retry_at: 0 } as const;
        await updateStream(tx, organizationId, fresh);
        await enqueueDelivery(queue, tx, organizationId, { id: newId("aud", clock) });
        note({ url: new URL(url).origin });
        return undefined;
      }),

    removeAuditStream: ({ params: { organizationId }, change, note }) =>
      change(async (tx) => {
        const url = await deleteStream(tx, organizationId);
        if (url === undefined) throw notFound();
        await deleteFromOutbox(tx, organizationId);
        note({ url: new URL(url).origin });
        return undefined;
      }),
  };
}

async function getStream(connection: Connection, organizationId: string): Promise<AuditStreamRow> {
  const stream = await findStream(connection, organizationId);
  if (stream === undefined) throw notFound();
  return stream;
}

function notFound(): AppError {
  return new AppError("not_found", "The audit log isn't sent anywhere; add a webhook first.");
}

async function presentStream(connection: Connection, stream: AuditStreamRow): Promise<AuditStream> {
  return {
    url: stream.url,
    state: stream.state,
    waiting: await countOutbox(connection, stream.organization_id),
    lastError: stream.last_error,
    failingSince: isoTimeOrNull(stream.failing_since),
    retryAt: stream.state === "failing" ? isoTime(stream.retry_at) : null,
    deliveredAt: isoTimeOrNull(stream.delivered_at),
    setBy: stream.set_by,
    setAt: isoTime(stream.set_at),
  };
}
