import type { Static } from "typebox";
import type { ChangeEvent } from "../../contract/dashboard-schemas.ts";
import type { Role } from "../../contract/operation.ts";

export type ChangeKind = Static<typeof ChangeEvent>["kind"];

/** That something of an organization is not as it was. What it is now is read with the operations, which know who may. */
export interface Change {
  organizationId: string;
  /** Null for what belongs to the organization itself. */
  projectId: string | null;
  kind: ChangeKind;
  /** The id of what has changed; the number of a pull request. */
  subject: string;
}

/** A change in its place among all of the installation. */
export interface RecordedChange extends Change {
  sequence: number;
}

/** Only admins can read these, so nobody else is told that they have changed. */
const forAdmins: ReadonlySet<ChangeKind> = new Set(["key", "webhook", "deed"]);

export function isShownTo(role: Role, { kind }: Pick<Change, "kind">): boolean {
  return role === "admin" || !forAdmins.has(kind);
}
