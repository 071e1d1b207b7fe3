import type { Static } from "typebox";
import type { ChangeEvent } from "../../contract/dashboard-operations.ts";
import type { Role } from "../../contract/operation.ts";

export type ChangeKind = Static<typeof ChangeEvent>["kind"];

/** Something in an organization changed. Clients read the new state through the operations, which check access. */
export interface Change {
  organizationId: string;
  /** Null for changes to the organization itself. */
  projectId: string | null;
  kind: ChangeKind;
  /** The ID of the changed item; for a pull request, its number. */
  subject: string;
}

/** A change with its sequence number, which is unique across the server. */
export interface RecordedChange extends Change {
  sequence: number;
}

/** Only admins can read these, so only they are notified of changes. */
const forAdmins: ReadonlySet<ChangeKind> = new Set(["key", "webhook", "audit"]);

export function isShownTo(role: Role, { kind }: Pick<Change, "kind">): boolean {
  return role === "admin" || !forAdmins.has(kind);
}
