import type { Connection } from "../platform/db/database.ts";
import { updateRows } from "../platform/db/rows.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import type { Services } from "../platform/services.ts";
import { nextRunAt } from "./definition.ts";
import { type StartRunDeps, startRun } from "./start-run.ts";
import { type Automation, endArchivedRuns, listDue, listPlanned, lockAutomation, updateAutomation } from "./store.ts";

export const automationTickKind = "automations.tick";
export const automationTickSeconds = 60;

type RunDueDeps = StartRunDeps & Pick<Services, "database" | "log">;

/** Every minute, on one node: starts the runs that are due. */
export function automationTickHandler(deps: RunDueDeps): JobHandler {
  return {
    attemptsMax: 3,
    run: ({ signal }) => runDue(deps, signal),
    // The next minute catches up.
    giveUp: async () => {},
  };
}

export async function runDue(deps: RunDueDeps, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = deps;
  await database.transaction((tx) => endArchivedRuns(tx, clock.now()));
  for (const automationId of await listDue(database.query, clock.now())) {
    signal.throwIfAborted();
    try {
      await database.transaction(async (tx) => {
        const automation = await lockAutomation(tx, automationId);
        if (automation !== undefined) await runScheduled(deps, tx, automation);
      });
    } catch (error) {
      log.error({ error, automationId }, "a scheduled run could not be started");
    }
  }
}

/** A clock that was ahead may have planned runs for too late a time. */
export async function planAgain(connection: Connection, now: number): Promise<void> {
  for (const { id, nextAt, definition } of await listPlanned(connection, now)) {
    const next = nextRunAt(JSON.parse(definition), now);
    if (next !== null && next < Number(nextAt))
      await updateRows(connection, "automations", { id, nextAt }, { nextAt: next });
  }
}

/** The next time moves in the transaction of the run. After a pause of the server, missed runs are made up by one. */
async function runScheduled(
  deps: RunDueDeps,
  tx: Parameters<typeof startRun>[1],
  { id, nextAt, definition }: Automation,
): Promise<void> {
  const now = deps.clock.now();
  if (nextAt === null || nextAt > now) return;
  await startRun(deps, tx, id, { cause: "schedule", id: new Date(nextAt).toISOString() });
  await updateAutomation(tx, id, { nextAt: nextRunAt(JSON.parse(definition), now) });
}
