import { expect, onTestFinished } from "vitest";
import type { UpdateStatus } from "../../../src/contract/schemas.ts";
import type { Project } from "../../../src/projects/store.ts";
import { findSite } from "../../../src/published-sites/store.ts";
import { RunningLectern, startLectern } from "../../cli/lectern.ts";
import { until } from "../../faults/queue-test-support.ts";
import type { Dialect } from "../../support/database.ts";
import type { S3Server } from "../../support/s3-server.ts";
import { type HostedProject, type Installation, openInstallation, smallProject } from "../publisher.ts";
import { expectWholeArtifacts, leftTrees, statusMoves } from "./after-kill.ts";
import type { RequestPattern } from "./store-requests.ts";

const projectsNeeded = 10;

export type PublishedProject = HostedProject & { domain: string };

/** An installation of processes that can be killed, on a store that can be stopped at any request. */
export class Killable {
  readonly lectern: Installation;
  readonly variables: Record<string, string>;
  readonly store: S3Server;
  server: RunningLectern;
  readonly #published: PublishedProject[] = [];

  private constructor(lectern: Installation, variables: Record<string, string>, server: RunningLectern) {
    if (lectern.s3 === undefined) {
      throw new Error("The installation has no store that could be stopped.");
    }
    this.lectern = lectern;
    this.variables = variables;
    this.store = lectern.s3;
    this.server = server;
  }

  static async open(dialect: Dialect): Promise<Killable> {
    const lectern = await openInstallation(dialect, "s3");
    // No browser can be unpacked there: screenshots are skipped, where a test does not want them.
    const variables = { ...lectern.variables, LECTERN_LEASE_SECONDS: "2", TMPDIR: "/dev/null/nowhere" };
    const killable = new Killable(lectern, variables, await startServer(variables));
    await killable.#publishProjects();
    return killable;
  }

  async close(): Promise<void> {
    await this.server.kill();
    await this.lectern.close();
  }

  async restartServer(): Promise<void> {
    this.server = await startServer(this.variables);
  }

  /** One project for each test that needs one: a worker of its own for each would cost most of the time here. */
  async #publishProjects(): Promise<void> {
    const { lectern } = this;
    for (let number = 1; number <= projectsNeeded; number += 1) {
      const domain = `killed-${number}`;
      this.#published.push({ ...(await lectern.createProject(domain, smallProject)), domain });
    }
    const worker = new RunningLectern(this.variables, ["worker"]);
    try {
      for (const { firstUpdate } of this.#published) {
        const first = await lectern.ended(firstUpdate);
        expect([first.status, first.summary]).toEqual(["success", expect.stringContaining("Published")]);
      }
      // Their screenshots would else be taken by the workers of the tests.
      for (const { firstUpdate } of this.#published) {
        await until(async () => (await lectern.status(firstUpdate)).logs.some((line) => line.startsWith("screenshot")));
      }
    } finally {
      await worker.stop();
    }
  }

  /** A published project that no other test has, and no worker. */
  takePublished(): PublishedProject {
    const { exitCode, signalCode } = this.server.process;
    expect([exitCode, signalCode, this.server.stderr]).toEqual([null, null, ""]);
    const project = this.#published.pop();
    if (project === undefined) {
      throw new Error("Every published project is taken: raise projectsNeeded.");
    }
    return project;
  }

  /** The first paragraph that readers see. */
  async home(domain: string): Promise<string> {
    return /<p>(.*?)<\/p>/.exec((await this.lectern.read(domain, "/")).text)?.[1] ?? "";
  }

  /** The store keeps such requests waiting until they are let go. */
  holdStore(isHeld: RequestPattern): { reached: Promise<void>; letGo(): void } {
    const gate = Promise.withResolvers<void>();
    const arrival = Promise.withResolvers<void>();
    this.store.fault = (request) => {
      if (!isHeld(request)) {
        return undefined;
      }
      arrival.resolve();
      return { kind: "slow", until: gate.promise };
    };
    onTestFinished(() => gate.resolve());
    return { reached: arrival.promise, letGo: () => gate.resolve() };
  }

  /** New requests to the store are answered; those that wait are not. */
  openStore(): void {
    this.store.fault = () => undefined;
  }

  /** Time passes for what publications and collections hold. */
  ageHolds(seconds: number): void {
    for (const [key, object] of this.store.objects) {
      if (key.includes("/holds/")) {
        object.modifiedAt -= seconds * 1_000;
      }
    }
  }

  async pushWords(hosted: HostedProject, words: string): Promise<string> {
    const work = await hosted.clone();
    await work.commitAndPush({ "index.mdx": `# Home\n\n${words}\n` }, words);
    return this.lectern.newest(hosted.project);
  }

  /** Another worker takes over, and everything is as if nothing had happened. */
  async expectTakenOver(project: Project, id: string): Promise<UpdateStatus> {
    const { lectern } = this;
    const worker = await startLectern(this.variables, "worker");
    const update = await lectern.ended(id);
    expect([update.status, update.summary]).toEqual(["success", expect.stringContaining("Published")]);
    expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
    expect((await findSite(lectern.app.database.query, project.domain))?.updateId).toBe(id);
    expect(leftTrees(lectern, project)).toEqual([]);
    await expectWholeArtifacts(lectern, project);
    await worker.stop();
    return update;
  }
}

async function startServer(variables: Record<string, string>): Promise<RunningLectern> {
  const running = new RunningLectern(variables, ["serve"]);
  await running.waitFor(() => running.stdout.includes("answers at"));
  return running;
}
