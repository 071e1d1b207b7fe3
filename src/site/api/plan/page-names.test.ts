import { expect, test } from "vitest";
import type { IndexedOperation } from "./list-operations.ts";
import { operationSlug, slugPart } from "./page-names.ts";

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

test("a page stands below its folder and tag, by its summary", () => {
  expect(operationSlug(operation, "api-reference")).toBe("api-reference/user-keys/list-the-users-keys-all");
});

test("without a summary it is named by method and path, without a tag it stands in the folder itself", () => {
  const plain = { ...operation, summary: undefined, tag: undefined };
  expect(operationSlug(plain, "/rest/v2/")).toBe("rest/v2/get-users-keys");
  expect(operationSlug({ ...plain, path: "/users/{id}" }, "api")).toBe("api/get-users");
  expect(operationSlug({ ...plain, kind: "webhook", path: "userAdded" }, "api")).toBe("api/useradded");
});

test("an address that the author has chosen is kept, without ways out of the site", () => {
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
  [undefined, ""],
])("%s becomes %s", (words, slug) => {
  expect(slugPart(words)).toBe(slug);
});

test("a long name is cut between its letters", () => {
  const slug = slugPart("ü".repeat(500));
  expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(180);
  expect(slug).toBe("ü".repeat(90));
});
