import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Announcer } from "./announcer.ts";
import { liveLimits } from "./live-limits.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const { announceMilliseconds } = liveLimits;

/** Behaves like a room: if an announcement is due, announces the edit in the transaction that stores it. */
function type(announcer: Announcer): boolean {
  const isAnnounced = announcer.isDue;
  announcer.noteStored(isAnnounced);
  return isAnnounced;
}

test("a burst of edits is announced at its start and once after its end", async () => {
  const record = vi.fn(async () => {});
  const announcer = new Announcer(record);
  expect([type(announcer), type(announcer), type(announcer)]).toEqual([true, false, false]);
  expect(record).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(announceMilliseconds);
  expect(record).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10 * announceMilliseconds);
  expect(record).toHaveBeenCalledTimes(1);
});

test("continuous typing is announced once per interval", async () => {
  const record = vi.fn(async () => {});
  const announcer = new Announcer(record);
  let announced = 0;
  const steps = 100;
  for (let step = 0; step < steps; step += 1) {
    announced += type(announcer) ? 1 : 0;
    await vi.advanceTimersByTimeAsync(announceMilliseconds / 10);
  }
  expect(announced + record.mock.calls.length).toBeLessThanOrEqual(steps / 10 + 1);
  expect(announced + record.mock.calls.length).toBeGreaterThanOrEqual(steps / 10 - 1);
});

test("closing a draft announces its last edit, and edits stored after that are announced too", async () => {
  const record = vi.fn(async () => {});
  const announcer = new Announcer(record);
  type(announcer);
  type(announcer);
  announcer.close();
  expect(record).toHaveBeenCalledTimes(1);
  announcer.noteStored(false);
  expect(record).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
