import { createOwnerLink } from "../accounts/invite.ts";
import { systemClock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import { recordCommand } from "./record-command.ts";

/** The first person to open the link becomes an admin of the organization. */
export function makeOwnerLink(database: Database, url: string, organizationId: string): Promise<string> {
  return database.transaction(async (tx) => {
    const command = { organizationIds: [organizationId], action: "createInvitation", details: { role: "admin" } };
    await recordCommand(tx, command);
    return createOwnerLink({ clock: systemClock, url }, tx, organizationId);
  });
}
