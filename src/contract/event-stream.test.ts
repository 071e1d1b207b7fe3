import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEventStream, type ServerSentEvent } from "./event-stream.ts";

async function read(chunks: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(new Uint8Array(chunk));
      }
      controller.close();
    },
  });
  const events = [];
  for await (const event of readEventStream(new Response(body))) {
    events.push(event);
  }
  return events;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const written = (events: readonly ServerSentEvent[]): string =>
  events.map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("");

describe("event streams", () => {
  test("an event stream gives the same events wherever it is split on the way", async () => {
    const anEvent = fc.record({
      id: fc.nat(),
      event: fc.constantFrom("status", "log", "step"),
      data: fc.record({ line: fc.string({ unit: "grapheme" }) }, { noNullPrototype: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anEvent), fc.array(fc.nat()), async (events, cuts) => {
        const bytes = encode(written(events));
        const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
        const chunks = [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
        expect(await read(chunks)).toEqual(events);
      }),
      { seed: 20_260_302, numRuns: 300 },
    );
  });

  test("an event stream gives the same events if it arrives byte by byte", async () => {
    const events = [
      { id: 1, event: "status", data: { status: "queued" } },
      { id: 2, event: "log", data: { line: "文档 📚: done" } },
    ];
    const bytes = encode(written(events));
    expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(events);
  });

  test("an event stream may contain heartbeats, which are not events", async () => {
    const text = `: still here\n\n${written([{ id: 1, event: "log", data: 1 }])}: still here\n\n: still here\n\n`;
    expect(await read([encode(text)])).toEqual([{ id: 1, event: "log", data: 1 }]);
  });

  test("an event stream may omit default fields and contain unknown ones", async () => {
    expect(await read([encode('data: {"a":1}\n\nretry: 10\nid: 7\ndata:null\n\n')])).toEqual([
      { id: 0, event: "message", data: { a: 1 } },
      { id: 7, event: "message", data: null },
    ]);
  });

  test("an event stream that breaks off in the middle of an event ends with the last complete one", async () => {
    const text = written([
      { id: 1, event: "log", data: 1 },
      { id: 2, event: "log", data: 2 },
    ]);
    for (let length = text.length - 1; length > text.indexOf("\n\n") + 2; length--) {
      expect(await read([encode(text.slice(0, length))])).toEqual([{ id: 1, event: "log", data: 1 }]);
    }
  });

  test("reading an event stream fails before an endless event fills the memory", async () => {
    const megabyte = encode("x".repeat(1_048_576));
    await expect(read([encode("data: "), megabyte, megabyte, megabyte, megabyte])).rejects.toThrow(/too long/);
  });

  test("an event stream may be empty or have no body at all", async () => {
    expect(await read([])).toEqual([]);
    const none = readEventStream(new Response(null, { status: 204 }));
    expect(await none.next()).toEqual({ done: true, value: undefined });
  });
});
