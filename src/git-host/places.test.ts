import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";

const staying = new AbortController().signal;

test("places are given in the order of asking, and never more than there are", async () => {
  const places = createPlaces({ placesMax: 2, waitingMax: 10, waitSecondsMax: 10 });
  const order: number[] = [];
  let inside = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const leave = await places.enter(staying);
      inside += 1;
      expect(inside).toBeLessThanOrEqual(2);
      order.push(number);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      leave();
    }),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
});

test("whoever finds the line full is refused", async () => {
  const places = createPlaces({ placesMax: 1, waitingMax: 1, waitSecondsMax: 10 });
  const leave = await places.enter(staying);
  const second = places.enter(staying);
  await expect(places.enter(staying)).rejects.toMatchObject({ code: "unavailable" });
  leave();
  (await second)();
});

test("whoever gives up waiting leaves the line, and takes no place", async () => {
  const places = createPlaces({ placesMax: 1, waitingMax: 5, waitSecondsMax: 10 });
  const leave = await places.enter(staying);
  const leaving = new AbortController();
  const second = places.enter(leaving.signal);
  const third = places.enter(staying);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: "unavailable" });
  leave();
  (await third)();
  (await places.enter(staying))();
});

test("nobody waits for ever", async () => {
  const places = createPlaces({ placesMax: 1, waitingMax: 5, waitSecondsMax: 0.05 });
  await places.enter(staying);
  await expect(places.enter(staying)).rejects.toMatchObject({ code: "unavailable" });
});
