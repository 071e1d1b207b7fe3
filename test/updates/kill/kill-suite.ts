import { afterAll, afterEach, beforeAll } from "vitest";
import type { Dialect } from "../../support/database.ts";
import { Killable } from "./killable.ts";
import { openStore } from "./stopped-store.ts";
import { killWorkers } from "./worker-suite.ts";

/** Each database has its own test file, so that these tests, which mostly wait, run in parallel. */
export function killEverything(dialect: Dialect): void {
  let killable: Killable;
  beforeAll(async () => {
    killable = await Killable.open(dialect, "s3");
  });
  afterEach(async ({ task }) => {
    openStore(killable.store);
    if (task.result?.state === "fail") {
      await killable.startAfresh();
    }
  });
  afterAll(() => killable.close());

  killWorkers(dialect, () => killable);
}
