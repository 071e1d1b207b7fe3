import { expect, onTestFinished, test } from "vitest";
import { startLectern } from "../../cli/lectern.ts";
import { until } from "../../faults/queue-test-support.ts";
import { type Dialect, onOneDatabase } from "../../support/database.ts";
import { isRunning } from "../../support/is-running.ts";
import { smallProject } from "../publisher.ts";
import { leftTrees, statusMoves } from "./after-kill.ts";
import type { Killable } from "./killable.ts";
import { expireLeases } from "./queue-rows.ts";
import { holdStore } from "./stopped-store.ts";
import { nth } from "./store-requests.ts";

export function killServers(dialect: Dialect, given: () => Killable): void {
  test(
    "killing the server during an update stops neither the update nor, after a restart, the site",
    onOneDatabase(dialect),
    async () => {
      const killable = given();
      const { lectern } = killable;
      const hosted = await killable.takePublished(smallProject);
      const before = await killable.home(hosted.domain);
      const hold = holdStore(killable.store, nth(1, /^PUT .*\/manifests\//));
      const { id, words } = await killable.pushWords(hosted);
      await hold.reached;
      await killable.server.kill();
      await killable.restartServer();
      expect(await killable.home(hosted.domain)).toBe(before);
      hold.letGo();
      expect((await lectern.ended(id)).status).toBe("success");
      expect(await killable.home(hosted.domain)).toBe(words);
      expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
      expect(leftTrees(lectern, hosted.project)).toEqual([]);
    },
  );

  test("a server killed together with its worker serves the site and finishes the update after a restart", async () => {
    const killable = given();
    const { lectern, variables } = killable;
    const hosted = await killable.takePublished(smallProject);
    const before = await killable.home(hosted.domain);
    await killable.stopWorker();
    await killable.server.kill();
    onTestFinished(async () => {
      await killable.restartServer();
    });
    const logged = { ...variables, LECTERN_LOG_LEVEL: "info" };
    const first = await startLectern(logged, "start");
    const hold = holdStore(killable.store, nth(1, /^PUT .*\/manifests\//));
    const { id, words } = await killable.pushWords(hosted);
    await hold.reached;
    const [workerPid = 0] = first.workerPids;
    await first.kill();
    // The worker notices by itself that its parent is gone.
    hold.letGo();
    await until(() => !isRunning(workerPid));
    // It returns its jobs; if it dies before that, their leases expire.
    await expireLeases(lectern);

    const second = await startLectern(logged, "start");
    expect([before, words]).toContain(await killable.home(hosted.domain));
    expect((await lectern.ended(id)).status).toBe("success");
    expect(await killable.home(hosted.domain)).toBe(words);
    expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
    expect(leftTrees(lectern, hosted.project)).toEqual([]);
    await second.stop();
  });
}
