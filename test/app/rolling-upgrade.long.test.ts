import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/contract/client.ts";
import { createInstallation, type RunningLectern, startLectern } from "../cli/lectern.ts";
import { onBothDatabases } from "../support/database.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

const root = resolve(import.meta.dirname, "../..");
const waitOptions = { timeout: 500_000, interval: 50 };
// Below the limit of 10 updates in 10 seconds, for both nodes together.
const triggersPerNode = 3;

interface Keys {
  admin: string;
  assistant: string;
  projectId: string;
}

onBothDatabases((dialect) => {
  test("the newest release and this version work side by side during an upgrade", async ({ skip }) => {
    const release = newestRelease();
    if (release === undefined) {
      return skip("There is no release tag (v*), so there is nothing to compare with.");
    }
    const { variables } = await createInstallation(dialect);
    const old = await startLectern(variables, "start", unpackRelease(release).mainPath);
    const keys = readKeys(old);
    const oldNode = new BusyNode(old.url, keys);
    await vi.waitFor(() => oldNode.readPage(), waitOptions);

    // The new version migrates the database while the old one keeps answering.
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

/** The tag of the newest release. Undefined before the first release, and in a clone without tags. */
function newestRelease(): string | undefined {
  const tags = execFileSync("git", ["tag", "--list", "v*", "--sort=-version:refname"], { cwd: root, encoding: "utf8" });
  return tags.split("\n").find((tag) => tag !== "");
}

/** Unpacks a release that uses this checkout's packages, with a small sample project that is published quickly. */
function unpackRelease(tag: string): { mainPath: string } {
  const folder = mkdtempSync(join(tmpdir(), "lectern-old-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, "release.tar");
  execFileSync("git", ["archive", `--output=${archive}`, tag, "src", "web", "package.json"], { cwd: root });
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  symlinkSync(join(root, "web/dist"), join(folder, "web/dist"));
  mkdirSync(join(folder, "docs"));
  const settings = { theme: "mint", name: "Acme", colors: { primary: "#123456" }, navigation: { pages: ["index"] } };
  writeFileSync(join(folder, "docs/docs.json"), JSON.stringify(settings));
  writeFileSync(join(folder, "docs/index.mdx"), "---\ntitle: Backups\n---\n\nMake a backup with the backup command.\n");
  return { mainPath: join(folder, "src/main.ts") };
}

/** The first start of the old version prints the keys. */
function readKeys({ stdout }: RunningLectern): Keys {
  const path = /\S+first-start\.txt$/m.exec(stdout)?.[0];
  const welcome = path === undefined ? stdout : readFileSync(path, "utf8");
  const find = (pattern: RegExp) => pattern.exec(welcome)?.[1] ?? "";
  return {
    admin: find(/Admin key +(svc_\w+)/),
    assistant: find(/Assistant key +(svc_dsc_\w+)/),
    projectId: find(/Project +(prj_\w+)/),
  };
}

/** Requests pages, answers and statuses from one node, one round after the other, and records failures. */
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

  /** Doesn't use `fetch`, which doesn't allow setting Host. */
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
