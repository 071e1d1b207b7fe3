import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeRepository, serveRepositories } from "../../../src/git/git-test-support.ts";
import { deathsMax } from "../../../src/platform/queue/retry-rules.ts";
import { createProject } from "../../../src/projects/create-project.ts";
import { findSite } from "../../../src/projects/sites/store.ts";
import { cancelUpdate } from "../../../src/updates/cancel-update.ts";
import { triggerUpdate } from "../../../src/updates/trigger-update.ts";
import { hastenJobs } from "../../faults/hasten-jobs.ts";
import { until } from "../../faults/queue-test-support.ts";
import { type Dialect, onOneDatabase } from "../../support/database.ts";
import { isRunning } from "../../support/is-running.ts";
import { type Installation, smallProject } from "../publisher.ts";
import { expectWholeArtifacts, leftTrees, statusMoves } from "./after-kill.ts";
import type { Killable } from "./killable.ts";
import { childrenOf, signalAll } from "./processes.ts";
import { ageHolds, holdStore, openStore } from "./stopped-store.ts";
import { afterCollectHold, nth, storeSteps } from "./store-requests.ts";

const screenshotSeconds = 500;

export function killWorkers(dialect: Dialect, given: () => Killable): void {
  // The databases differ in how a job is taken over, not in the state that its steps leave behind.
  const whateverDatabase = onOneDatabase(dialect);
  const steps = dialect === "sqlite" ? storeSteps : storeSteps.slice(1, 2);

  describe("killing the worker leaves the old site served, and another worker finishes the update", () => {
    test.each(steps)(
      "killing the worker while it publishes, %s, leaves the old site served until another finishes",
      async (_where, pattern) => {
        const killable = given();
        const hosted = await killable.takePublished(smallProject);
        const before = await killable.home(hosted.domain);
        const hold = holdStore(killable.store, pattern());
        const { id, words } = await killable.pushWords(hosted);
        await hold.reached;
        await killable.killWorker();
        expect((await killable.lectern.status(id)).status).toBe("in_progress");
        expect(await killable.home(hosted.domain)).toBe(before);
        hold.letGo();

        await killable.expectTakenOver(hosted.project, id);
        expect(await killable.home(hosted.domain)).toBe(words);
      },
    );

    test(
      "killing the worker while it renders stops its render processes, and another worker finishes",
      whateverDatabase,
      async () => {
        const killable = given();
        const { lectern } = killable;
        const hosted = await killable.takePublished(smallProject);
        // A worker only has render processes once it has rendered something.
        await lectern.ended((await killable.pushWords(hosted)).id);
        const before = await killable.home(hosted.domain);
        const renderers = childrenOf(killable.worker.process, "render-child");
        expect(renderers).not.toEqual([]);
        // Suspended render processes keep the step from ending before the kill.
        signalAll(renderers, "SIGSTOP");
        const { id, words } = await killable.pushWords(hosted);
        await until(async () => (await lectern.status(id)).logs.some((line) => line.startsWith("build-pages: Read")));
        await killable.killWorker();
        signalAll(renderers, "SIGCONT");
        expect(await killable.home(hosted.domain)).toBe(before);
        expect(leftTrees(lectern, hosted.project)).toHaveLength(1);

        await killable.expectTakenOver(hosted.project, id);
        expect(await killable.home(hosted.domain)).toBe(words);
        await until(() => !renderers.some(isRunning));
      },
    );

    test(
      "killing the worker while it fetches from another host lets another worker finish the update",
      whateverDatabase,
      async () => {
        const killable = given();
        const { lectern } = killable;
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
        await killable.takePublished(smallProject);
        expect((await lectern.ended(await trigger())).status).toBe("success");

        const sha = await remote.commit({ "index.mdx": "# Home\n\nThe second words.\n" });
        holds = true;
        const id = await trigger();
        await asked.promise;
        await killable.killWorker();
        holds = false;
        expect(await killable.home(domain)).toBe("The first words.");
        const update = await killable.expectTakenOver(project, id);
        expect(update.commit?.sha).toBe(sha);
        expect(await killable.home(domain)).toBe("The second words.");
      },
    );

    test(
      "killing the worker while it takes screenshots keeps the site published, and the screenshots are taken later",
      whateverDatabase,
      async () => {
        const killable = given();
        const { lectern, variables } = killable;
        const { TMPDIR: _none, ...withBrowser } = variables;
        await killable.stopWorker();
        const { project, firstUpdate } = await lectern.createProject("pictured", smallProject);
        const hold = holdStore(killable.store, nth(1, new RegExp(`^PUT .*screenshots/${project.id}/`)));
        await killable.startWorker({ ...withBrowser, LECTERN_WORKER_CONCURRENCY: "1" });
        await hold.reached;
        // Updates don't wait for screenshots, even if the worker runs one update at a time.
        const { firstUpdate: other } = await lectern.createProject("unpictured", smallProject);
        expect(await lectern.ended(other)).toMatchObject({ status: "success" });
        await killable.killWorker();
        expect(await lectern.status(firstUpdate)).toMatchObject({ status: "success" });
        expect((await lectern.status(firstUpdate)).screenshot).toBeUndefined();
        expect(await killable.home(project.domain)).toBe("The first words.");
        hold.letGo();

        await killable.startWorker(withBrowser);
        // On a busy machine a browser may need more than one attempt.
        const said = await until(
          async () => (await lectern.status(firstUpdate)).logs.find((line) => line.startsWith("screenshot-pages")),
          { timeoutSeconds: screenshotSeconds, intervalMilliseconds: 200 },
        );
        expect(said).toMatch("the home page in light and dark");
        await killable.stopWorker();
        const update = await lectern.status(firstUpdate);
        expect(update.screenshot).toBe(`${lectern.url}/screenshots/${firstUpdate}/light.jpg`);
        const image = await fetch(update.screenshotDark ?? "");
        expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
        expect(await statusMoves(lectern, firstUpdate)).toEqual(["queued", "in_progress", "success"]);
      },
    );
  });

  test("an update whose workers are all killed fails with a message and leaves no files behind", async () => {
    const killable = given();
    const { lectern, store } = killable;
    const hosted = await killable.takePublished(smallProject);
    const before = await killable.home(hosted.domain);
    const hold = holdStore(store, nth(1, /^PUT .*\/holds\/publish-/));
    const { id } = await killable.pushWords(hosted);
    await hold.reached;
    for (let kills = 1; kills <= 4; kills += 1) {
      await killable.killWorker();
      const again = holdStore(store, nth(1, /^PUT .*\/holds\/publish-/));
      await killable.startWorker();
      await hastenUntil(lectern, again.reached);
    }
    // Killing it this often would take minutes.
    const deaths = deathsMax - 1;
    await lectern.app.database.query.updateTable("jobRetries").set({ deaths }).execute();
    await killable.killWorker();
    await killable.startWorker();
    expect(await lectern.ended(id)).toMatchObject({
      status: "failure",
      summary: "Its worker died or lost contact 20 times in a row while running it, so it isn't tried again.",
    });
    expect(await killable.home(hosted.domain)).toBe(before);
    expect(leftTrees(lectern, hosted.project)).toEqual([]);
    await expectWholeArtifacts(lectern, hosted.project);
  });

  test(
    "the project's next update removes the files that a killed worker left of a canceled update",
    whateverDatabase,
    async () => {
      const killable = given();
      const { lectern, store } = killable;
      const hosted = await killable.takePublished(smallProject);
      const hold = holdStore(store, nth(1, /^PUT .*\/holds\/publish-/));
      const { id } = await killable.pushWords(hosted);
      await hold.reached;
      await killable.killWorker();
      expect(leftTrees(lectern, hosted.project)).toHaveLength(1);
      const { app } = lectern;
      await app.database.transaction((tx) => cancelUpdate(app, tx, id));
      openStore(store);
      const next = await killable.pushWords(hosted);
      await killable.expectTakenOver(hosted.project, next.id);
      expect(await killable.home(hosted.domain)).toBe(next.words);
    },
  );

  test("killing the worker while it collects old artifacts doesn't block later updates", whateverDatabase, async () => {
    const killable = given();
    const { lectern, store } = killable;
    const hosted = await killable.takePublished(smallProject);
    const hold = holdStore(store, afterCollectHold());
    await killable.pushWords(hosted);
    await hold.reached;
    await killable.killWorker();
    hold.letGo();
    // A dead collection's hold expires after 20 seconds by the store's clock, which the test moves forward.
    ageHolds(store, 20);
    await killable.startWorker();
    const { id, words } = await killable.pushWords(hosted);
    expect((await lectern.ended(id)).status).toBe("success");
    expect(await killable.home(hosted.domain)).toBe(words);
  });

  test("a worker that was suspended while another took over its update publishes nothing when it resumes", async () => {
    const killable = given();
    const { lectern, store } = killable;
    const hosted = await killable.takePublished(smallProject);
    const hold = holdStore(store, nth(1, /^PUT .*\/manifests\//));
    const { id } = await killable.pushWords(hosted);
    await hold.reached;
    const sleeper = await killable.suspendWorker();
    openStore(store);
    await killable.expectTakenOver(hosted.project, id);
    const published = await findSite(lectern.app.database.query, hosted.domain);
    sleeper.process.kill("SIGCONT");
    hold.letGo();
    const isReported = (line: string) => line.includes(id) && /was interrupted|result was dropped/.test(line);
    await sleeper.waitFor(() => sleeper.stderr.split("\n").some(isReported));
    expect(await findSite(lectern.app.database.query, hosted.domain)).toEqual(published);
    expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
    expect(leftTrees(lectern, hosted.project)).toEqual([]);
    // The resumed worker may have claimed a job, which must not be lost with it.
    await killable.idle();
  });
}

/** Makes delayed jobs due until the step is reached. A job that has lost several workers would wait otherwise. */
async function hastenUntil({ app }: Installation, reached: Promise<unknown>): Promise<void> {
  let isReached = false;
  reached.then(() => {
    isReached = true;
  });
  await until(async () => {
    await hastenJobs(app.database);
    return isReached;
  });
}
