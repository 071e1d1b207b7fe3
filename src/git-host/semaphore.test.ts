import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

const neverAborted = new AbortController().signal;

test("permits are granted in order, and never more than the limit", async () => {
  const semaphore = createSemaphore({ permitsMax: 2, waitingMax: 10, waitSecondsMax: 10 });
  const order: number[] = [];
  let running = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const release = await semaphore.acquire(neverAborted);
      running += 1;
      expect(running).toBeLessThanOrEqual(2);
      order.push(number);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      release();
    }),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
});

test("a request is refused when the queue is full", async () => {
  const semaphore = createSemaphore({ permitsMax: 1, waitingMax: 1, waitSecondsMax: 10 });
  const release = await semaphore.acquire(neverAborted);
  const second = semaphore.acquire(neverAborted);
  await expect(semaphore.acquire(neverAborted)).rejects.toMatchObject({ code: "unavailable" });
  release();
  (await second)();
});

test("an aborted request leaves the queue and takes no permit", async () => {
  const semaphore = createSemaphore({ permitsMax: 1, waitingMax: 5, waitSecondsMax: 10 });
  const release = await semaphore.acquire(neverAborted);
  const leaving = new AbortController();
  const second = semaphore.acquire(leaving.signal);
  const third = semaphore.acquire(neverAborted);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: "unavailable" });
  release();
  (await third)();
  (await semaphore.acquire(neverAborted))();
});

test("waiting is limited in time", async () => {
  const semaphore = createSemaphore({ permitsMax: 1, waitingMax: 5, waitSecondsMax: 0.05 });
  await semaphore.acquire(neverAborted);
  await expect(semaphore.acquire(neverAborted)).rejects.toMatchObject({ code: "unavailable" });
});
