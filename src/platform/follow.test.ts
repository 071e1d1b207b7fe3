import { expect, test } from "vitest";
import { DatabaseUnavailable } from "./db/database-unavailable.ts";
import { type FollowedSource, follow } from "./follow.ts";
import { Watcher } from "./watcher.ts";

const pollMilliseconds = 1;

/** Something that grows and ends, read a few events at a time. */
class Story implements FollowedSource<{ id: number }> {
  readonly pageMax: number;
  readonly watcher: Watcher;
  ids: number[] = [];
  isEnded = false;
  silence?: NonNullable<FollowedSource<{ id: number }>["silence"]>;
  /** Called at the moment when a writer could interfere. */
  beforeRead: () => void = () => {};
  beforeIsOver: () => void = () => {};

  constructor(ids: number[], pageMax = 3) {
    this.ids = ids;
    this.pageMax = pageMax;
    const fail = (error: unknown) => {
      throw error;
    };
    this.watcher = new Watcher(async () => new Map([["story", this.ids.at(-1) ?? 0]]), fail, pollMilliseconds);
  }

  async read(after: number): Promise<{ id: number }[]> {
    this.beforeRead();
    return this.ids
      .filter((id) => id > after)
      .slice(0, this.pageMax)
      .map((id) => ({ id }));
  }

  async isOver(): Promise<boolean> {
    this.beforeIsOver();
    return this.isEnded;
  }

  follow(after = 0, signal = new AbortController().signal): AsyncGenerator<{ id: number }> {
    return follow(this.watcher, "story", this, after, signal);
  }
}

async function idsOf(events: AsyncGenerator<{ id: number }>): Promise<number[]> {
  const ids = [];
  for await (const { id } of events) {
    ids.push(id);
  }
  return ids;
}

test("a source that has ended is delivered completely, however many reads that takes", async () => {
  const story = new Story([1, 2, 3, 4, 5, 6, 7]);
  story.isEnded = true;
  expect(await idsOf(story.follow())).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await idsOf(story.follow(5))).toEqual([6, 7]);
  expect(await idsOf(story.follow(7))).toEqual([]);
});

test("events that occur while a source is followed are delivered exactly once", async () => {
  const story = new Story([1]);
  const events = story.follow();
  expect((await events.next()).value).toEqual({ id: 1 });
  for (const id of [2, 3, 4]) {
    const next = events.next();
    story.ids.push(id);
    expect((await next).value).toEqual({ id });
  }
  story.isEnded = true;
  story.ids.push(5);
  expect(await idsOf(events)).toEqual([5]);
});

test.each(["beforeRead", "beforeIsOver"] as const)(
  "no event is lost if the source ends between two reads (%s)",
  async (moment) => {
    const story = new Story([1]);
    let calls = 0;
    story[moment] = () => {
      calls += 1;
      if (calls === 2) {
        story.ids.push(2, 3, 4, 5);
        story.isEnded = true;
      }
    };
    expect(await idsOf(story.follow())).toEqual([1, 2, 3, 4, 5]);
  },
);

test("an abort ends following, both while waiting and while reading", async () => {
  const story = new Story([1, 2]);
  const leaving = new AbortController();
  const events = story.follow(0, leaving.signal);
  await events.next();
  await events.next();
  const waiting = events.next();
  leaving.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await idsOf(story.follow(0, AbortSignal.abort()))).toEqual([]);
});

test("a source that is silent for too long adds an event, and is still followed", async () => {
  const story = new Story([1]);
  const told: number[] = [];
  story.silence = {
    milliseconds: 5,
    async report(seen) {
      told.push(seen);
      story.ids.push(seen + 1);
      story.isEnded = told.length === 2;
    },
  };
  expect(await idsOf(story.follow())).toEqual([1, 2, 3]);
  expect(told).toEqual([1, 2]);
});

test("an error of the source ends the follower with the same error", async () => {
  const story = new Story([1]);
  const events = story.follow();
  await events.next();
  story.beforeRead = () => {
    throw new Error("away");
  };
  await expect(events.next()).rejects.toThrow("away");
});

test("a database outage delays events and loses none", async () => {
  const story = new Story([1, 2]);
  let outages = 1;
  story.beforeRead = () => {
    if (outages > 0) {
      outages -= 1;
      throw new DatabaseUnavailable(new Error("Connection terminated unexpectedly"));
    }
  };
  story.isEnded = true;
  expect(await idsOf(story.follow())).toEqual([1, 2]);
});
