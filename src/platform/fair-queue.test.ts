import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

test("work whose signal ends leaves the queue and makes room", async () => {
  const runFairly = createFairQueue(1, "Full.", 5);
  const held = Promise.withResolvers<void>();
  const first = runFairly("a", () => held.promise);
  const leaving = new AbortController();
  const left = runFairly("a", () => Promise.reject(new Error("never runs")), leaving.signal);
  await expect(runFairly("a", async () => {})).rejects.toMatchObject({ code: "unavailable", message: "Full." });
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  const next = runFairly("a", async () => "done");
  held.resolve();
  await first;
  expect(await next).toBe("done");
});

test("one owner fills neither all places nor the whole queue, and work that fails frees its place", async () => {
  const runFairly = createFairQueue(2, "Full.", 10);
  const held = Promise.withResolvers<never>();
  const busy = Promise.allSettled(Array.from({ length: 5 }, () => runFairly("busy", () => held.promise)));
  expect(await runFairly("other", async () => "done")).toBe("done");
  held.reject(new Error("failed"));
  const messages = (await busy).map((result) => (result.status === "rejected" ? result.reason.message : ""));
  expect(messages).toEqual(["failed", "failed", "failed", "Full.", "Full."]);
  expect(await runFairly("busy", async () => "done")).toBe("done");
});
