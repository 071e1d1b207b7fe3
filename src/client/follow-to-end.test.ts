import { expect, test } from "vitest";
import { ApiError } from "../contract/send-request.ts";
import { followToEnd } from "./follow-to-end.ts";

async function* stream(...ids: number[]) {
  for (const id of ids) {
    yield { id };
  }
}

test("a broken stream is resumed after the last event", async () => {
  const opened: number[] = [];
  const seen: number[] = [];
  const streams = [() => stream(1, 2), () => Promise.reject(new TypeError("fetch failed")), () => stream(3)];
  const statuses = ["active", "completed"];
  const last = await followToEnd({
    events: async (lastEventId: number) => {
      opened.push(lastEventId);
      return (streams.shift() ?? stream)();
    },
    read: async () => statuses.shift(),
    isOver: (status) => status === "completed",
    onEvent: ({ id }) => seen.push(id),
  });
  expect({ opened, seen, last }).toEqual({ opened: [0, 2, 2], seen: [1, 2, 3], last: "completed" });
});

test("a refused request is not repeated", async () => {
  let asked = 0;
  const following = followToEnd({
    events: async () => {
      asked += 1;
      throw new ApiError(404, { error: "There is no such update." }, undefined);
    },
    read: async () => "active",
    isOver: () => false,
    onEvent: () => {},
  });
  await expect(following).rejects.toThrow("There is no such update.");
  expect(asked).toBe(1);
});
