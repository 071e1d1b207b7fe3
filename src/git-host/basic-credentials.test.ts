import { expect, test } from "vitest";
import { toBearer } from "./basic-credentials.ts";

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;

test.each([
  [basic("anyone:svc_key"), "Bearer svc_key"],
  [basic(":svc_key"), "Bearer svc_key"],
  [basic("a:with:colons"), "Bearer with:colons"],
  [basic("svc_key"), "Bearer svc_key"],
  ["Bearer svc_key", "Bearer svc_key"],
  [undefined, undefined],
  ["", ""],
  ["Basic !!!", "Basic !!!"],
])("the credentials %j become the bearer header %j", (header, expected) => {
  expect(toBearer(header)).toBe(expected);
});
