import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { inOperation } from "../platform/operation-context.ts";
import { GitError } from "./git-error.ts";
import { expectGitError, makeRepository, temporaryFolder } from "./git-test-support.ts";
import { checkGitVersion } from "./git-version.ts";
import { type GitCommand, readGit, runGit } from "./run-git.ts";

const bounds = { secondsMax: 20, stdoutBytesMax: 1_000_000 };

test("git gets a controlled environment and inherits nothing", async () => {
  process.env.LECTERN_SECRET = "inherited";
  onTestFinished(() => {
    delete process.env.LECTERN_SECRET;
  });
  const variables = (await printEnvironment({ gitDir: "/srv/a.git", config: [["http.proxy", "none"]] }))
    .split("\n")
    .filter(
      (line) =>
        line.includes("=") &&
        !/^(GIT_CONFIG_(COUNT|KEY_|VALUE_)|GIT_PREFIX|PWD|OLDPWD|SHLVL|_|GIT_EXEC_PATH)/.test(line),
    )
    .sort();
  expect(variables).toEqual([
    "GIT_ALLOC_LIMIT=256m",
    "GIT_ALLOW_PROTOCOL=http:https",
    "GIT_ASKPASS=/bin/false",
    "GIT_CONFIG_GLOBAL=/dev/null",
    "GIT_CONFIG_NOSYSTEM=1",
    "GIT_DIR=/srv/a.git",
    "GIT_LFS_SKIP_SMUDGE=1",
    "GIT_OPTIONAL_LOCKS=0",
    "GIT_TERMINAL_PROMPT=0",
    "HOME=/nonexistent",
    "LC_ALL=C",
    expect.stringMatching(/^PATH=/),
  ]);
});

test("every command has the same settings, and no others", async () => {
  const list = await runGit({ ...bounds, args: ["config", "--list", "--show-scope"] });
  expect(list.toString().trim().split("\n")).toEqual(
    [
      "core.hookspath=/dev/null",
      "core.fsmonitor=false",
      "core.symlinks=false",
      "core.protecthfs=true",
      "core.protectntfs=true",
      "core.usereplacerefs=false",
      "core.bigfilethreshold=32m",
      "http.followredirects=false",
      "http.lowspeedlimit=1000",
      "http.lowspeedtime=120",
      "credential.helper=",
      "transfer.credentialsinurl=die",
      "transfer.fsckobjects=true",
      "fetch.fsck.badtimezone=ignore",
      "fetch.fsck.missingspacebeforedate=ignore",
      "fetch.fsck.zeropaddedfilemode=ignore",
      "receive.fsck.badtimezone=ignore",
      "receive.fsck.missingspacebeforedate=ignore",
      "receive.fsck.zeropaddedfilemode=ignore",
      "submodule.recurse=false",
      "fetch.recursesubmodules=no",
      "safe.barerepository=explicit",
      "gc.auto=0",
      "maintenance.auto=false",
      "commit.gpgsign=false",
    ].map((setting) => `command\t${setting}`),
  );
});

test("a caller's setting cannot disable a defense", async () => {
  const output = await runGit({
    ...bounds,
    args: ["config", "--get", "core.hooksPath"],
    config: [["core.hooksPath", "/tmp/hooks"]],
    variables: { GIT_CONFIG_GLOBAL: "/tmp/config" },
  });
  expect(output.toString()).toBe("/dev/null\n");
});

test("a git that takes too long is stopped along with the programs it started", async () => {
  const { url, port } = await serveSilence();
  const fetching = runGit({ ...bounds, args: ["ls-remote", "--end-of-options", url], secondsMax: 10 });
  await vi.waitUntil(() => processesAbout(port) >= 2, { timeout: 60_000 });
  await expectGitError(fetching, "timeout", /longer than 10 seconds/);
  await vi.waitUntil(() => processesAbout(port) === 0, { timeout: 60_000 });
});

test("aborting stops git", async () => {
  const { url, port } = await serveSilence();
  const leaving = new AbortController();
  const fetching = runGit({ ...bounds, args: ["ls-remote", "--end-of-options", url], signal: leaving.signal });
  await vi.waitUntil(() => processesAbout(port) >= 2, { timeout: 60_000 });
  leaving.abort();
  await expectGitError(fetching, "aborted");
  await vi.waitUntil(() => processesAbout(port) === 0, { timeout: 60_000 });
});

test("a git that ignores SIGTERM is killed", async () => {
  await expectGitError(
    runGit({ ...bounds, ...shell("trap '' TERM; while :; do sleep 0.1; done"), secondsMax: 0.3 }),
    "timeout",
  );
});

test("nothing is started for a caller that has already aborted", async () => {
  await expectGitError(runGit({ ...bounds, args: ["version"], signal: AbortSignal.abort() }), "aborted");
});

test("endless output is cut off at its limit", async () => {
  await expectGitError(runGit({ ...bounds, ...shell("yes"), stdoutBytesMax: 100_000 }), "too-large", /100000 bytes/);
});

test("endless error output does not fill the memory, and its end is kept", async () => {
  const error = await expectGitError(
    runGit({ ...bounds, ...shell("yes | head -c 10000000 >&2; echo the end >&2; exit 3") }),
    "failed",
    /exit code 3/,
  );
  expect(error.stderr.length).toBeLessThanOrEqual(64_000);
  expect(error.stderr).toContain("the end");
});

