import { type ConstructorOptions, PgBoss } from "pg-boss";
import { openPostgresPool } from "../db/postgres-pool.ts";
import type { QueueLog } from "./queue.ts";

export interface StartOptions {
  databaseUrl: string;
  kinds: readonly string[];
  /** A worker also expires the leases of dead workers; the API only enqueues and cancels jobs. */
  role: "worker" | "api";
  log: QueueLog;
}

export interface StartedPgBoss {
  boss: PgBoss;
  close(): Promise<void>;
}

const connectionsMax = 2;
const statementTimeoutMilliseconds = 60_000;
// A dead worker's job can be claimed again at most this long after its lease ends.
const superviseSeconds = 2;
const installsMax = 5;
const sameReportMilliseconds = 60_000;
const integerMax = 2 ** 31 - 1;

/**
 * Runs pg-boss on its own connections, so that heartbeats don't queue behind requests. We provide the pool because the
 * one in pg-boss has no query timeout: a single dead connection would stop its supervision forever.
 */
export async function startPgBoss({ databaseUrl, kinds, role, log }: StartOptions): Promise<StartedPgBoss> {
  const report = reportEachOnce(log);
  const pool = openPostgresPool({
    url: databaseUrl,
    connectionsMax,
    applicationName: "lectern-queue",
    statementTimeoutMilliseconds,
    onLostConnection: report,
  });
  const shared: ConstructorOptions = {
    db: { executeSql: (text, values) => pool.run({ text, values: values ?? [] }) },
    schedule: false,
    supervise: false,
  };
  const boss = new PgBoss({ ...shared, migrate: false, ...(role === "worker" ? supervision : {}) });
  boss.on("error", report);
  boss.on("warning", report);
  const close = async () => {
    await boss.stop({ graceful: false });
    await pool.close();
  };

  try {
    await install(shared, kinds, report);
    await boss.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { boss, close };
}

const supervision = {
  supervise: true,
  // After an upgrade of pg-boss, a process that may migrate also builds its new indexes, in the background.
  migrate: true,
  superviseIntervalSeconds: superviseSeconds,
  monitorIntervalSeconds: superviseSeconds,
  // pg-boss doesn't need to watch the server's health or the queue length; /metrics shows the queue.
  monitorVacuum: false,
  warningQueueSize: integerMax,
};

// Uses a separate instance that is stopped at once. An instance that may migrate keeps a timer for migrations, and the
// API must not run one.
async function install(
  shared: ConstructorOptions,
  kinds: readonly string[],
  report: (problem: { message: string }) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const installer = new PgBoss({ ...shared, migrate: true });
    installer.on("error", report);
    try {
      await installer.start();
      for (const kind of kinds) {
        await installer.createQueue(kind);
      }
      return;
    } catch (error) {
      // pg-boss takes a lock, but PostgreSQL may not see yet what another node has created under it.
      if (!isDuplicate(error) || attempt === installsMax) throw error;
    } finally {
      await installer.stop({ graceful: false });
    }
  }
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

// pg-boss retries every two seconds while the database is down, and reports an error each time.
function reportEachOnce(log: QueueLog): (problem: { message: string }) => void {
  let lastMessage = "";
  let lastReportedAt = 0;
  return (problem) => {
    const now = performance.now();
    if (problem.message !== lastMessage || now - lastReportedAt > sameReportMilliseconds) {
      log.error({ err: problem }, "pg-boss maintenance failed and will be retried.");
      lastMessage = problem.message;
      lastReportedAt = now;
    }
  };
}
