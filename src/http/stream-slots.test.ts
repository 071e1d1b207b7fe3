import { expect, test } from "vitest";
import { readConfig } from "../platform/config.ts";
import { StreamSlots } from "./stream-slots.ts";

const { streams } = readConfig({});

test("each address gets its own 20 slots", () => {
  const slots = new StreamSlots(streams);
  const releases = Array.from({ length: 20 }, () => slots.acquire({ address: "203.0.113.1" }));
  expect(() => slots.acquire({ address: "203.0.113.1" })).toThrow(/20 streams/);
  slots.acquire({ address: "203.0.113.2" });
  releases[0]?.release();
  slots.acquire({ address: "203.0.113.1" });
  expect(() => slots.acquire({ address: "203.0.113.1" })).toThrow(/20 streams/);
});

test("the streams of all addresses together are limited", () => {
  const slots = new StreamSlots({ ...streams, streamsMax: 2 });
  slots.acquire({ address: "203.0.113.1" });
  const slot = slots.acquire({ address: "203.0.113.2" });
  expect(() => slots.acquire({ address: "203.0.113.3" })).toThrow(/try again later/);
  slot.release();
  slots.acquire({ address: "203.0.113.3" });
});

test("each session has its own slots, however many sessions share an address", () => {
  const slots = new StreamSlots(streams);
  const address = "203.0.113.1";
  Array.from({ length: 10 }, () => slots.acquire({ address, sessionId: "ses_1" }));
  expect(() => slots.acquire({ address, sessionId: "ses_1" })).toThrow(/10 streams can be open in one session/);
  slots.acquire({ address, sessionId: "ses_2" });
  slots.acquire({ address });
});

test("a lasting stream is counted across all servers, and an answer of the model also counts for the model's limit", async () => {
  const taken: string[] = [];
  const acquire = async (holder: string, max: number) => {
    if (taken.filter((other) => other === holder).length >= max) return undefined;
    taken.push(holder);
    return () => void taken.splice(taken.indexOf(holder), 1);
  };
  const bounds = { ...streams, perAddressMax: 2, modelAnswersMax: 1 };
  const [one, other] = [1, 2].map(() => new StreamSlots(bounds, { acquire }));
  const first = one?.acquire({ address: "203.0.113.1" });
  await first?.share("model");
  expect(taken).toEqual(["address/203.0.113.1", "model"]);
  await expect(other?.acquire({ address: "203.0.113.2" }).share("model")).rejects.toThrow(/language model/);
  await other?.acquire({ address: "203.0.113.1" }).share("events");
  const third = other?.acquire({ address: "203.0.113.1" });
  await expect(third?.share("events")).rejects.toThrow(/2 streams can be open from one address/);
  first?.release();
  await third?.share("model");
});
