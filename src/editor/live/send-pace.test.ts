import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { liveLimits } from "./live-limits.ts";
import { SendPace } from "./send-pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["many small messages", 20, 1],
  ["large messages", 50, 1_000_000],
])(
  "a draft sends %s to its browsers only at a limited rate, and always the last one",
  async (_name, receivers, bytes) => {
    const pace = new SendPace();
    let asked = 0;
    let sent = 0;
    let shown = 0;
    const ask = pace.often(liveLimits.movedMilliseconds, () => {
      sent += receivers * bytes;
      shown = asked;
      pace.count(receivers, bytes);
    });
    const seconds = 20;
    for (; asked < seconds * 1_000; asked += 1) {
      ask();
      await vi.advanceTimersByTimeAsync(1);
    }
    const perSecond = Math.min(
      receivers * bytes * (1_000 / liveLimits.movedMilliseconds),
      liveLimits.sentBytesPerMillisecond * 1_000,
    );
    expect(sent).toBeLessThanOrEqual(perSecond * seconds + receivers * bytes);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown).toBeGreaterThanOrEqual(asked - 1);
  },
);
