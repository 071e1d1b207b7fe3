import { expect, test } from "vitest";
import { rejectPush } from "./push-report.ts";

const packet = (text: string) => (Buffer.byteLength(text) + 4).toString(16).padStart(4, "0") + text;
const reasonFor = (ref: string) => (ref === "refs/heads/main" ? "fetch first" : "try again");

const conflict = "its name conflicts with another branch or tag";
const report = (main: readonly string[], unicode: string, x = conflict) =>
  [
    packet("unpack ok\n"),
    ...main.map((line) => packet(`${line}\n`)),
    packet(`ng refs/heads/x ${x}\n`),
    packet(`${unicode}\n`),
    "0000",
  ].join("");
const isOk = ["ok refs/heads/main", "option old-oid 1"];
const accepted = report(
  isOk,
  "ok refs/heads/ünï",
  "cannot lock ref 'refs/heads/x': '/srv/docs.git/refs/heads/x' exists",
);
const rejected = report(["ng refs/heads/main fetch first"], "ng refs/heads/ünï try again");

test("rejecting a push rejects every accepted ref in the report and rewords git's own refusals", () => {
  expect(rejectPush(Buffer.from(accepted), reasonFor).toString()).toBe(rejected);
});

test("a ref without a reason for rejection stays accepted, with its options", () => {
  const onlyUnicode = (ref: string) => (ref === "refs/heads/ünï" ? "protected" : undefined);
  const expected = report(isOk, "ng refs/heads/ünï protected");
  expect(rejectPush(Buffer.from(accepted), onlyUnicode).toString()).toBe(expected);
});

test("a report in a side band is rewritten in place, and git's messages are dropped", () => {
  const reply = [packet("\u0002Resolving deltas\r"), packet(`\u0001${accepted}`), "0000"].join("");
  const expected = [packet(`\u0001${rejected}`), "0000"].join("");
  expect(rejectPush(Buffer.from(reply), reasonFor).toString()).toBe(expected);
});

test("if git doesn't accept the objects, the reply says why in our own words", () => {
  const failed = `${packet("unpack index-pack abnormal exit\n")}${packet("ng refs/heads/x unpacker error\n")}0000`;
  const told = "error: object c0ffee: hasDotgit: contains '/srv/docs/.git'\nfatal: fsck error in packed object\n";
  const packets = [`\u0002${told.slice(0, 30)}`, `\u0002${told.slice(30)}`, `\u0001${failed}`];
  const reply = rejectPush(Buffer.from([...packets.map(packet), "0000"].join("")), () => undefined).toString();
  expect(reply).toContain("\u0002The repository contains an object that fails git's checks (hasDotgit)");
  expect(reply).toContain("ng refs/heads/x its objects were not accepted\n");
  expect(reply).not.toMatch(/abnormal|unpacker|fsck|srv/);
});

test("a client that did not ask for a report gets none", () => {
  expect(rejectPush(Buffer.alloc(0), reasonFor)).toEqual(Buffer.alloc(0));
});
