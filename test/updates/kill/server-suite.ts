import { expect, onTestFinished, test } from "vitest";
import { startLectern } from "../../cli/lectern.ts";
import { until } from "../../faults/queue-test-support.ts";
import { leftTrees, statusMoves } from "./after-kill.ts";
import type { Killable } from "./killable.ts";
import { isRunning } from "./processes.ts";
import { nth } from "./store-requests.ts";

const testSeconds = 60;

/** Servers that are killed. */
export function killServers(given: () => Killable): void {
  test(
    "killing the server during an update stops neither the update nor, once it is back, the site",
    async () => {
      const killable = given();
      const { lectern, variables } = killable;
      const hosted = killable.takePublished();
      const hold = killable.holdStore(nth(1, /^PUT .*\/manifests\//));
      const worker = await startLectern(variables, "worker");
      const id = await killable.pushWords(hosted, "The second words.");
      await hold.reached;
      await killable.server.kill();
      await killable.restartServer();
      expect(await killable.home(hosted.domain)).toBe("The first words.");
      hold.letGo();
      expect((await lectern.ended(id)).status).toBe("success");
      expect(await killable.home(hosted.domain)).toBe("The second words.");
      expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
      await worker.stop();
      expect(leftTrees(lectern, hosted.project)).toEqual([]);
    },
    testSeconds * 1_000,
  );

  test(
    "killing the server with its own worker is no end: started again, they serve the site and end the update",
    async () => {
      const killable = given();
      const { lectern, variables } = killable;
      const hosted = killable.takePublished();
      await killable.server.kill();
      onTestFinished(async () => {
        await killable.restartServer();
      });
      const logged = { ...variables, LECTERN_LOG_LEVEL: "info" };
      const first = await startLectern(logged, "start");
      const hold = killable.holdStore(nth(1, /^PUT .*\/manifests\//));
      const id = await killable.pushWords(hosted, "The second words.");
      await hold.reached;
      const [workerPid = 0] = first.workerPids;
      await first.kill();
      // The worker notices by itself that it is alone.
      hold.letGo();
      await until(() => !isRunning(workerPid));

      const second = await startLectern(logged, "start");
      expect(["The first words.", "The second words."]).toContain(await killable.home(hosted.domain));
      expect((await lectern.ended(id)).status).toBe("success");
      expect(await killable.home(hosted.domain)).toBe("The second words.");
      expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
      expect(leftTrees(lectern, hosted.project)).toEqual([]);
      await second.stop();
    },
    testSeconds * 1_000,
  );
}
