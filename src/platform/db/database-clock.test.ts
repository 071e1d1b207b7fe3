import { expect, onTestFinished, test, vi } from "vitest";
import { openTestDatabase } from "../../../test/support/database.ts";
import { answerOnce } from "../../http/gates/idempotency/answer-once.ts";
import { dayMilliseconds } from "../clock.ts";
import { openClock } from "./database-clock.ts";

test("nodes whose clocks are days apart, or jump, agree on the time, and an Idempotency-Key has one effect", async () => {
  const database = await openTestDatabase("postgres");
  const rightNow = Date.now.bind(Date);
  onTestFinished(() => void vi.restoreAllMocks());
  const request = { organizationId: "acme", operation: "triggerUpdate", key: "once", input: {} };
  let effects = 0;
  for (const days of [-2, 0, 2]) {
    vi.spyOn(Date, "now").mockImplementation(() => rightNow() + days * dayMilliseconds);
    const clock = await openClock(database);
    expect(Math.abs(clock.now() - rightNow())).toBeLessThan(60_000);
    await answerOnce({ database, clock }, request, async () => ++effects);
    vi.spyOn(Date, "now").mockImplementation(() => rightNow() - 9 * dayMilliseconds);
    expect(Math.abs(clock.now() - rightNow())).toBeLessThan(60_000);
    clock.stop?.();
  }
  expect(effects).toBe(1);
});
