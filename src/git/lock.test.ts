import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectGitError, temporaryFolder } from "./git-test-support.ts";
import { withLock } from "./lock.ts";

test("two callers never work under the same lock at the same time", async () => {
  const file = join(temporaryFolder(), "a.lock");
  let inside = 0;
  let insideMax = 0;
  const work = async () => {
    inside += 1;
    insideMax = Math.max(insideMax, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(file, { secondsMax: 20 }, work)));
  expect(insideMax).toBe(1);
});

test("a lock is released when its work fails", async () => {
  const file = join(temporaryFolder(), "a.lock");
  const failing = withLock(file, { secondsMax: 1 }, async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await withLock(file, { secondsMax: 1 }, async () => "mine")).toBe("mine");
});

test("a lock held by another process is released when that process is killed", async () => {
  const file = join(temporaryFolder(), "a.lock");
  const holder = await holdElsewhere(file);
  await expectGitError(
    withLock(file, { secondsMax: 0.2 }, async () => {}),
    "timeout",
    /Another update/,
  );
  holder.kill("SIGKILL");
  expect(await withLock(file, { secondsMax: 20 }, async () => "mine")).toBe("mine");
});

test("an aborted caller does not wait for a lock", async () => {
  const file = join(temporaryFolder(), "a.lock");
  await withLock(file, { secondsMax: 1 }, async () => {
    const leaving = new AbortController();
    const waiting = withLock(file, { secondsMax: 20, signal: leaving.signal }, async () => {});
    leaving.abort();
    await expectGitError(waiting, "aborted");
  });
});

async function holdElsewhere(file: string): Promise<ChildProcess> {
  const script = `
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, "lock.ts"))};
    await withLock(${JSON.stringify(file)}, { secondsMax: 5 }, () => {
      console.log("held");
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const child = spawn(process.execPath, ["--no-warnings", "--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  await once(child.stdout, "data");
  return child;
}
