import { afterAll, afterEach, beforeAll } from "vitest";
import type { Dialect } from "../../support/database.ts";
import { Killable } from "./killable.ts";
import { openStore } from "./stopped-store.ts";
import { killWorkers } from "./worker-suite.ts";

/** One file per database: these tests mostly wait, so the two run in parallel. */
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
