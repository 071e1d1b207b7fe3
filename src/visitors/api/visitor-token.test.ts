import { expect, test } from "vitest";
import { readToken, signToken } from "./visitor-token.ts";

const [newKey, oldKey, foreignKey] = ["new", "old", "foreign"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];
const claims = { projectId: "prj_1", subdomain: "acme", visitorId: "v", expiresAt: 1_000 };

test("a token returns its claims until it expires", () => {
  const token = signToken([newKey], claims);
  expect(readToken([newKey], token, 999)).toEqual(claims);
  expect(readToken([newKey], token, 1_000)).toBeUndefined();
});

test("a token signed with an earlier key is still accepted", () => {
  expect(readToken([newKey, oldKey], signToken([oldKey], claims), 0)).toEqual(claims);
});

test.each([
  ["a foreign key", signToken([foreignKey], claims)],
  ["no signature", signToken([newKey], claims).split(".", 1).join()],
  ["other claims", signToken([newKey], claims).replace(/^../, "WA")],
  ["nothing", ""],
  ["only dots", "...."],
])("a token with %s is rejected", (_what, token) => {
  expect(readToken([newKey, oldKey], token, 0)).toBeUndefined();
});
