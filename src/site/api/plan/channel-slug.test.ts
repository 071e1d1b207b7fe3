import { expect, test } from "vitest";
import type { JsonObject } from "../../source/json-value.ts";
import { protocolBadge } from "../view/protocol-badge.ts";
import { channelSlug } from "./channel-slug.ts";
import { indexSpec } from "./index-spec.ts";
import type { IndexedChannel } from "./list-channels.ts";

function index(root: JsonObject): IndexedChannel[] {
  return indexSpec("async.json", JSON.stringify(root), { pillKeys: [], schemas: [] }).index.channels;
}

const v3 = (name: string, channel: JsonObject) => index({ asyncapi: "3.0.0", channels: { [name]: channel } });
const v2 = (name: string, channel: JsonObject) => index({ asyncapi: "2.6.0", channels: { [name]: channel } });

test.each([
  [v3("lightingMeasured", {}), "Lighting measured", "api/websockets/lightingmeasured"],
  [v3("userSMSSent", { title: "SMS was sent" }), "SMS was sent", "api/websockets/sms-was-sent"],
  [v3("user_SMSSent", {}), "User SMS sent", "api/websockets/user_smssent"],
  [v3("rooms", { tags: [{ name: "Live chat" }] }), "Rooms", "api/live-chat/rooms"],
  [v3("a", { bindings: { kafka: {} } }), "A", "api/channels/a"],
  [v3("a", { "x-mint": { href: "/somewhere/else" } }), "A", "somewhere/else"],
  [v3("a/b", { address: "/x", summary: "What **it** is." }), "What it is.", "api/websockets/ab"],
  [v2("user/{id}/signed.up", {}), "user/{id}/signed.up", "api/websockets/user-signed-up"],
  [v2("a/b", { publish: { summary: "Sign up", tags: [{ name: "users" }] } }), "Sign up", "api/users/a-b"],
  [v2("../../_lectern", {}), "../../_lectern", "api/websockets/_lectern"],
])("%#: a channel is called and found by what its author says", ([channel], title, slug) => {
  expect(channel?.title).toBe(title);
  expect(channel && channelSlug(channel, "api")).toBe(slug);
});

test("a badge is one short word for all servers", () => {
  expect(protocolBadge(["kafka-secure"])).toBe("kafka");
  expect(protocolBadge(["ws", "wss"])).toBe("wss");
  expect(protocolBadge(["secure-mqtt", "mqtt"])).toBe("mqtt");
  expect(protocolBadge(["kafka", "amqp"])).toBe("event");
  expect(protocolBadge(['"><script>'])).toBe("event");
  expect(protocolBadge(["googlepubsub"])).toBe("googlepubsub");
  expect(protocolBadge(["googlepubsub"], 6)).toBe("event");
  expect(protocolBadge([])).toBe("event");
});

test("one changed message changes the hash of its channel and of no other", () => {
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
