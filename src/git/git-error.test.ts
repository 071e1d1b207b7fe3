import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findOutage } from "../platform/outage.ts";
import { explainFailure, missingError } from "./git-error.ts";
import { makeRepository, temporaryFolder } from "./git-test-support.ts";
import { failureOf, startGit } from "./run-git.ts";

test("a killed git is an outage, but other failures are not", () => {
  expect(findOutage(explainFailure("", null))?.part).toBe("process");
  const gone = explainFailure("fatal: not a git repository: '/data/repositories/acme.git'", 128);
  expect([gone.kind, findOutage(gone)?.part, findOutage(missingError())?.part]).toEqual(["corrupt", "disk", "disk"]);
  for (const missing of [{ syscall: "spawn git" }, { path: import.meta.filename }]) {
    expect(findOutage(Object.assign(new Error("missing"), { code: "ENOENT", ...missing }))).toBeUndefined();
  }
  expect(findOutage(explainFailure("fatal: something else", 128))).toBeUndefined();
  const forbidden = "error: unable to create temporary file: Permission denied\nerror: failed to write object";
  expect(findOutage(explainFailure(forbidden, 128))).toBeUndefined();
});

test.each([
  "fatal: write error: No space left on device",
  "fatal: unable to write loose object file: Disk quota exceeded",
  "fatal: write error: File too large",
  "fatal: sha1 file 'objects/pack/tmp_pack_KpwRps' write error. Out of diskspace",
  "fatal: update_ref failed for ref 'refs/heads/new': cannot update ref 'refs/heads/new': couldn't write 'new.lock'",
  "error: unable to write file guides/start.mdx",
  "error: failed to write new configuration file config.lock",
  "fatal: Unable to write new index file",
])("%s: the disk is full", (stderr) => {
  expect(findOutage(explainFailure(stderr, 128))?.part).toBe("disk");
});

test("every command that fails on a full disk is an outage", async ({ skip }) => {
  const folder = temporaryFolder();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]);
  if (status !== 0) return skip("Only root may mount the small disk that this test fills.");
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  const { gitDir } = await makeRepository(folder, "docs", { "index.mdx": "# Home\n" });
  expect(() => writeFileSync(join(folder, "filler"), Buffer.alloc(4_000_000))).toThrow("ENOSPC");
  const work = `--work-tree=${folder}`;
  const commands = [
    ["hash-object", "-w", "--stdin"],
    ["update-ref", "refs/heads/other", "main"],
    ["config", "core.name", "value"],
    ["repack", "-ad"],
    [work, "checkout", "-f", "main", "--", "."],
    ["init", "--bare", join(folder, "new")],
  ];
  for (const args of commands) {
    const git = startGit({ gitDir, args, secondsMax: 60, stdoutBytesMax: 10_000 });
    git.stdin.end("text");
    git.stdout.resume();
    const failure = await failureOf(git);
    expect([args[0], findOutage(failure)?.part, failure?.stderr]).toEqual([args[0], "disk", expect.any(String)]);
  }
});
