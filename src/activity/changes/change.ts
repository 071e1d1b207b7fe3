import type { Role } from "../../contract/operation.ts";
import type { ChangeKind } from "../../platform/db/column-types.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** Something in an organization changed. Clients read the new state through the operations, which check access. */
export type Change = Omit<Tables["changes"], "sequence" | "at">;

/** A change with its sequence number, which is unique across the server. */
export interface RecordedChange extends Change {
  sequence: number;
}

/** Only admins can read these, so only they are notified of changes. */
const forAdmins: ReadonlySet<ChangeKind> = new Set(["key", "webhook", "audit"]);

export function isShownTo(role: Role, { kind }: Pick<Change, "kind">): boolean {
  return role === "admin" || !forAdmins.has(kind);
}
