import { expect, onTestFinished } from "vitest";
import type { UpdateStatus } from "../../../src/contract/schemas.ts";
import { findSite } from "../../../src/projects/sites/store.ts";
import type { Project } from "../../../src/projects/store.ts";
import { RunningLectern, withoutBrowser } from "../../cli/lectern.ts";
import { until } from "../../faults/queue-test-support.ts";
import type { StoreKind } from "../../support/artifact-store.ts";
import type { Dialect } from "../../support/database.ts";
import type { S3Server } from "../../support/s3-server.ts";
import type { Files } from "../clone.ts";
import { type HostedProject, type Installation, openInstallation } from "../publisher.ts";
import { expectWholeArtifacts, leftTrees, statusMoves } from "./after-kill.ts";
import { expireLeases, isIdle, isUnlocked } from "./queue-rows.ts";

const pollMilliseconds = 50;

export type PublishedProject = HostedProject & { domain: string };

/** An installation whose processes can be killed, with an S3 store that can be stopped at any request. */
export class Killable {
  readonly lectern: Installation;
  readonly variables: Record<string, string>;
  readonly server: RunningLectern;
  #worker: RunningLectern | undefined;
  #published: PublishedProject | undefined;
  #projects = 0;
  #pushes = 0;

  private constructor(lectern: Installation, variables: Record<string, string>, server: RunningLectern) {
    this.lectern = lectern;
    this.variables = variables;
    this.server = server;
  }

  static async open(dialect: Dialect, store: StoreKind): Promise<Killable> {
    const lectern = await openInstallation(dialect, store);
    const variables = { ...lectern.variables, ...withoutBrowser };
    return new Killable(lectern, variables, await startServer(variables));
  }

  async close(): Promise<void> {
    await this.#worker?.kill();
    await this.server.kill();
    await this.lectern.close();
  }

  /** Cleans up after a failed test. */
  async startAfresh(): Promise<void> {
    this.#published = undefined;
    await this.killWorker();
  }

  /** A published project and an idle worker. Tests share the project, because publishing takes most of the time. */
  async takePublished(files: Files): Promise<PublishedProject> {
    const { exitCode, signalCode } = this.server.process;
    expect([exitCode, signalCode, this.server.stderr]).toEqual([null, null, ""]);
    if (this.#worker === undefined) {
      await this.startWorker();
    }
    this.#published ??= await this.#publish(files);
    await this.idle();
    return this.#published;
  }

  async #publish(files: Files): Promise<PublishedProject> {
    this.#projects += 1;
    const domain = `killed-${this.#projects}`;
    const hosted = await this.lectern.createProject(domain, files);
    const first = await this.lectern.ended(hosted.firstUpdate);
    expect([first.status, first.summary]).toEqual(["success", expect.stringContaining("Published")]);
    return { ...hosted, domain };
  }

  /** Waits until the worker is idle, so that a test sees only its own effects. */
  async idle(): Promise<void> {
    await until(() => isIdle(this.lectern), { intervalMilliseconds: pollMilliseconds });
  }

  async startWorker(variables: Record<string, string> = this.variables): Promise<RunningLectern> {
    const worker = new RunningLectern({ ...variables, LECTERN_LOG_LEVEL: "info" }, ["worker"]);
    this.#worker = worker;
    await worker.waitFor(() => worker.stdout.includes("worker is running"));
    return worker;
  }

  /** Kills the worker with `kill -9`. Its jobs can be taken over at once. */
  async killWorker(): Promise<void> {
    await this.#worker?.kill();
    this.#worker = undefined;
    await expireLeases(this.lectern);
  }

  async stopWorker(): Promise<void> {
    await this.idle();
    await this.#worker?.stop();
    this.#worker = undefined;
  }

  get worker(): RunningLectern {
    if (this.#worker === undefined) {
      throw new Error("No worker was started.");
    }
    return this.#worker;
  }

  /** Suspends the worker, as if its machine had gone to sleep; its jobs can be taken over at once. */
  async suspendWorker(): Promise<RunningLectern> {
    const { worker } = this;
    onTestFinished(() => worker.kill());
    await until(async () => {
      worker.process.kill("SIGSTOP");
      // A worker suspended inside a transaction would block everyone, so wake it up and try again.
      const isAsleep = await isUnlocked(this.lectern);
      if (!isAsleep) {
        worker.process.kill("SIGCONT");
      }
      return isAsleep;
    });
    this.#worker = undefined;
    await expireLeases(this.lectern);
    return worker;
  }

  /** The first paragraph of the published home page. */
  async home(domain: string): Promise<string> {
    return /<p>(.*?)<\/p>/.exec((await this.lectern.read(domain, "/")).text)?.[1] ?? "";
  }

  get store(): S3Server {
    if (this.lectern.s3 === undefined) {
      throw new Error("The installation has no store that could be stopped.");
    }
    return this.lectern.s3;
  }

  async push(hosted: HostedProject, files: Files): Promise<string> {
    const work = await hosted.clone();
    await work.commitAndPush(files);
    return this.lectern.newest(hosted.project);
  }

  /** Changes the home page to a new text. */
  async pushWords(hosted: HostedProject): Promise<{ id: string; words: string }> {
    this.#pushes += 1;
    const words = `The words of push ${this.#pushes}.`;
    return { id: await this.push(hosted, { "index.mdx": `# Home\n\n${words}\n` }), words };
  }

  /** Expects that another worker takes over the update and finishes it as if nothing had happened. */
  async expectTakenOver(project: Project, id: string): Promise<UpdateStatus> {
    const { lectern } = this;
    await this.startWorker();
    const update = await lectern.ended(id);
    expect([update.status, update.summary]).toEqual(["success", expect.stringContaining("Published")]);
    expect(await statusMoves(lectern, id)).toEqual(["queued", "in_progress", "success"]);
    expect((await findSite(lectern.app.database.query, project.domain))?.updateId).toBe(id);
    expect(leftTrees(lectern, project)).toEqual([]);
    await expectWholeArtifacts(lectern, project);
    return update;
  }
}

async function startServer(variables: Record<string, string>): Promise<RunningLectern> {
  const running = new RunningLectern(variables, ["serve"]);
  await running.waitFor(() => running.stdout.includes("API is running"));
  return running;
}
