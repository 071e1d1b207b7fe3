import { expect, test } from "vitest";
import { StreamPlaces } from "./stream-places.ts";

test("one address gets 20 places, and another one its own", () => {
  const places = new StreamPlaces(100);
  const giveBack = Array.from({ length: 20 }, () => places.take({ address: "203.0.113.1" }));
  expect(() => places.take({ address: "203.0.113.1" })).toThrow(/20 streams/);
  places.take({ address: "203.0.113.2" });
  giveBack[0]?.();
  places.take({ address: "203.0.113.1" });
  expect(() => places.take({ address: "203.0.113.1" })).toThrow(/20 streams/);
});

test("there is a bound for all addresses together", () => {
  const places = new StreamPlaces(2);
  places.take({ address: "203.0.113.1" });
  const giveBack = places.take({ address: "203.0.113.2" });
  expect(() => places.take({ address: "203.0.113.3" })).toThrow(/try again later/);
  giveBack();
  places.take({ address: "203.0.113.3" });
});

test("people who have signed in have places of their own, however many share an address", () => {
  const places = new StreamPlaces(100);
  const address = "203.0.113.1";
  Array.from({ length: 10 }, () => places.take({ address, sessionId: "ses_1" }));
  expect(() => places.take({ address, sessionId: "ses_1" })).toThrow(/10 streams may run in one session/);
  places.take({ address, sessionId: "ses_2" });
  places.take({ address });
});
