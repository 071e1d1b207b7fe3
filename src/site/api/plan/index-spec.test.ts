import { expect, test } from "vitest";
import type { JsonObject } from "../../source/json-value.ts";
import { specLimits } from "../read/spec-limits.ts";
import { indexSpec } from "./index-spec.ts";

const ref = (path: string) => ({ $ref: `#/${path}` });
const many = <Value>(count: number, make: (at: number) => Value) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, make(at)]));

/** Short API descriptions that expand to a huge size. */
const hostile: Record<string, unknown> = {
  "a channel that is itself": { channels: { a: ref("channels/a") } },
  "an operation on itself": {
    channels: { a: {} },
    operations: { o: { action: "send", channel: ref("operations/o") } },
  },
  "a message that is one of itself": {
    asyncapi: "2.6.0",
    channels: { a: { publish: { message: ref("components/messages/M") } } },
    components: { messages: { M: { oneOf: [ref("components/messages/M"), ref("components/messages/M")] } } },
  },
  "traits of traits": {
    channels: { a: { messages: { m: ref("components/messages/M") } } },
    components: { messages: { M: { traits: Array.from({ length: 1_000 }, () => ref("components/messages/M")) } } },
  },
  "payloads that double": {
    channels: { a: { messages: many(100, () => ({ payload: ref("components/schemas/n0") })) } },
    components: {
      schemas: many(500, (at) => ({ properties: many(3, () => ref(`components/schemas/n${at + 1}`)) })),
    },
  },
  "everything replies to everything": {
    channels: many(100, () => ({ messages: many(50, () => ({ payload: { type: "string" } })) })),
    operations: many(100, (at) => ({
      action: "send",
      channel: ref(`channels/n${at}`),
      reply: { channel: ref(`channels/n${99 - at}`) },
    })),
  },
  "three thousand operations on one channel": {
    channels: { a: { messages: many(5_000, () => ({})) } },
    operations: many(3_000, () => ({ action: "receive", channel: ref("channels/a") })),
  },
  "bindings in bindings": {
    channels: { a: { bindings: { kafka: many(60, () => many(60, () => ({ deep: { deeper: 1 } }))) } } },
  },
  "parts of the wrong type": {
    servers: [1],
    channels: {
      a: { messages: ["x"], parameters: 3, servers: {}, bindings: null, tags: "x", externalDocs: [] },
      b: 12,
    },
    operations: { o: { action: 1, channel: "a", messages: {}, reply: [] }, p: null },
  },
  "names from the prototype": JSON.parse(
    '{"channels": {"__proto__": {"address": "x", "messages": {"constructor": {"traits": [{"__proto__": {"polluted": 1}, "payload": {"__proto__": {}}}]}}}, "constructor": {}}, "operations": {"__proto__": {"action": "send", "channel": {"$ref": "#/channels/__proto__"}}}}',
  ) as unknown,
};

test.each(Object.entries(hostile))("%s is indexed within the limits", (_, part) => {
  const text = JSON.stringify({ asyncapi: "3.0.0", ...(part as object) });
  const { index } = indexSpec("async.json", text, { pillKeys: [], schemas: [] });
  expect(index.kind).toBe("asyncapi");
  expect(JSON.stringify(index).length).toBeLessThan(1_000_000);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("an API description with too many channels and too many problems gets a warning about each", () => {
  const channels = { ...many(specLimits.channelsMax + 1, () => ({})), bad: 1 };
  const operations = many(200, () => ({ action: "shout" }));
  const { index } = indexSpec("async.json", JSON.stringify({ asyncapi: "3.0.0", channels, operations }), {
    pillKeys: [],
    schemas: [],
  });
  expect(index.channels.length).toBe(specLimits.channelsMax);
  const messages = index.problems.map(({ message }) => message);
  expect(messages.at(-1)).toBe("has more than 1000 channels; the rest have no pages");
  expect(messages.at(-2)).toMatch(/^has \d+ more problems$/);
  expect(messages.length).toBe(specLimits.problemsMax + 2);
});

function index(root: JsonObject) {
  return indexSpec("async.json", JSON.stringify(root), { pillKeys: [], schemas: [] }).index.channels;
}

test("a changed message changes only the hash of its own channel", () => {
  const root = (type: string) => ({
    asyncapi: "3.0.0",
    channels: {
      a: { messages: { m: { $ref: "#/components/messages/A" } } },
      b: { messages: { m: { payload: { type: "string" } } } },
    },
    components: { messages: { A: { payload: { type } } } },
  });
  const [before, after] = [index(root("string")), index(root("integer"))];
  expect(after[0]?.hash).not.toBe(before[0]?.hash);
  expect(after[1]?.hash).toBe(before[1]?.hash);
});
