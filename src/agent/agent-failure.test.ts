import { expect, test } from "vitest";
import { CodeHostError, type CodeHostErrorKind } from "../code-hosts/code-host-error.ts";
import { GitError, type GitErrorKind } from "../git/git-error.ts";
import { toAgentFailure } from "./agent-failure.ts";

const hosts: [CodeHostErrorKind, string, boolean][] = [
  ["no-access", "no-access", false],
  ["not-found", "no-access", false],
  ["conflict", "conflict", false],
  ["limited", "no-access", true],
  ["timeout", "time", true],
  ["unavailable", "no-access", true],
];

test.each(hosts)(
  "a code host that answers %s makes a job fail with %s, after other tries: %s",
  (kind, told, isTriedAgain) => {
    const error = new CodeHostError(kind, "What to do.");
    expect(toAgentFailure(error, true)).toMatchObject({ kind: told, message: "What to do." });
    expect(toAgentFailure(error, false)?.kind).toBe(isTriedAgain ? undefined : told);
  },
);

const gits: [GitErrorKind, string, boolean][] = [
  ["auth", "no-access", false],
  ["not-found", "no-access", false],
  ["network", "no-access", true],
  ["timeout", "time", true],
  ["too-large", "budget", false],
  ["refused", "policy", false],
  ["corrupt", "internal", true],
  ["failed", "internal", true],
];

test.each(gits)(
  "a git that ends with %s makes a job fail with %s, after other tries: %s",
  (kind, told, isTriedAgain) => {
    const error = new GitError(kind, "What to do.");
    expect(toAgentFailure(error, true)).toMatchObject({ kind: told, message: "What to do." });
    expect(toAgentFailure(error, false)?.kind).toBe(isTriedAgain ? undefined : told);
  },
);

test("an internal error has no message for users", () => {
  expect(toAgentFailure(new TypeError("undefined is not a function"), true)).toBeUndefined();
});
