import { operatorActor } from "../activity/audit/operator.ts";
import { recordEntries } from "../activity/audit/record-entries.ts";
import { systemClock } from "../platform/clock.ts";
import type { Transaction } from "../platform/db/database.ts";

interface ChangingCommand {
  organizationIds: readonly string[];
  projectId?: string | null;
  /** Name of the equivalent API operation. */
  action: string;
  /** Never a secret. */
  details: Readonly<Record<string, string>>;
}

/** The address recorded for API calls inside this process. */
const ownAddress = "127.0.0.1";

/** Records a command in the audit log, in the same transaction as its changes. */
export async function recordCommand(
  tx: Transaction,
  { organizationIds, projectId = null, action, details }: ChangingCommand,
): Promise<void> {
  const entry = { projectId, actor: operatorActor(), action, details, address: ownAddress };
  await recordEntries({ clock: systemClock }, tx, organizationIds, entry);
}
