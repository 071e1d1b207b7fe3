import { expect, test } from "vitest";
import type { JsonObject } from "../../source/json-value.ts";
import { readChannels } from "../read/channels.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { ChannelView } from "./api-view.ts";
import { viewChannel } from "./channel-view.ts";

function view(root: JsonObject, name: string): ChannelView {
  const found = viewChannel(readChannels({ file: "async.json", root }), name, []);
  if (found === undefined) throw new Error(`channel ${name} not found`);
  return found;
}

const ref = (...keys: string[]) => ({ $ref: `#/${keys.join("/")}` });
const v2 = (channel: JsonObject, rest: JsonObject = {}) =>
  view({ asyncapi: "2.6.0", channels: { a: channel }, ...rest }, "a");
const v3 = (channel: JsonObject, rest: JsonObject = {}) =>
  view({ asyncapi: "3.0.0", channels: { a: channel }, ...rest }, "a");
const said = ({ operations }: ChannelView) =>
  operations.map(({ side, messages }) => [side, messages.shown.map(({ name }) => name)]);

test("in AsyncAPI 2, the reader sends the messages under publish and receives those under subscribe", () => {
  const channel = { subscribe: { message: { name: "told" } }, publish: { message: { name: "asked" } } };
  expect(said(v2(channel))).toEqual([
    ["send", ["asked"]],
    ["receive", ["told"]],
  ]);
});

test("in AsyncAPI 3, the reader sends the messages that the application receives", () => {
  const channel = { address: "a", messages: { one: {}, two: {} } };
  const operations = {
    tell: { action: "send", channel: ref("channels", "a"), messages: [ref("channels", "a", "messages", "two")] },
    hear: { action: "receive", channel: ref("channels", "a") },
    other: { action: "send", channel: ref("channels", "b") },
    constructor: { action: "constructor", channel: ref("channels", "a") },
  };
  expect(said(v3(channel, { operations }))).toEqual([
    ["send", ["one", "two"]],
    ["receive", ["two"]],
  ]);
});

test("the channel of an AsyncAPI operation may be a reference to the components", () => {
  const root = {
    asyncapi: "3.0.0",
    channels: { a: ref("components", "channels", "A") },
    operations: { hear: { action: "receive", channel: ref("components", "channels", "A") } },
    components: { channels: { A: { address: "x", messages: { one: {} } } } },
  };
  expect(said(view(root, "a"))).toEqual([["send", ["one"]]]);
});

test("messages that no operation sends or receives are shown without a direction", () => {
  expect(said(v3({ messages: { one: {} } }))).toEqual([[undefined, ["one"]]]);
});

test("a message is named by its own name, the name in its reference, or its position", () => {
  const messages = { M: { messageId: "mId" }, Plain: {} };
  const oneOf = [{ name: "n" }, ref("components", "messages", "M"), ref("components", "messages", "Plain"), {}];
  expect(said(v2({ publish: { message: { oneOf } } }, { components: { messages } }))).toEqual([
    ["send", ["n", "mId", "Plain", "Message 4"]],
  ]);
});

test("the reply to a message has its own channel and the opposite direction", () => {
  const root: JsonObject = {
    asyncapi: "3.0.0",
    channels: { a: { messages: { ask: {} } }, b: { address: "answers", messages: { yes: {}, no: {} } } },
    operations: {
      ask: {
        action: "receive",
        channel: ref("channels", "a"),
        reply: { channel: ref("channels", "b"), address: { location: "$message.header#/to" } },
      },
    },
  };
  const [operation] = view(root, "a").operations;
  expect(operation?.reply).toMatchObject({ address: "answers", location: "$message.header#/to" });
  expect(operation?.reply?.messages.shown.map(({ name }) => name)).toEqual(["yes", "no"]);
});

test("traits override the object in AsyncAPI 2, and the object overrides its traits in AsyncAPI 3", () => {
  const message = {
    title: "Own",
    headers: { properties: { own: { type: "string" } } },
    traits: [{ title: "Shared", summary: null, headers: { properties: { shared: { type: "string" } } } }],
  };
  const [two] = v2({ publish: { message } }).operations;
  const [three] = v3({ messages: { one: message } }).operations;
  expect(two?.messages.shown[0]?.title).toBe("Shared");
  expect(three?.messages.shown[0]?.title).toBe("Own");
  for (const operation of [two, three]) {
    const names = operation?.messages.shown[0]?.headers?.fields.map(({ name }) => name);
    expect(names?.toSorted()).toEqual(["own", "shared"]);
  }
});

