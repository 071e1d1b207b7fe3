import { type ChildProcess, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { UpdateStatus } from "../../src/contract/schemas.ts";
import { makeRepository, serveRepositories } from "../../src/git/git-test-support.ts";
import { createProject } from "../../src/projects/create-project.ts";
import type { Project } from "../../src/projects/store.ts";
import { findSite } from "../../src/published-sites/store.ts";
import { cancelUpdate } from "../../src/updates/cancel-update.ts";
import { triggerUpdate } from "../../src/updates/trigger-update.ts";
import { RunningLectern, startLectern } from "../cli/lectern.ts";
import { until } from "../faults/queue-test-support.ts";
import { onBothDatabases } from "../support/database.ts";
import { expectWholeArtifacts, leftTrees, statusMoves } from "./after-kill.ts";
import { type HostedProject, type Installation, openInstallation, smallProject } from "./publisher.ts";

const testSeconds = 60;
const projectsNeeded = 10;
/** Where an update can be stopped while it stores its artifact, by what it asks of the store next. */
const storeSteps: [string, () => RequestPattern][] = [
  ["before anything is stored", () => nth(1, /^PUT .*\/holds\/publish-/)],
  ["in the middle of its files", () => nth(2, /^PUT .*\/blobs\//)],
  ["before its list of files is written", () => nth(1, /^PUT .*\/manifests\//)],
  ["after its list of files is written", afterManifest],
];

/** Whether this is the request to stop at, or one of those after it. */
type RequestPattern = (request: string) => boolean;

function nth(count: number, pattern: RegExp): RequestPattern {
  let seen = 0;
  return (request) => {
    seen += Number(pattern.test(request));
    return seen >= count && pattern.test(request);
  };
}

/** The first look around after a collection has said that it begins. */
function afterCollectHold(): RequestPattern {
  let isCollecting = false;
  return (request) => {
    const wasCollecting = isCollecting;
    isCollecting ||= /^PUT .*\/holds\/collect-/.test(request);
    return wasCollecting && request === "LIST";
  };
}

/** What was written is read again. */
function afterManifest(): RequestPattern {
  const written = new Set<string>();
  return (request) => {
    const [method = "", key = ""] = request.split(" ");
    if (method === "PUT" && key.includes("/manifests/")) {
      written.add(key);
    }
    return method === "GET" && written.has(key);
  };
}

onBothDatabases((dialect) => {
  let lectern: Installation;
  let variables: Record<string, string>;
  let server: RunningLectern;
  let count = 0;
  const published: (HostedProject & { domain: string })[] = [];

  beforeAll(async () => {
    lectern = await openInstallation(dialect, "s3");
    // No browser can be unpacked there: screenshots are skipped, where a test does not want them.
    variables = { ...lectern.variables, LECTERN_LEASE_SECONDS: "2", TMPDIR: "/dev/null/nowhere" };
    server = await startServer();
    await publishProjects();
  });
  afterEach(() => {
    if (lectern.s3) {
      lectern.s3.fault = () => undefined;
    }
  });
  afterAll(async () => {
    await server.kill();
    await lectern.close();
  });

  async function startServer(): Promise<RunningLectern> {
    const running = new RunningLectern(variables, ["serve"]);
    await running.waitFor(() => running.stdout.includes("answers at"));
    return running;
  }

  /** One project for each test that needs one: a worker of its own for each would cost most of the time here. */
  async function publishProjects(): Promise<void> {
    for (let number = 1; number <= projectsNeeded; number += 1) {
      const domain = `killed-${number}`;
      published.push({ ...(await lectern.createProject(domain, smallProject)), domain });
    }
    const worker = new RunningLectern(variables, ["worker"]);
    try {
      for (const { firstUpdate } of published) {
        const first = await lectern.ended(firstUpdate);
        expect([first.status, first.summary]).toEqual(["success", expect.stringContaining("Published")]);
      }
      // Their screenshots would else be taken by the workers of the tests.
      for (const { firstUpdate } of published) {
        await until(async () => (await lectern.status(firstUpdate)).logs.some((line) => line.startsWith("screenshot")));
      }
    } finally {
      await worker.stop();
    }
  }

  /** A published project that no other test has, and no worker. */
  function takePublished(): HostedProject & { domain: string } {
    const { exitCode, signalCode } = server.process;
    expect([exitCode, signalCode, server.stderr]).toEqual([null, null, ""]);
    const project = published.pop();
    if (project === undefined) {
      throw new Error("Every published project is taken: raise projectsNeeded.");
    }
    return project;
  }

  async function home(domain: string): Promise<string> {
    return /<p>(.*?)<\/p>/.exec((await lectern.read(domain, "/")).text)?.[1] ?? "";
  }

  /** The store keeps such requests waiting until they are let go. */
  function holdStore(isHeld: RequestPattern): { reached: Promise<void>; letGo(): void } {
    const gate = Promise.withResolvers<void>();
    const arrival = Promise.withResolvers<void>();
    if (lectern.s3) {
      lectern.s3.fault = (request) => {
        if (!isHeld(request)) {
          return undefined;
        }
        arrival.resolve();
        return { kind: "slow", until: gate.promise };
      };
    }
    onTestFinished(() => gate.resolve());
    return { reached: arrival.promise, letGo: () => gate.resolve() };
  }

  async function pushWords(hosted: HostedProject, words: string): Promise<string> {
    const work = await hosted.clone();
    await work.commitAndPush({ "index.mdx": `# Home\n\n${words}\n` }, words);
    return lectern.newest(hosted.project);
  }

  /** Another worker takes over, and everything is as if nothing had happened. */
  async function expectTakenOver(project: Project, id: string): Promise<UpdateStatus> {
    const worker = await startLectern(variables, "worker");
    const update = await lectern.ended(id);
    expect([update.status, update.summary]).toEqual(["success", expect.stringContaining("Published")]);
    expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
    expect((await findSite(lectern.app.database.query, project.domain))?.updateId).toBe(id);
    expect(leftTrees(lectern, project)).toEqual([]);
    await expectWholeArtifacts(lectern, project);
    await worker.stop();
    return update;
  }

  describe("killing the worker leaves the old site served, and another one ends the update", () => {
    test.each(storeSteps)(
      "while it publishes, %s",
      async (_where, pattern) => {
        const hosted = takePublished();
        const hold = holdStore(pattern());
        const worker = await startLectern(variables, "worker");
        const id = await pushWords(hosted, "The second words.");
        await hold.reached;
        await worker.kill();
        expect((await lectern.status(id)).status).toBe("in_progress");
        expect(await home(hosted.domain)).toBe("The first words.");
        hold.letGo();

        await expectTakenOver(hosted.project, id);
        expect(await home(hosted.domain)).toBe("The second words.");
      },
      testSeconds * 1_000,
    );

    test(
      "while it renders the pages, and nothing of it goes on",
      async () => {
        const hosted = takePublished();
        const worker = await startLectern(variables, "worker");
        const id = await pushWords(hosted, "The second words.");
        const renderers = await until(() => {
          const found = childrenOf(worker.process, "render-child");
          return found.length > 0 && found;
        });
        // A renderer that stands still keeps the step from ending before the kill.
        signalAll(renderers, "SIGSTOP");
        await until(async () => (await lectern.status(id)).logs.some((line) => line.startsWith("build-pages: Read")));
        await worker.kill();
        signalAll(renderers, "SIGCONT");
        expect(await home(hosted.domain)).toBe("The first words.");
        expect(leftTrees(lectern, hosted.project)).toHaveLength(1);

        await expectTakenOver(hosted.project, id);
        expect(await home(hosted.domain)).toBe("The second words.");
        await until(() => !renderers.some(isRunning));
      },
      testSeconds * 1_000,
    );

    test(
      "while it fetches from another host",
      async () => {
        count += 1;
        const folder = join(lectern.storage.dataFolder, `elsewhere-${count}`);
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
        const domain = `fetched-${count}`;
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
        expect(await home(domain)).toBe("The first words.");
        const update = await expectTakenOver(project, id);
        expect(update.commit?.sha).toBe(sha);
        expect(await home(domain)).toBe("The second words.");
      },
      testSeconds * 1_000,
    );

    test(
      "while it takes the screenshots: the site stays published, and they come later",
      async () => {
        count += 1;
        const { TMPDIR: _none, ...withBrowser } = variables;
        const { project, firstUpdate } = await lectern.createProject(`pictured-${count}`, smallProject);
        const hold = holdStore(nth(1, new RegExp(`^PUT .*screenshots/${project.id}/`)));
        const worker = await startLectern(withBrowser, "worker");
        await hold.reached;
        await worker.kill();
        expect(await lectern.status(firstUpdate)).toMatchObject({ status: "success" });
        expect((await lectern.status(firstUpdate)).screenshot).toBeUndefined();
        expect(await home(project.domain)).toBe("The first words.");
        hold.letGo();

        await startLectern(withBrowser, "worker");
        const update = await until(
          async () => {
            const status = await lectern.status(firstUpdate);
            return status.screenshot === undefined ? undefined : status;
          },
          { timeoutSeconds: 40 },
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
      const hosted = takePublished();
      const hold = holdStore(nth(1, /^PUT .*\/holds\/publish-/));
      let worker = await startLectern(variables, "worker");
      const id = await pushWords(hosted, "Never seen.");
      await hold.reached;
      for (let kills = 1; kills <= 2; kills += 1) {
        await worker.kill();
        const again = holdStore(nth(1, /^PUT .*\/holds\/publish-/));
        worker = await startLectern(variables, "worker");
        await again.reached;
      }
      await worker.kill();
      await startLectern(variables, "worker");
      expect(await lectern.ended(id)).toMatchObject({
        status: "failure",
        summary: "It was tried 3 times, and the last time the worker stopped during it.",
      });
      expect(await home(hosted.domain)).toBe("The first words.");
      expect(leftTrees(lectern, hosted.project)).toEqual([]);
      await expectWholeArtifacts(lectern, hosted.project);
    },
    testSeconds * 1_000,
  );

  test(
    "what a killed worker left of an update that was cancelled then goes with the project's next one",
    async () => {
      const hosted = takePublished();
      const hold = holdStore(nth(1, /^PUT .*\/holds\/publish-/));
      const worker = await startLectern(variables, "worker");
      const id = await pushWords(hosted, "Never seen.");
      await hold.reached;
      await worker.kill();
      expect(leftTrees(lectern, hosted.project)).toHaveLength(1);
      const { app } = lectern;
      await app.database.transaction((tx) => cancelUpdate(app, tx, id));
      if (lectern.s3) {
        lectern.s3.fault = () => undefined;
      }
      await expectTakenOver(hosted.project, await pushWords(hosted, "The third words."));
      expect(await home(hosted.domain)).toBe("The third words.");
    },
    testSeconds * 1_000,
  );

  test(
    "killing the worker while it collects old artifacts keeps no later update waiting",
    async () => {
      count += 1;
      const hosted = await lectern.createProject(`collected-${count}`, smallProject);
      const hold = holdStore(afterCollectHold());
      const worker = await startLectern(variables, "worker");
      await hold.reached;
      await worker.kill();
      hold.letGo();
      await startLectern(variables, "worker");
      const id = await pushWords(hosted, "The second words.");
      await until(async () => (await lectern.status(id)).status === "success");
      expect(await home(hosted.project.domain)).toBe("The second words.");
    },
    testSeconds * 1_000,
  );

  test(
    "a worker that slept while another took over its update publishes nothing when it wakes",
    async () => {
      const hosted = takePublished();
      const hold = holdStore(nth(1, /^PUT .*\/manifests\//));
      const sleeper = await startLectern({ ...variables, LECTERN_LOG_LEVEL: "info" }, "worker");
      const id = await pushWords(hosted, "The second words.");
      await hold.reached;
      sleeper.process.kill("SIGSTOP");
      if (lectern.s3) {
        lectern.s3.fault = () => undefined;
      }
      await expectTakenOver(hosted.project, id);
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

  test(
    "killing the server during an update stops neither the update nor, once it is back, the site",
    async () => {
      const hosted = takePublished();
      const hold = holdStore(nth(1, /^PUT .*\/manifests\//));
      const worker = await startLectern(variables, "worker");
      const id = await pushWords(hosted, "The second words.");
      await hold.reached;
      await server.kill();
      server = await startServer();
      expect(await home(hosted.domain)).toBe("The first words.");
      hold.letGo();
      expect((await lectern.ended(id)).status).toBe("success");
      expect(await home(hosted.domain)).toBe("The second words.");
      expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
      await worker.stop();
      expect(leftTrees(lectern, hosted.project)).toEqual([]);
    },
    testSeconds * 1_000,
  );

  test(
    "killing the server with its own worker is no end: started again, they serve the site and end the update",
    async () => {
      const hosted = takePublished();
      await server.kill();
      onTestFinished(async () => {
        server = await startServer();
      });
      const logged = { ...variables, LECTERN_LOG_LEVEL: "info" };
      const first = await startLectern(logged, "start");
      const hold = holdStore(nth(1, /^PUT .*\/manifests\//));
      const id = await pushWords(hosted, "The second words.");
      await hold.reached;
      const [workerPid = 0] = first.workerPids;
      await first.kill();
      // The worker notices by itself that it is alone.
      hold.letGo();
      await until(() => !isRunning(workerPid));

      const second = await startLectern(logged, "start");
      expect(["The first words.", "The second words."]).toContain(await home(hosted.domain));
      expect((await lectern.ended(id)).status).toBe("success");
      expect(await home(hosted.domain)).toBe("The second words.");
      expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
      expect(leftTrees(lectern, hosted.project)).toEqual([]);
      await second.stop();
    },
    testSeconds * 1_000,
  );
});

function childrenOf({ pid }: ChildProcess, program: string): number[] {
  const output = execFileSync("ps", ["-ww", "-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  return output
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join(" ").includes(program))
    .map(([child]) => Number(child));
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    process.kill(pid, signal);
  }
}

/** A process that has ended and that nobody has asked about yet counts as gone. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