test("a reader may stop early without an error", async () => {
  const first = await readGit({ ...bounds, ...shell("yes"), stdoutBytesMax: 10_000_000 }, async ({ stdout }) => {
    for await (const chunk of stdout) {
      return chunk.subarray(0, 2).toString();
    }
    return "";
  });
  expect(first).toBe("y\n");
});

test("a reader's own error is reported unless git failed first", async () => {
  const problem = new GitError("refused", "The reader found something.");
  const reading = readGit({ ...bounds, ...shell("yes") }, async ({ stdout }) => {
    for await (const _ of stdout) {
      throw problem;
    }
  });
  await expect(reading).rejects.toBe(problem);
  const cutShort = readGit({ ...bounds, ...shell("echo half; exit 4") }, async ({ stdout }) => {
    for await (const _ of stdout) {
      // Read to the end.
    }
    throw new Error("half a record");
  });
  await expectGitError(cutShort, "failed", /exit code 4/);
});

test("output that arrives before a reader exists is not lost", async () => {
  const text = await readGit({ ...bounds, ...shell("echo early") }, async ({ stdout }) => {
    await vi.waitUntil(() => stdout.readableLength > 0, { timeout: 60_000 });
    await new Promise((resolve) => setImmediate(resolve));
    return (await stdout.toArray()).join("");
  });
  expect(text).toBe("early\n");
});

test("secrets are removed from git's output in every encoding", async () => {
  const secret = "tok/en+1=?";
  const spelled = [secret, Buffer.from(`x-access-token:${secret}`).toString("base64"), encodeURIComponent(secret)];
  const error = await expectGitError(
    runGit({
      ...bounds,
      ...shell(`printf '%s\\n' ${spelled.map((text) => `'${text}'`).join(" ")} >&2; exit 1`),
      secrets: [secret, `x-access-token:${secret}`],
    }),
    "failed",
  );
  expect(error.stderr).toBe("[secret]\n[secret]\n[secret]\n");
  expect(error.message).not.toContain(secret);
});

test("an error message contains no path of the server", async () => {
  const folder = temporaryFolder();
  const error = await expectGitError(runGit({ ...bounds, gitDir: `${folder}/gone.git`, args: ["log"] }), "corrupt");
  expect(error.message).not.toContain(folder);
  expect(error.stderr).toContain(folder);
});

test("the installed git is new enough", async () => {
  expect(await checkGitVersion()).toMatch(/^2\.\d+/);
});

test("input reaches git", async () => {
  const { gitDir } = await makeRepository(temporaryFolder(), "docs");
  const output = await runGit({ ...bounds, gitDir, args: ["hash-object", "--stdin"] }, "hello\n");
  expect(output.toString()).toBe("ce013625030ba8dba906f756967f9e9ca394464a\n");
});

// Makes git run any program, with an alias. This is used only in tests.
function shell(script: string): Pick<GitCommand, "args" | "config"> {
  return { args: ["run-script"], config: [["alias.run-script", `!${script};:`]] };
}

async function printEnvironment(surroundings: Pick<GitCommand, "gitDir" | "config">): Promise<string> {
  const { args, config = [] } = shell("env");
  const output = await runGit({
    ...bounds,
    ...surroundings,
    args,
    config: [...(surroundings.config ?? []), ...config],
  });
  return output.toString();
}

async function serveSilence(): Promise<{ url: string; port: number }> {
  const server = createServer((socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/docs.git`, port };
}

function processesAbout(port: number): number {
  const list = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return list.split("\n").filter((line) => line.includes(`127.0.0.1:${port}/`)).length;
}

test("operations run a few git processes at a time, leave a place to other organizations, and refuse too many", async () => {
  const over = new AbortController();
  const held = Promise.withResolvers<void>();
  const command: GitCommand = { ...bounds, args: ["version"] };
  let started = 0;
  const hold = () =>
    readGit({ ...command, signal: over.signal }, async ({ stdout }) => {
      // Git that is started for a running command doesn't wait for a place.
      await runGit(command);
      started += 1;
      await held.promise;
      return stdout.toArray();
    });
  const ask = (owner: string, work: () => Promise<unknown>) => inOperation("readPage", owner, work);
  const asked = Promise.allSettled(Array.from({ length: 215 }, () => ask("org_busy", hold)));
  await vi.waitFor(() => expect(started).toBe(7), { timeout: 60_000 });
  await ask("org_other", () => runGit(command));
  // A worker's jobs have limits of their own.
  await runGit(command);
  expect(started).toBe(7);
  over.abort();
  held.resolve();
  const reasons = (await asked).flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(reasons.filter(({ code }) => code === "unavailable")).toHaveLength(8);
  await ask("org_busy", () => runGit(command));
});

test("git is started only where a turn or a limit of its own bounds it", () => {
  const users = execFileSync("git", ["grep", "-lw", "startGit", "--", "src", ":!*.test.ts"], { encoding: "utf8" });
  expect(users.trim().split("\n")).toEqual(["src/git-host/git-backend.ts", "src/git/run-git.ts"]);
});
