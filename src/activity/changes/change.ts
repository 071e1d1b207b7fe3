import type { Static } from "typebox";
import type { ChangeEvent } from "../../contract/dashboard-schemas.ts";
import type { Role } from "../../contract/operation.ts";

export type ChangeKind = Static<typeof ChangeEvent>["kind"];

/** Something in an organization changed. Clients read the new state through the operations, which check access. */
export interface Change {
  organizationId: string;
  /** Null for what belongs to the organization itself. */
  projectId: string | null;
  kind: ChangeKind;
  /** The ID of what changed; the number of a pull request. */
  subject: string;
}

/** A change with its sequence number, which is unique across the server. */
export interface RecordedChange extends Change {
  sequence: number;
}

/** Only admins can read these, so nobody else is notified when they change. */
const forAdmins: ReadonlySet<ChangeKind> = new Set(["key", "webhook", "audit"]);

export function isShownTo(role: Role, { kind }: Pick<Change, "kind">): boolean {
  return role === "admin" || !forAdmins.has(kind);
}
