import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

test("permits are granted in order, and never more than the limit", async () => {
  const semaphore = new Semaphore({ permitsMax: 2, waitingMax: 10 });
  const order: number[] = [];
  let running = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const release = await semaphore.acquire();
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
  const semaphore = new Semaphore({ permitsMax: 1, waitingMax: 1 });
  const release = await semaphore.acquire();
  const second = semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toMatchObject({ code: "unavailable" });
  release();
  (await second)();
});

test("an aborted request leaves the queue and takes no permit", async () => {
  const semaphore = new Semaphore({ permitsMax: 1, waitingMax: 5 });
  const release = await semaphore.acquire();
  const leaving = new AbortController();
  const second = semaphore.acquire({ signal: leaving.signal });
  const third = semaphore.acquire();
  leaving.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  release();
  (await third)();
  (await semaphore.acquire())();
});

test("urgent requests go before others that have waited longer, and each of the two lanes has its own limit", async () => {
  const semaphore = new Semaphore({ permitsMax: 1, waitingMax: 1 });
  const order: string[] = [];
  const run = (name: string, isUrgent: boolean) => semaphore.run(async () => void order.push(name), { isUrgent });
  await Promise.all([run("first", false), run("patient", false), run("urgent", true)]);
  expect(order).toEqual(["first", "urgent", "patient"]);
});
