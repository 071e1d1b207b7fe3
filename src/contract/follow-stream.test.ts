import { expect, test } from "vitest";
import { followStream } from "./follow-stream.ts";
import { ApiError } from "./send-request.ts";

async function* stream(...ids: number[]) {
  for (const id of ids) {
    yield { id };
  }
}

test("a broken stream is resumed after the last event", async () => {
  const opened: (number | undefined)[] = [];
  const seen: number[] = [];
  const waited: number[] = [];
  const streams = [() => stream(1, 2), () => Promise.reject(new TypeError("fetch failed")), () => stream(3)];
  const statuses = ["active", "completed"];
  await followStream({
    open: async ({ lastEventId }) => {
      opened.push(lastEventId);
      return (streams.shift() ?? stream)();
    },
    isOver: () => statuses.shift() === "completed",
    onEvent: ({ id }) => seen.push(id),
    wait: async (milliseconds) => void waited.push(milliseconds),
  });
  expect({ opened, seen, waited }).toEqual({ opened: [undefined, 2, 2], seen: [1, 2, 3], waited: [1_000, 2_000] });
});

test("a refused request is not repeated", async () => {
  let asked = 0;
  const following = followStream({
    open: async () => {
      asked += 1;
      throw new ApiError(404, { error: "There is no such update." }, undefined);
    },
    isOver: () => false,
    onEvent: () => {},
  });
  await expect(following).rejects.toThrow("There is no such update.");
  expect(asked).toBe(1);
});

test("a server that stays unreachable is given up after the last attempt", async () => {
  let asked = 0;
  const following = followStream({
    open: async () => {
      asked += 1;
      throw new TypeError("fetch failed");
    },
    isOver: () => false,
    onEvent: () => {},
    attemptsMax: 3,
    wait: async () => {},
  });
  await expect(following).rejects.toThrow("fetch failed");
  expect(asked).toBe(4);
});

test("an aborted signal ends the wait for the next attempt", async () => {
  const leaving = new AbortController();
  const following = followStream({
    open: async () => stream(1),
    isOver: () => false,
    onEvent: () => {},
    onLost: () => leaving.abort(),
    signal: leaving.signal,
  });
  await expect(following).rejects.toThrow("aborted");
});
