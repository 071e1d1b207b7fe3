import { afterAll, expect, test } from "vitest";
import { createCallPool } from "./call-pool.ts";
import { CallProcess, type CallProcessOptions } from "./call-process.ts";
import type { testCalls } from "./calls-test-support.ts";

const program = new URL("./calls-test-support.ts", import.meta.url);
const pool = createCallPool<typeof testCalls>({ program, size: 2, heapMegabytes: 64, secondsMax: 0.5 });
afterAll(() => pool.close());

test("a process answers, refuses and fails, and goes on", async () => {
  expect(await pool.call("a", "add", { left: 1, right: 2 })).toBe(3);
  await expect(pool.call("a", "refuse", undefined as never)).rejects.toMatchObject({
    code: "bad_request",
    message: "No.",
  });
  await expect(pool.call("a", "fail", undefined as never)).rejects.toThrow("broken");
  const [one, other] = [
    await pool.call("a", "pid", undefined as never),
    await pool.call("a", "pid", undefined as never),
  ];
  expect(one).toBe(other);
});

test.each(["spin", "hoard", "exit"] as const)(
  "a call that can't end (%s) is refused, and the next one works",
  async (name) => {
    await expect(pool.call("a", name, undefined as never)).rejects.toMatchObject({ code: "too_large" });
    expect(await pool.call("a", "add", { left: 2, right: 2 })).toBe(4);
  },
);

test("nobody gets all processes, and the owner with the fewest calls goes first", async () => {
  const wait = (owner: string) => pool.call(owner, "wait", { milliseconds: 50 });
  // Both processes have started.
  await Promise.all([wait("a"), wait("b")]);
  const [first, second, other] = await Promise.all([wait("a"), wait("a"), wait("b")]);
  expect(first).toBeLessThan(second);
  expect(other).toBeLessThan(second);
});

test("a call that was canceled while it waited never runs", async () => {
  const controller = new AbortController();
  const first = pool.call("a", "wait", { milliseconds: 50 });
  const second = pool.call("a", "exit", undefined as never, controller.signal);
  controller.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  await first;
});

test("too many waiting calls of one owner are refused", async () => {
  const calls = Array.from({ length: 250 }, () => pool.call("a", "add", { left: 0, right: 0 }));
  const results = await Promise.allSettled(calls);
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(50);
  expect(await pool.call("b", "add", { left: 1, right: 1 })).toBe(2);
});

const start = (options: Partial<CallProcessOptions>) =>
  new CallProcess<typeof testCalls>({ program, heapMegabytes: 64, secondsMax: 5, ...options });
const hour = { milliseconds: 3_600_000 };

test("a process answers other calls while one waits, and ends with the reason of its signal", async () => {
  const controller = new AbortController();
  const process = start({ fork: { signal: controller.signal } });
  const waiting = expect(process.call("wait", hour)).rejects.toThrow("gone");
  expect(await process.call("add", { left: 1, right: 2 })).toBe(3);
  controller.abort(new Error("gone"));
  await waiting;
  await process.stop();
});

test("a limit by the clock also ends calls that only wait", async () => {
  const process = start({ secondsMax: 0.2, isClockTime: true, tooLong: () => new Error("stuck") });
  const calls = await Promise.allSettled([process.call("wait", hour), process.call("wait", hour)]);
  expect(calls).toMatchObject([{ reason: { message: "stuck" } }, { reason: { message: "stuck" } }]);
});

test("an idle process stops", async () => {
  const process = start({ idleSeconds: 0.1 });
  await process.call("pid", undefined as never);
  await expect.poll(() => process.isAlive).toBe(false);
});
