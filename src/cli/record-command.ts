import { operatorActor } from "../platform/audit/operator.ts";
import { recordEntries } from "../platform/audit/record-entries.ts";
import { systemClock } from "../platform/clock.ts";
import type { Transaction } from "../platform/db/database.ts";

interface ChangingCommand {
  organizationIds: readonly string[];
  projectId?: string | null;
  /** The operation that does the same, by its name in the API. */
  action: string;
  /** Never a secret. */
  details: Readonly<Record<string, string>>;
}

/** What calls inside this process have, which is how commands that speak the API are recorded. */
const ownAddress = "127.0.0.1";

/** Writes what a command changes into the audit log, in the transaction that changes it. */
export async function recordCommand(
  tx: Transaction,
  { organizationIds, projectId = null, action, details }: ChangingCommand,
): Promise<void> {
  const entry = { projectId, actor: operatorActor(), action, details, address: ownAddress };
  await recordEntries({ clock: systemClock }, tx, organizationIds, entry);
}
