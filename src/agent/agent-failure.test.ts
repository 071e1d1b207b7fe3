import { expect, test } from "vitest";
import { CodeHostError, type CodeHostErrorKind } from "../code-hosts/code-host-error.ts";
import { GitError, type GitErrorKind } from "../git/git-error.ts";
import { RetryLater } from "../platform/queue/handler.ts";
import { toAgentFailure, toRetryLater } from "./agent-failure.ts";

const hosts: [CodeHostErrorKind, string][] = [
  ["no-access", "no-access"],
  ["not-found", "no-access"],
  ["conflict", "conflict"],
];

test.each(hosts)("a code host that answers %s makes a job fail with %s", (kind, told) => {
  const error = new CodeHostError(kind, "What to do.");
  expect(toAgentFailure(error, false)).toMatchObject({ kind: told, message: "What to do." });
  expect(toRetryLater(error)).toBe(error);
});

test.each<CodeHostErrorKind>(["limited", "timeout", "unavailable"])(
  "a job waits for a code host that is %s",
  (kind) => {
    const error = new CodeHostError(kind, "Come back.", { retryAfterSeconds: 90 });
    expect(toAgentFailure(error, true)).toBeUndefined();
    expect(toRetryLater(error)).toMatchObject({ message: "Come back.", afterSeconds: 90, cause: error });
  },
);

test.each<GitErrorKind>(["network", "timeout"])("a job waits for a git host after a %s error", (kind) => {
  const error = new GitError(kind, "Come back.");
  expect(toAgentFailure(error, true)).toBeUndefined();
  expect(toRetryLater(error)).toBeInstanceOf(RetryLater);
});

const gits: [GitErrorKind, string, boolean][] = [
  ["auth", "no-access", false],
  ["not-found", "no-access", false],
  ["too-large", "budget", false],
  ["refused", "policy", false],
  ["corrupt", "internal", true],
  ["failed", "internal", true],
];

test.each(gits)(
  "a git error of kind %s makes a job fail with %s (only on the last try: %s)",
  (kind, told, isTriedAgain) => {
    const error = new GitError(kind, "What to do.");
    expect(toAgentFailure(error, true)).toMatchObject({ kind: told, message: "What to do." });
    expect(toAgentFailure(error, false)?.kind).toBe(isTriedAgain ? undefined : told);
  },
);

test("an internal error has no message for users", () => {
  expect(toAgentFailure(new TypeError("undefined is not a function"), true)).toBeUndefined();
});
