import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeRepository, serveRepositories } from "../../../src/git/git-test-support.ts";
import { createProject } from "../../../src/projects/create-project.ts";
import { findSite } from "../../../src/published-sites/store.ts";
import { cancelUpdate } from "../../../src/updates/cancel-update.ts";
import { triggerUpdate } from "../../../src/updates/trigger-update.ts";
import { startLectern } from "../../cli/lectern.ts";
import { until } from "../../faults/queue-test-support.ts";
import { smallProject } from "../publisher.ts";
import { expectWholeArtifacts, leftTrees, statusMoves } from "./after-kill.ts";
import type { Killable } from "./killable.ts";
import { childrenOf, isRunning, signalAll } from "./processes.ts";
import { afterCollectHold, nth, storeSteps } from "./store-requests.ts";

const testSeconds = 150;

/** Workers that are killed. */
export function killWorkers(given: () => Killable): void {
  describe("killing the worker leaves the old site served, and another one ends the update", () => {
    test.each(storeSteps)(
      "while it publishes, %s",
      async (_where, pattern) => {
        const killable = given();
        const { lectern, variables } = killable;
        const hosted = killable.takePublished();
        const hold = killable.holdStore(pattern());
        const worker = await startLectern(variables, "worker");
        const id = await killable.pushWords(hosted, "The second words.");
        await hold.reached;
        await worker.kill();
        expect((await lectern.status(id)).status).toBe("in_progress");
        expect(await killable.home(hosted.domain)).toBe("The first words.");
        hold.letGo();

        await killable.expectTakenOver(hosted.project, id);
        expect(await killable.home(hosted.domain)).toBe("The second words.");
      },
      testSeconds * 1_000,
    );

    test(
      "while it renders the pages, and nothing of it goes on",
      async () => {
        const killable = given();
        const { lectern, variables } = killable;
        const hosted = killable.takePublished();
        const worker = await startLectern(variables, "worker");
        const id = await killable.pushWords(hosted, "The second words.");
        const renderers = await until(() => {
          const found = childrenOf(worker.process, "render-child");
          return found.length > 0 && found;
        });
        // A renderer that stands still keeps the step from ending before the kill.
        signalAll(renderers, "SIGSTOP");
        await until(async () => (await lectern.status(id)).logs.some((line) => line.startsWith("build-pages: Read")));
        await worker.kill();
        signalAll(renderers, "SIGCONT");
        expect(await killable.home(hosted.domain)).toBe("The first words.");
        expect(leftTrees(lectern, hosted.project)).toHaveLength(1);

        await killable.expectTakenOver(hosted.project, id);
        expect(await killable.home(hosted.domain)).toBe("The second words.");
        await until(() => !renderers.some(isRunning));
      },
      testSeconds * 1_000,
    );

    test(
      "while it fetches from another host",
      async () => {
        const killable = given();
        const { lectern, variables } = killable;
        const folder = join(lectern.storage.dataFolder, "elsewhere");
        const remote = await makeRepository(folder, "docs", smallProject);
        const asked = Promise.withResolvers<void>();
        let holds = false;
        const host = await serveRepositories(folder, (request) => {
          const isHeld = holds && request.method === "POST";
          if (isHeld) {
            asked.resolve();
          }
          return isHeld;
        });
        const { app } = lectern;
        const domain = "fetched";
        const project = await createProject(app, app.database.query, {
          organizationId: lectern.organizationId,
          name: "Elsewhere",
          domain,
          repository: `${host.url}/docs.git`,
        });
        const trigger = async () =>
          (await app.database.transaction((tx) => triggerUpdate(app, tx, { project, source: "api" }))).id;
        const worker = await startLectern(variables, "worker");
        expect((await lectern.ended(await trigger())).status).toBe("success");

        const sha = await remote.commit({ "index.mdx": "# Home\n\nThe second words.\n" });
        holds = true;
        const id = await trigger();
        await asked.promise;
        await worker.kill();
        holds = false;
        expect(await killable.home(domain)).toBe("The first words.");
        const update = await killable.expectTakenOver(project, id);
        expect(update.commit?.sha).toBe(sha);
        expect(await killable.home(domain)).toBe("The second words.");
      },
      testSeconds * 1_000,
    );

    test(
      "while it takes the screenshots: the site stays published, and they come later",
      async () => {
        const killable = given();
        const { lectern, variables } = killable;
        const { TMPDIR: _none, ...withBrowser } = variables;
        const { project, firstUpdate } = await lectern.createProject("pictured", smallProject);
        const hold = killable.holdStore(nth(1, new RegExp(`^PUT .*screenshots/${project.id}/`)));
        const worker = await startLectern(withBrowser, "worker");
        await hold.reached;
        await worker.kill();
        expect(await lectern.status(firstUpdate)).toMatchObject({ status: "success" });
        expect((await lectern.status(firstUpdate)).screenshot).toBeUndefined();
        expect(await killable.home(project.domain)).toBe("The first words.");
        hold.letGo();

        await startLectern(withBrowser, "worker");
        const update = await until(
          async () => {
            const status = await lectern.status(firstUpdate);
            return status.screenshot === undefined ? undefined : status;
          },
          { timeoutSeconds: 100 },
        );
        expect(update?.screenshot).toBe(`${lectern.url}/screenshots/${firstUpdate}/light.jpg`);
        const image = await fetch(update?.screenshotDark ?? "");
        expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
        expect(await statusMoves(lectern, firstUpdate)).toEqual(["queued", "in_progress", "success"]);
      },
      testSeconds * 1_000,
    );
  });

  test(
    "an update whose workers are killed every time fails with a sentence, and leaves nothing behind",
    async () => {
      const killable = given();
      const { lectern, variables } = killable;
      const hosted = killable.takePublished();
      const hold = killable.holdStore(nth(1, /^PUT .*\/holds\/publish-/));
      let worker = await startLectern(variables, "worker");
      const id = await killable.pushWords(hosted, "Never seen.");
      await hold.reached;
      for (let kills = 1; kills <= 2; kills += 1) {
        await worker.kill();
        const again = killable.holdStore(nth(1, /^PUT .*\/holds\/publish-/));
        worker = await startLectern(variables, "worker");
        await again.reached;
      }
      await worker.kill();
      await startLectern(variables, "worker");
      expect(await lectern.ended(id)).toMatchObject({
        status: "failure",
        summary: "It was tried 3 times, and the last time the worker stopped during it.",
      });
      expect(await killable.home(hosted.domain)).toBe("The first words.");
      expect(leftTrees(lectern, hosted.project)).toEqual([]);
      await expectWholeArtifacts(lectern, hosted.project);
    },
    testSeconds * 1_000,
  );

  test(
    "what a killed worker left of an update that was cancelled then goes with the project's next one",
    async () => {
      const killable = given();
      const { lectern, variables } = killable;
      const hosted = killable.takePublished();
      const hold = killable.holdStore(nth(1, /^PUT .*\/holds\/publish-/));
      const worker = await startLectern(variables, "worker");
      const id = await killable.pushWords(hosted, "Never seen.");
      await hold.reached;
      await worker.kill();
      expect(leftTrees(lectern, hosted.project)).toHaveLength(1);
      const { app } = lectern;
      await app.database.transaction((tx) => cancelUpdate(app, tx, id));
      killable.openStore();
      await killable.expectTakenOver(hosted.project, await killable.pushWords(hosted, "The third words."));
      expect(await killable.home(hosted.domain)).toBe("The third words.");
    },
    testSeconds * 1_000,
  );

  test(
    "killing the worker while it collects old artifacts keeps no later update waiting",
    async () => {
      const killable = given();
      const { lectern, variables } = killable;
      const hosted = await lectern.createProject("collected", smallProject);
      const hold = killable.holdStore(afterCollectHold());
      const worker = await startLectern(variables, "worker");
      await hold.reached;
      await worker.kill();
      hold.letGo();
      // What a dead collection holds is free after 20 seconds by the clock of the store, which goes on here.
      killable.ageHolds(20);
      await startLectern(variables, "worker");
      const id = await killable.pushWords(hosted, "The second words.");
      await until(async () => (await lectern.status(id)).status === "success");
      expect(await killable.home(hosted.project.domain)).toBe("The second words.");
    },
    testSeconds * 1_000,
  );

  test(
    "a worker that slept while another took over its update publishes nothing when it wakes",
    async () => {
      const killable = given();
      const { lectern, variables } = killable;
      const hosted = killable.takePublished();
      const hold = killable.holdStore(nth(1, /^PUT .*\/manifests\//));
      const sleeper = await startLectern({ ...variables, LECTERN_LOG_LEVEL: "info" }, "worker");
      const id = await killable.pushWords(hosted, "The second words.");
      await hold.reached;
      sleeper.process.kill("SIGSTOP");
      killable.openStore();
      await killable.expectTakenOver(hosted.project, id);
      const published = await findSite(lectern.app.database.query, hosted.domain);
      sleeper.process.kill("SIGCONT");
      hold.letGo();
      await sleeper.waitFor(() => /was interrupted|result was dropped/.test(sleeper.stderr));
      expect(await findSite(lectern.app.database.query, hosted.domain)).toEqual(published);
      expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
      expect(leftTrees(lectern, hosted.project)).toEqual([]);
    },
    testSeconds * 1_000,
  );
}
