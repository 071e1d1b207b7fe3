import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { watchForBrowser } from "./browser-process.ts";
import { waitUntilGone } from "./screenshot-test-support.ts";

const folder = "/tmp/lectern-browser-of-this-test";

test("the browser and its helpers are killed, but no other process", async () => {
  const browser = watchForBrowser(folder);
  onTestFinished(browser.forget);
  const child = startShell("sleep 600 & echo ready; wait", folder);
  const other = startShell("echo ready; read line", "another");
  await Promise.all([child, other].map(({ stdout }) => new Promise((resolve) => stdout?.once("data", resolve))));
  await browser.kill();
  await waitUntilGone(child.pid ?? 0);
  expect([other.exitCode, other.signalCode]).toEqual([null, null]);
});

test("a browser that starts after being stopped is killed immediately", async () => {
  const browser = watchForBrowser(folder);
  onTestFinished(browser.forget);
  await browser.kill();
  const child = startShell("sleep 600", folder);
  expect(await new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)))).toBe("SIGKILL");
});

test("other processes that start while a browser is being killed aren't waited for", async () => {
  const browser = watchForBrowser(folder);
  onTestFinished(browser.forget);
  const child = startShell("sleep 600", folder);
  await once(child, "spawn");
  const killed = browser.kill();
  const listening = await Promise.all(
    Array.from({ length: 15 }, async () => {
      await once(startShell("exit 0", "another"), "spawn");
      return child.listenerCount("exit");
    }),
  );
  expect(Math.max(...listening)).toBeLessThanOrEqual(1);
  await killed;
  expect(child.signalCode).toBe("SIGKILL");
});

test("a browser that has exited or can't start doesn't block the caller", async () => {
  const browser = watchForBrowser(folder);
  onTestFinished(browser.forget);
  const ended = startShell("exit 0", folder);
  await new Promise((resolve) => ended.once("exit", resolve));
  const missing = spawn("/nonexistent", [folder]);
  await new Promise((resolve) => missing.once("error", resolve));
  await browser.kill();
  expect(ended.exitCode).toBe(0);
});

function startShell(script: string, argument: string): ChildProcess {
  const child = spawn("sh", ["-c", script, argument], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}