test("a payload that is not JSON Schema is shown verbatim", () => {
  const avro = { type: "record", name: "Order" };
  const two = v2({
    publish: { message: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", payload: avro } },
  });
  const three = v3({
    messages: { one: { payload: { schemaFormat: "application/vnd.google.protobuf", schema: "message A {}" } } },
  });
  const json = v3({
    messages: {
      one: { payload: { schemaFormat: "application/schema+json;version=draft-07", schema: { type: "string" } } },
    },
  });
  const payload = ({ operations }: ChannelView) => operations[0]?.messages.shown[0]?.payload;
  expect(payload(two)).toMatchObject({ kind: "source", language: "json", source: JSON.stringify(avro, null, 2) });
  expect(payload(three)).toMatchObject({ kind: "source", language: "protobuf", source: "message A {}" });
  expect(payload(json)).toMatchObject({ kind: "schema", schema: { type: "string" } });
  const schemas = {
    Avro: { schemaFormat: "application/vnd.apache.avro", schema: ref("components", "schemas", "Raw") },
    Raw: avro,
  };
  const referred = v3(
    { messages: { one: { payload: ref("components", "schemas", "Avro") } } },
    { components: { schemas } },
  );
  expect(payload(referred)).toMatchObject({ kind: "source", source: JSON.stringify(avro, null, 2) });
});

test("a message has the author's examples, or an example made from its schema", () => {
  const payload = { type: "object", properties: { at: { type: "string", format: "date" } } };
  const examples = [{ name: "first", payload: { at: "x" } }, { headers: { id: 1 } }, {}];
  const given = v3({ messages: { one: { payload, examples } } }).operations[0]?.messages.shown[0]?.examples;
  expect(given).toEqual([
    { title: "first", payload: { at: "x" }, headers: undefined },
    { title: undefined, payload: undefined, headers: { id: 1 } },
  ]);
  const made = v3({ messages: { one: { payload } } }).operations[0]?.messages.shown[0]?.examples;
  expect(made).toEqual([{ title: undefined, payload: { at: "2026-01-15" }, headers: undefined }]);
});

test("a channel has the servers that it names, or all servers, with addresses as usual for their protocol", () => {
  const servers = {
    kafka: { url: "broker:9092", protocol: "kafka" },
    ws: { url: "example.org/", protocol: "ws" },
    whole: { url: "wss://example.org/x/", protocol: "WSS" },
  };
  const addresses = ({ servers: all }: ChannelView) => all.map(({ address }) => address);
  expect(addresses(v2({}, { servers }))).toEqual(["broker:9092", "ws://example.org", "wss://example.org/x"]);
  expect(addresses(v2({ servers: ["ws", "absent"] }, { servers }))).toEqual(["ws://example.org"]);
  const third = {
    one: { host: "example.org:443", pathname: "/v1", protocol: "wss" },
    two: { host: "q", protocol: "amqp" },
  };
  expect(addresses(v3({ servers: [ref("servers", "one")] }, { servers: third }))).toEqual(["wss://example.org:443/v1"]);
  expect(v3({}, { servers: third }).protocols).toEqual(["wss", "amqp"]);
  expect(v3({ bindings: { mqtt: {} } }).protocols).toEqual(["mqtt"]);
});

test("authentication that only one server needs is shown with that server", () => {
  const securitySchemes = { login: { type: "userPassword" } };
  const open = { host: "a", protocol: "mqtt" };
  const closed = { host: "b", protocol: "mqtt", security: [ref("components", "securitySchemes", "login"), {}] };
  const mixed = v3({}, { servers: { open, closed }, components: { securitySchemes } });
  expect(mixed.auth).toEqual([]);
  expect(mixed.servers.map(({ auth }) => auth.map(({ schemes }) => schemes.length))).toEqual([[], [1, 0]]);
});

test("authentication that all servers share is shown once, even if the servers are brokers", () => {
  const server = { protocol: "kafka", url: "x", security: [{ sasl: [] }, { key: [] }, { oauth: ["read"] }] };
  const securitySchemes = {
    sasl: { type: "scramSha512" },
    key: { type: "apiKey", in: "user" },
    oauth: { type: "oauth2", flows: {} },
  };
  const { auth } = v2({}, { servers: { a: server, b: server }, components: { securitySchemes } });
  expect(auth.map(({ schemes }) => schemes)).toMatchObject([
    [{ kind: "broker", explanation: "sasl", method: "SCRAM-SHA-512" }],
    [{ kind: "broker", explanation: "keyAsUser" }],
    [{ kind: "oauth2", scopes: ["read"] }],
  ]);
});

test("protocol settings of a channel are shown as lines, and schemas in them as fields", () => {
  const kafka = { partitions: 3, topicConfiguration: { "cleanup.policy": ["delete"] }, bindingVersion: "0.5.0" };
  const message = { name: "m", bindings: { kafka: { key: { type: "string" } } } };
  const channel = v2({ bindings: { kafka, ws: { query: { properties: { a: {} } } } }, publish: { message } });
  expect(channel.bindings).toEqual([
    {
      protocol: "kafka",
      values: [
        { name: "partitions", value: "3" },
        { name: "topicConfiguration.cleanup.policy", value: '["delete"]' },
      ],
      fields: [],
    },
  ]);
  expect(channel.query?.fields.map(({ name }) => name)).toEqual(["a"]);
  expect(channel.operations[0]?.messages.shown[0]?.bindings[0]?.fields[0]).toMatchObject({ name: "key" });
});

test("the page of a channel shows a limited number of messages and how many are left out", () => {
  const oneOf = Array.from({ length: 100 }, (_, at) => ({ name: `m${at}` }));
  const [operation] = v2({ publish: { message: { oneOf } } }).operations;
  expect(operation?.messages.shown.length).toBe(specLimits.messagesMax);
  expect(operation?.messages.leftOut).toBe(100 - specLimits.messagesMax);
});

test("all message examples of a page share one size limit", () => {
  const payload = "x".repeat(100_000);
  const oneOf = Array.from({ length: 30 }, () => ({ examples: [{ payload }, { payload }] }));
  const [operation] = v2({ publish: { message: { oneOf } } }).operations;
  const examples = operation?.messages.shown.flatMap((message) => message.examples) ?? [];
  expect(JSON.stringify(examples).length).toBeLessThan(specLimits.messageExampleBytesMax + 10_000);
  expect(examples.length).toBeGreaterThan(0);
});
