import { request } from "node:http";
import { expect, test, vi } from "vitest";
import { createClient } from "../../src/contract/client.ts";
import { createInstallation, type RunningLectern, startLectern } from "../cli/lectern.ts";
import { onBothDatabases } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { unpackOldRelease } from "./old-release.ts";

vi.setConfig(slow);

const waitOptions = { timeout: 500_000, interval: 50 };
// Below the limit of 10 updates in 10 seconds, for both nodes together.
const triggersPerNode = 3;

interface Keys {
  admin: string;
  assistant: string;
  projectId: string;
}

onBothDatabases((dialect) => {
  test("version 0.2.0 and this one answer next to each other during an upgrade", async () => {
    const { variables } = await createInstallation(dialect);
    const old = await startLectern(variables, "start", unpackOldRelease().mainPath);
    const keys = readKeys(old);
    const oldNode = new BusyNode(old.url, keys);
    await vi.waitFor(() => oldNode.readPage(), waitOptions);

    // The new version migrates the database while the old one answers.
    oldNode.begin();
    const current = await startLectern(variables);
    const currentNode = new BusyNode(current.url, keys);
    currentNode.begin();
    await vi.waitFor(
      () => expect([oldNode.rounds, currentNode.rounds].every((rounds) => rounds > 5)).toBe(true),
      waitOptions,
    );
    for (let index = 0; index < triggersPerNode; index++) {
      await oldNode.trigger();
      await currentNode.trigger();
    }
    await oldNode.end();
    expect(await old.stop()).toBe(0);
    await currentNode.end();

    expect([...oldNode.failures, ...currentNode.failures]).toEqual([]);
    for (const statusId of [...oldNode.triggered, ...currentNode.triggered]) {
      await vi.waitFor(async () => expect(await currentNode.readStatus(statusId)).toBe("success"), waitOptions);
    }
    expect(await current.stop()).toBe(0);
  });
});

/** The old version's first start shows them. */
function readKeys({ stdout }: RunningLectern): Keys {
  const find = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? "";
  return {
    admin: find(/Admin key +(svc_\w+)/),
    assistant: find(/Assistant key +(svc_dsc_\w+)/),
    projectId: find(/Project +(prj_\w+)/),
  };
}

/** Sends pages, questions and status reads to one node, one round after the other, and remembers what failed. */
class BusyNode {
  readonly failures: string[] = [];
  readonly triggered: string[] = [];
  rounds = 0;
  readonly #url: string;
  readonly #keys: Keys;
  #isEnding = false;
  #running: Promise<void> | undefined;

  constructor(url: string, keys: Keys) {
    this.#url = url;
    this.#keys = keys;
  }

  begin(): void {
    this.#running = this.#work();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  async trigger(): Promise<void> {
    const { projectId, admin } = this.#keys;
    const { statusId } = await createClient({ url: this.#url, key: admin }).triggerUpdate({ projectId });
    this.triggered.push(statusId);
  }

  async readStatus(statusId: string): Promise<string> {
    return (await createClient({ url: this.#url, key: this.#keys.admin }).getUpdateStatus({ statusId })).status;
  }

  /** `fetch` doesn't allow setting Host. */
  readPage(): Promise<void> {
    const { hostname, port } = new URL(this.#url);
    return new Promise((resolve, reject) => {
      request({ hostname, port, path: "/", headers: { host: `docs.localhost:${port}` } }, (response) => {
        response.resume();
        response.once("end", () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`The page was ${response.statusCode}.`)),
        );
      })
        .once("error", reject)
        .end();
    });
  }

  async #ask(): Promise<void> {
    const response = await fetch(`${this.#url}/discovery/v2/assistant/docs/message`, {
      method: "POST",
      headers: { authorization: `Bearer ${this.#keys.assistant}`, "content-type": "application/json" },
      body: JSON.stringify({ fp: "x", messages: [{ role: "user", content: "How do I make a backup?" }] }),
    });
    const text = await response.text();
    if (response.status !== 200 || !text.includes("[DONE]"))
      throw new Error(`The answer was ${response.status}: ${text}`);
  }

  async #work(): Promise<void> {
    while (!this.#isEnding) {
      const [statusId] = this.triggered;
      const requests = [this.readPage(), this.#ask(), ...(statusId === undefined ? [] : [this.readStatus(statusId)])];
      for (const result of await Promise.allSettled(requests)) {
        if (result.status === "rejected") this.failures.push(String(result.reason));
      }
      this.rounds += 1;
    }
  }
}
