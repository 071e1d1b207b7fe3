import { expect, test } from "vitest";
import { ApiError } from "../../../src/contract/client.ts";
import { type Bookmark, type ChangeMessage, followChanges } from "./follow-changes.ts";

const ready = (id: number, isComplete = true): ChangeMessage => ({ id, event: "ready", data: { isComplete } });
const change = (id: number): ChangeMessage => ({
  id,
  event: "change",
  data: { kind: "update", projectId: "prj_1", id: `upd_${id}` },
});

/** Plays one stream per connection: a list of messages, or an error that is thrown. */
async function play(bookmark: Bookmark, ...streams: (ChangeMessage[] | Error)[]) {
  const heard: string[] = [];
  const waited: number[] = [];
  const asked: (number | undefined)[] = [];
  const leaving = new AbortController();
  await followChanges(
    "org_1",
    bookmark,
    {
      onChange: ({ id }) => void heard.push(id),
      onLost: () => void heard.push("lost"),
      onLive: (isLive) => void heard.push(isLive ? "live" : "cut"),
      onRefused: ({ status }) => void heard.push(`refused ${status}`),
    },
    leaving.signal,
    {
      async open(_input, { lastEventId }) {
        asked.push(lastEventId);
        const stream = streams.shift();
        if (stream instanceof Error) throw stream;
        return (async function* () {
          yield* stream ?? [];
          // A dropped stream ends with a network error.
          throw new TypeError("network error");
        })();
      },
      async wait(milliseconds) {
        waited.push(milliseconds);
        if (streams.length === 0) leaving.abort();
      },
    },
  );
  return { heard, waited, asked };
}

test("a dropped stream resumes after the last change", async () => {
  const { heard, asked } = await play({}, [ready(4), change(5), change(6)], [ready(6), change(7)]);
  expect(heard).toEqual(["live", "upd_5", "upd_6", "cut", "live", "upd_7", "cut"]);
  expect(asked).toEqual([undefined, 6]);
});

test("everything is refetched if too much was missed", async () => {
  const { heard } = await play({ lastEventId: 3 }, [ready(90, false)]);
  expect(heard).toEqual(["live", "lost", "cut"]);
});

test("everything is refetched if no change was seen before the disconnect", async () => {
  const { heard } = await play({}, [ready(0)], [ready(8)]);
  expect(heard).toEqual(["live", "cut", "live", "lost", "cut"]);
});

test("retries back off while the server is down, and reset after a connection", async () => {
  const away = Array.from({ length: 6 }, () => new TypeError("Failed to fetch"));
  const { waited } = await play({}, ...away, [ready(1)]);
  expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 1_000]);
});

test.each([401, 403, 404])("a refusal with status %i is final, but a full server is asked again", async (status) => {
  const busy = new ApiError(429, { error: "At most 10." }, 10);
  const refused = new ApiError(status, { error: "No." }, undefined);
  const { heard } = await play({}, busy, refused, [ready(1)]);
  expect(heard).toEqual(["cut", `refused ${status}`]);
});
