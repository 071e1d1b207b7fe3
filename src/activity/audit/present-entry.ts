import type { Static } from "typebox";
import { actionLabel } from "../../contract/audit-actions.ts";
import type { AuditPage } from "../../contract/people-operations.ts";
import { isoTime } from "../../platform/clock.ts";
import type { AuditEntry } from "./store.ts";

/** An entry in the form that the API, exports and webhooks show. */
export function presentAuditEntry(entry: AuditEntry): Static<typeof AuditPage>["entries"][number] {
  const { id, at, actor, action, projectId, projectName, target, details, address } = entry;
  return {
    id,
    at: isoTime(at),
    actor,
    action,
    label: actionLabel(action),
    projectId,
    projectName,
    target,
    details,
    address,
  };
}
