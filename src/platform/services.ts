import type { ObjectStore } from "./artifacts/object-store.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./db/database.ts";
import type { Log } from "./log.ts";
import type { Queue } from "./queue/queue.ts";
import type { Secrets } from "./secrets.ts";

/**
 * Services that most parts of a server need. Each function names those it uses: `Pick<Services, "clock" | "database">`.
 */
export interface Services {
  database: Database;
  queue: Queue;
  /** The store of published sites and repositories. */
  objects: ObjectStore;
  secrets: Secrets;
  clock: Clock;
  log: Log;
}
