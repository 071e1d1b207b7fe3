import { sql } from "kysely";
import { expect, test } from "vitest";
import { until } from "../../test/faults/queue-test-support.ts";
import { givenProject } from "../../test/support/stored-project.ts";
import type { Database } from "../platform/db/database.ts";
import type { Project } from "../projects/store.ts";
import { recordHistory } from "./history-store.ts";
import { appendLog } from "./log-store.ts";
import { findUpdate, insertUpdate, moveUpdate } from "./store.ts";
import { newUpdate } from "./update.ts";

const clock = { now: () => 0 };
const commit = { sha: "a".repeat(40), ref: "main", message: "Write", filesChanged: null };
const author = { name: "Ada", avatarUrl: null, githubUserId: null };

let database: Database;
let project: Project;
givenProject("postgres", clock, (given) => {
  ({ database, project } = given);
});

test("recording a commit and writing log lines for the same updates concurrently doesn't deadlock", async () => {
  // The rows are stored in reverse order: a single statement for both would lock b first.
  for (const id of ["upd_b", "upd_a"]) {
    await insertUpdate(database.query, { ...newUpdate({ project, source: "api" }, clock), id });
    await moveUpdate(database.query, id, "in_progress", "Running.", 0);
  }
  // A retried transaction would hide a deadlock, so runs are counted.
  let runs = 0;
  let recorded: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    runs++;
    await appendLog(tx, "upd_a", ["one line"], 0);
    recorded ??= database.transaction((other) => {
      runs++;
      return recordHistory(
        other,
        ["upd_b", "upd_a"].map((id) => ({ id, commit, author })),
        0,
      );
    });
    recorded.catch(() => {});
    await until(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        database.query,
      );
      return rows.length > 0;
    });
    await appendLog(tx, "upd_b", ["one line"], 0);
  });
  await recorded;
  expect(runs).toBe(2);
  expect((await findUpdate(database.query, "upd_a"))?.commit).toMatchObject({ sha: commit.sha });
});
