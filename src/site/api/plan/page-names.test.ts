import { expect, test } from "vitest";
import type { JsonObject } from "../../source/json-value.ts";
import { indexSpec } from "./index-spec.ts";
import type { IndexedChannel, IndexedOperation } from "./list-targets.ts";
import { channelSlug, operationSlug } from "./page-names.ts";

const operation: IndexedOperation = {
  kind: "operation",
  method: "get",
  path: "/users/{id}/keys",
  tag: "User Keys",
  summary: "List the user's keys (all).",
  description: undefined,
  deprecated: false,
  hidden: false,
  excluded: false,
  href: undefined,
  metadata: {},
  origins: [],
  hasServer: false,
  hash: "",
};

test("the page of an operation is in the folder of its tag and named after its summary", () => {
  expect(operationSlug(operation, "api-reference")).toBe("api-reference/user-keys/list-the-users-keys-all");
});

test("an operation without a summary is named by method and path, and without a tag it is in the top folder", () => {
  const plain = { ...operation, summary: undefined, tag: undefined };
  expect(operationSlug(plain, "/rest/v2/")).toBe("rest/v2/get-users-keys");
  expect(operationSlug({ ...plain, path: "/users/{id}" }, "api")).toBe("api/get-users");
  expect(operationSlug({ ...plain, kind: "webhook", path: "userAdded" }, "api")).toBe("api/useradded");
});

test("an address that the author chose for an operation can't lead outside the site", () => {
  expect(operationSlug({ ...operation, href: "/my/place" }, "api")).toBe("my/place");
  expect(operationSlug({ ...operation, href: "../../etc/./passwd?x#y" }, "api")).toBe("etc/passwdxy");
  expect(operationSlug({ ...operation, href: '/_lectern/".hidden/my file' }, "api")).toBe("my-file");
});

test.each([
  ["Get-a-list-of-all-shelves-in-the-repo.", "get-a-list-of-all-shelves-in-the-repo"],
  ["get-repos-{repo_id}-commits-bulk", "get-repos--commits-bulk"],
  ["-get-repos-{repo_id}-commits-", "get-repos--commits"],
  ["commit/branch/tag", "commitbranchtag"],
  ["a?b#c%d\\e", "abcde"],
])("an operation with the summary %s gets the address %s", (summary, slug) => {
  expect(operationSlug({ ...operation, tag: undefined, summary }, "")).toBe(slug);
});

test("a long name of an API page is shortened without splitting a character", () => {
  const slug = operationSlug({ ...operation, tag: undefined, summary: "ü".repeat(500) }, "");
  expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(180);
  expect(slug).toBe("ü".repeat(90));
});

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
])("%#: a channel gets its title and address from the author's names", ([channel], title, slug) => {
  expect(channel?.title).toBe(title);
  expect(channel && channelSlug(channel, "api")).toBe(slug);
});
