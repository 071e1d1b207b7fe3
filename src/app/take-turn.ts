import type { Principal } from "../http/call.ts";
import type { Connection } from "../platform/db/database.ts";
import { lockRow } from "../platform/db/rows.ts";

/**
 * Changes of the same project take turns, and so do those of the same organization or account: what one of them lists
 * is still true when it writes. Everything else that changes a project locks it as well, or the rows that it changes.
 */
export function takeTurn(tx: Connection, principal: Principal, projectId: string | undefined): Promise<unknown> {
  const { organizationId, user } = principal;
  if (projectId !== undefined) return lockRow(tx, "projects", { id: projectId, organizationId });
  if (organizationId !== "") return lockRow(tx, "organizations", { id: organizationId });
  return lockRow(tx, "users", { id: user?.id ?? "" });
}
