import { expect, test } from "vitest";
import { StreamSlots } from "./stream-slots.ts";

test("each address gets 20 slots of its own", () => {
  const slots = new StreamSlots(100);
  const releases = Array.from({ length: 20 }, () => slots.acquire({ address: "203.0.113.1" }));
  expect(() => slots.acquire({ address: "203.0.113.1" })).toThrow(/20 streams/);
  slots.acquire({ address: "203.0.113.2" });
  releases[0]?.();
  slots.acquire({ address: "203.0.113.1" });
  expect(() => slots.acquire({ address: "203.0.113.1" })).toThrow(/20 streams/);
});

test("all addresses together have a limit", () => {
  const slots = new StreamSlots(2);
  slots.acquire({ address: "203.0.113.1" });
  const release = slots.acquire({ address: "203.0.113.2" });
  expect(() => slots.acquire({ address: "203.0.113.3" })).toThrow(/try again later/);
  release();
  slots.acquire({ address: "203.0.113.3" });
});

test("each session has slots of its own, however many share an address", () => {
  const slots = new StreamSlots(100);
  const address = "203.0.113.1";
  Array.from({ length: 10 }, () => slots.acquire({ address, sessionId: "ses_1" }));
  expect(() => slots.acquire({ address, sessionId: "ses_1" })).toThrow(/10 streams may run in one session/);
  slots.acquire({ address, sessionId: "ses_2" });
  slots.acquire({ address });
});
