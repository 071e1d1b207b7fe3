import { expect, test } from "vitest";
import { rejectPush } from "./push-report.ts";

const packet = (text: string) => (Buffer.byteLength(text) + 4).toString(16).padStart(4, "0") + text;
const reasonFor = (ref: string) => (ref === "refs/heads/main" ? "fetch first" : "try again");

const accepted = [
  packet("unpack ok\n"),
  packet("ok refs/heads/main\n"),
  packet("option old-oid 1\n"),
  packet("ng refs/heads/x hook declined\n"),
  packet("ok refs/heads/ünï\n"),
  "0000",
].join("");
const rejected = [
  packet("unpack ok\n"),
  packet("ng refs/heads/main fetch first\n"),
  packet("ng refs/heads/x hook declined\n"),
  packet("ng refs/heads/ünï try again\n"),
  "0000",
].join("");

test("rejecting a push rejects every accepted ref in the report and keeps git's own refusals", () => {
  expect(rejectPush(Buffer.from(accepted), reasonFor).toString()).toBe(rejected);
});

test("a ref without a reason for rejection stays accepted, with its options", () => {
  const onlyUnicode = (ref: string) => (ref === "refs/heads/ünï" ? "protected" : undefined);
  const expected = accepted.replace(packet("ok refs/heads/ünï\n"), packet("ng refs/heads/ünï protected\n"));
  expect(rejectPush(Buffer.from(accepted), onlyUnicode).toString()).toBe(expected);
});

test("a report in a side band is rewritten in place, and messages stay unchanged", () => {
  const reply = [packet("\u0002Resolving deltas\r"), packet(`\u0001${accepted}`), "0000"].join("");
  const expected = [packet("\u0002Resolving deltas\r"), packet(`\u0001${rejected}`), "0000"].join("");
  expect(rejectPush(Buffer.from(reply), reasonFor).toString()).toBe(expected);
});

test("messages and refusals of git contain no path of the server", () => {
  const failed = "Unable to create '/srv/my docs/changes/1.git/refs/heads/x.lock': File name too long\n";
  const pack = "error: unable to open /srv/docs/1.git/objects/pack/pack-1.pack\n";
  const refusal = packet("ng refs/heads/x cannot open '/srv/docs/x.lock'\n");
  const packets = [`\u0002remote: ${failed.slice(0, 30)}`, `\u0002${failed.slice(30)}${pack}`, `\u0001${refusal}0000`];
  const reply = rejectPush(Buffer.from([...packets.map(packet), "0000"].join("")), () => undefined).toString();
  expect(reply).toContain("remote: Unable to create 'x.lock': File name too long\nerror: unable to open pack-1.pack\n");
  expect(reply).toContain("ng refs/heads/x cannot open 'x.lock'");
  expect(reply).not.toContain("/srv");
});

test("a client that did not ask for a report gets none", () => {
  expect(rejectPush(Buffer.alloc(0), reasonFor)).toEqual(Buffer.alloc(0));
});
