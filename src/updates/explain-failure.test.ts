import { expect, test } from "vitest";
import { explainFailure as explainGit, GitError } from "../git/git-error.ts";
import { NamespaceBusy } from "../platform/artifacts/hold-namespace.ts";
import { ArtifactDamaged, StorageFailed } from "../platform/artifacts/storage-error.ts";
import { AppError } from "../platform/errors.ts";
import { PermanentFailure, RetryLater } from "../platform/queue/handler.ts";
import { BuildFailure, BuildProblem } from "../site/shared/build-problem.ts";
import { explainFailure } from "./explain-failure.ts";

test.each([
  new BuildFailure([new BuildProblem("docs.json is missing")]),
  new GitError("not-found", "The branch does not exist in the repository."),
  new GitError("auth", "Access to the repository was denied."),
  new GitError("refused", "The repository URL must start with https:// or http://."),
  new GitError("too-large", "The repository is too large."),
  new AppError("too_large", "The site has too many files."),
])("$message ($name) is the author's to fix and ends the update at once", (error) => {
  expect(explainFailure(error, false)).toMatchObject({ message: error.message, isInternal: false });
  expect(explainFailure(error, false)).toBeInstanceOf(PermanentFailure);
});

test.each([
  new GitError("network", "The repository host did not respond as expected."),
  new GitError("timeout", "Fetching took too long."),
  new NamespaceBusy(),
])("$message ($name) makes the update wait", (error) => {
  expect(explainFailure(error, true)).toBeInstanceOf(RetryLater);
});

test.each([
  new StorageFailed("it is unreachable"),
  explainGit("fatal: sha1 file 'pack' write error. Out of diskspace", 128),
])("an update waits for an outage to end, however often it was tried: $message", (error) => {
  expect(explainFailure(error, true)).toBe(error);
});

test("the message of an internal error is shown after the last attempt, but only if it is safe", () => {
  const error = new ArtifactDamaged();
  expect(explainFailure(error, false)).toBe(error);
  expect(explainFailure(error, true)).toMatchObject({ message: error.message, isInternal: true });
  const secret = new Error("open /srv/lectern/secret.key");
  expect(explainFailure(secret, true)).toBe(secret);
});
