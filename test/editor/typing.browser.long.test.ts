import { expect, test, vi } from "vitest";
import { seeded, type TypingEvent, typeThrough, typingEvents } from "./typing.ts";

const minutes = 10;
vi.setConfig({ testTimeout: (minutes + 20) * 60_000, hookTimeout: 600_000 });

const seed = Number(process.env.TYPING_SEED ?? "20261118");

/** A seeded mix of events for ten minutes, or as many as `TYPING_EVENTS` says. */
function* mixed(): Generator<TypingEvent> {
  const random = seeded(seed);
  const eventsMax = Number(process.env.TYPING_EVENTS ?? "1000");
  const end = Date.now() + minutes * 60_000;
  for (let count = 0; count < eventsMax && Date.now() < end; count += 1) {
    yield typingEvents[random(typingEvents.length)] ?? "kill";
  }
}

test("two people who type for ten minutes through faults, publishes and pushes lose no character", async () => {
  expect(await typeThrough(seed, mixed())).toBeGreaterThan(0);
});
