import { expect, onTestFinished, test, vi } from "vitest";
import { Watcher } from "./watcher.ts";

const pollMilliseconds = 1;

/** A scripted database that records its queries. */
function prepare() {
  const revisions = new Map<string, number>();
  const asked: string[][] = [];
  const errors: unknown[] = [];
  const state = { isAway: false };
  const watcher = new Watcher(
    async (ids) => {
      asked.push([...ids]);
      if (state.isAway) {
        throw new Error("away");
      }
      return revisions;
    },
    (error) => errors.push(error),
    pollMilliseconds,
  );
  return { watcher, revisions, asked, errors, state, never: new AbortController().signal };
}

test("a listener is woken when there are new events, and not before", async () => {
  const { watcher, revisions, asked, never } = prepare();
  revisions.set("a", 3);
  let isWoken = false;
  const changed = watcher.changed("a", 3, never).then(() => {
    isWoken = true;
  });
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  expect(isWoken).toBe(false);
  revisions.set("a", 4);
  await changed;
});

test("a deleted row wakes its listener", async () => {
  const { watcher, never } = prepare();
  await watcher.changed("gone", 7, never);
});

test("all listeners share one query, which contains each ID once", async () => {
  const { watcher, revisions, asked, never } = prepare();
  revisions.set("a", 1).set("b", 1);
  const all = ["a", "a", "b", "a"].map((id) => watcher.changed(id, 1, never));
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked[0]?.sort()).toEqual(["a", "b"]);
  revisions.set("a", 2).set("b", 2);
  await Promise.all(all);
});

test("a listener that leaves is released at once and no longer queried", async () => {
  const { watcher, revisions, asked, never } = prepare();
  revisions.set("a", 1).set("b", 1);
  const leaving = new AbortController();
  const left = watcher.changed("a", 1, leaving.signal);
  const staying = watcher.changed("b", 1, never);
  leaving.abort();
  await left;
  const before = asked.length;
  await expect.poll(() => asked.length).toBeGreaterThan(before);
  expect(asked.at(-1)).toEqual(["b"]);
  revisions.set("b", 2);
  await staying;
});

test("a listener that aborted before it listened is not kept", async () => {
  const { watcher, asked } = prepare();
  await watcher.changed("a", 1, AbortSignal.abort());
  expect(asked).toEqual([]);
});

test("the database is not queried without listeners", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { watcher, asked } = prepare();
  const leaving = new AbortController();
  const left = watcher.changed("a", 1, leaving.signal);
  leaving.abort();
  await left;
  await vi.advanceTimersByTimeAsync(10 * pollMilliseconds);
  expect(asked).toEqual([]);
});

test("listeners wait through a database outage and are woken afterwards", async () => {
  const { watcher, revisions, errors, state, never } = prepare();
  state.isAway = true;
  revisions.set("a", 2);
  const changed = watcher.changed("a", 1, never);
  await expect.poll(() => errors.length).toBeGreaterThan(1);
  state.isAway = false;
  await changed;
});
