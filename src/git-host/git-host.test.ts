import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestFolder } from "../../test/support/artifact-store.ts";
import { openTestDatabase } from "../../test/support/database.ts";
import { createOrganization } from "../accounts/create-organization.ts";
import type { Role } from "../contract/operation.ts";
import {
  commitRawTree,
  makeRepository,
  plainGit,
  type TestRepository,
  temporaryFolder,
  trap,
  writeBlob,
  writeRawTree,
} from "../git/git-test-support.ts";
import { createHttp } from "../http/create-http.ts";
import { systemClock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import { createLog } from "../platform/log.ts";
import { type BranchRules, defaultBranchRules } from "../projects/branch-rules.ts";
import { createProject } from "../projects/create-project.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import { insertRepository } from "../projects/repositories/store.ts";
import { defaultGitHostLimits, type GitHostLimits } from "./limits.ts";
import type { PushNews } from "./push-message.ts";
import { gitHostRoutes } from "./routes.ts";

const writeKey = "write-key";
const readKey = "read-key";
const waitOptions = { timeout: 60_000, interval: 20 };

test("pushed commits can be cloned, and the push is reported", async () => {
  const { work, url, pushes, root } = await setUp({ "index.mdx": "# Hello" });
  const sha = await work.git("rev-parse", "HEAD");
  await work.git("push", "--quiet", url(writeKey), "main");
  expect(pushes).toEqual([{ repository: "docs", branch: "main", sha, isNew: true }]);
  await plainGit(["clone", "--quiet", url(readKey), join(root, "clone")]);
  expect(await plainGit(["rev-parse", "HEAD"], { cwd: join(root, "clone") })).toBe(`${sha}\n`);

  const second = await work.commit({ "index.mdx": "# Again" });
  await work.git("push", "--quiet", url(writeKey), "main", "HEAD:refs/heads/preview/one", "HEAD:refs/tags/v1");
  expect(pushes.slice(1)).toEqual([
    { repository: "docs", branch: "main", sha: second, isNew: false },
    { repository: "docs", branch: "preview/one", sha: second, isNew: true },
  ]);
  await plainGit(["pull", "--quiet"], { cwd: join(root, "clone") });
  expect(await plainGit(["rev-parse", "HEAD"], { cwd: join(root, "clone") })).toBe(`${second}\n`);
});

test("a push reports all commits that are new to the repository, and no others", async () => {
  const { work, url, added } = await setUp({ "index.mdx": "1" });
  const first = await work.git("rev-parse", "HEAD");
  const second = await work.commit({ "index.mdx": "2" });
  const third = await work.commit({ "index.mdx": "3" });
  await work.git("push", "--quiet", url(writeKey), `${first}:refs/heads/main`);
  await work.git("push", "--quiet", url(writeKey), "HEAD:refs/heads/next", `${first}:refs/heads/old`);
  await work.git("push", "--quiet", url(writeKey), `${second}:refs/heads/other`);
  await work.git("push", "--quiet", url(writeKey), ":refs/heads/old");
  expect(added).toEqual([[first], [third, second], [], []]);
});

test("shallow and partial clones work, and so do pushes from them", async () => {
  const { work, url, root, pushes } = await setUp({ "index.mdx": "# Hello" });
  await work.commit({ "second.mdx": "# Second" });
  await work.git("push", "--quiet", url(writeKey), "main");
  const shallow = join(root, "shallow");
  await plainGit(["clone", "--quiet", "--depth=1", url(writeKey), shallow]);
  expect(await plainGit(["rev-list", "--count", "HEAD"], { cwd: shallow })).toBe("1\n");
  await plainGit(["commit", "--quiet", "--allow-empty", "--message", "From the edge"], { cwd: shallow });
  await plainGit(["push", "--quiet", "origin", "main"], { cwd: shallow });
  expect(pushes).toHaveLength(2);
  const partial = join(root, "partial");
  await plainGit(["clone", "--quiet", "--bare", "--filter=blob:none", url(readKey), partial]);
  expect(await plainGit(["rev-list", "--objects", "--all", "--missing=print"], { cwd: partial })).toMatch(/^\?/m);
});

test("old versions of the git protocol work too", async () => {
  const { work, url } = await setUp({ "index.mdx": "" });
  await work.git("push", "--quiet", url(writeKey), "main");
  for (const version of ["0", "1", "2"]) {
    const list = await plainGit(["-c", `protocol.version=${version}`, "ls-remote", url(readKey)]);
    expect(list).toContain("refs/heads/main");
  }
});

test("access requires a key, and git is asked to send one", async () => {
  const { work, url, server, pushes } = await setUp({ "index.mdx": "" });
  const reply = await fetch(`${server}/git/docs.git/info/refs?service=git-upload-pack`);
  expect(reply.status).toBe(401);
  expect(reply.headers.get("www-authenticate")).toBe('Basic realm="Lectern", charset="UTF-8"');
  await expect(work.git("push", url(), "main")).rejects.toThrow(/could not read Username/);
  await expect(work.git("push", url("wrong"), "main")).rejects.toThrow(/Authentication failed/);
  await expect(plainGit(["ls-remote", url("wrong")])).rejects.toThrow(/Authentication failed/);
  const call = await fetch(`${server}/git/docs.git/git-receive-pack`, { method: "POST", body: "0000" });
  expect(call.status).toBe(401);
  expect(pushes).toEqual([]);
});

test("a read-only key cannot push, and git prints the reason in the terminal", async () => {
  const { work, url, pushes, git } = await setUp({ "index.mdx": "" });
  await expect(work.git("push", url(readKey), "main")).rejects.toThrow(/remote: This key may not write/);
  expect(pushes).toEqual([]);
  expect(await git("for-each-ref")).toBe("");
});

test("git prints the server's messages about a push as they arrive, while other requests are served", async () => {
  const outcome = Promise.withResolvers<string>();
  async function* outcomes() {
    yield await outcome.promise;
    throw new Error("The database is down.");
  }
  const { work, url } = await setUp({ "index.mdx": "1" }, { requestsMax: 1 }, undefined, outcomes);
  const push = spawn("git", ["--git-dir", work.gitDir, "push", url(writeKey), "main"]);
  let stderr = "";
  push.stderr.on("data", (text) => {
    stderr += text;
  });
  const ended = once(push, "close");
  await vi.waitFor(() => expect(stderr).toMatch(/^remote: refs\/heads\/main will be published\./m), waitOptions);
  // The push is visible and no longer needs a permit, although its reply isn't complete yet.
  expect(await plainGit(["ls-remote", url(readKey)])).toContain("refs/heads/main");
  expect(push.exitCode).toBeNull();
  outcome.resolve("Success:\u001b[31m red");
  expect(await ended).toEqual([0, null]);
  expect(stderr).toMatch(/^remote: Success: \[31m red/m);
  expect(stderr).toContain("[new branch]      main -> main");
});

test("a client that isn't git gets its report without waiting for the outcome, and git may send push options", async () => {
  const never = Promise.withResolvers<string>();
  async function* outcomes() {
    yield await never.promise;
  }
  const { work, url } = await setUp({ "index.mdx": "1" }, {}, undefined, outcomes);
  const other = ["-c", "http.userAgent=isomorphic"];
  await work.git(...other, "push", "-o", "ci.skip", url(writeKey), "main");
  expect(await plainGit(["ls-remote", url(readKey)])).toContain("refs/heads/main");
});

test("the server doesn't wait for the outcome of a push whose client has left", async () => {
  const left = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  async function* outcomes(signal: AbortSignal) {
    signal.addEventListener("abort", () => left.resolve());
    started.resolve();
    await left.promise;
    yield "too late";
  }
  const { work, url, pushes } = await setUp({ "index.mdx": "1" }, {}, undefined, outcomes);
  const push = spawn("git", ["--git-dir", work.gitDir, "push", url(writeKey), "main"], { detached: true });
  const ended = once(push, "close");
  await started.promise;
  // A helper process of git holds the connection.
  process.kill(-(push.pid ?? 0), "SIGKILL");
  await ended;
  await left.promise;
  expect(pushes).toMatchObject([{ branch: "main" }]);
});

test.each([
  "/git/../docs.git/info/refs?service=git-upload-pack",
  "/git/%2e%2e/info/refs?service=git-upload-pack",
  "/git/..%2fdocs.git/info/refs?service=git-upload-pack",
  "/git/%2e%2e%2f%2e%2e%2fdocs.git/info/refs?service=git-upload-pack",
  "/git/docs/info/refs?service=git-upload-pack",
  "/git/docs.git.git/info/refs?service=git-upload-pack",
  "/git/other.git/info/refs?service=git-upload-pack",
  "/git/docs.git/HEAD",
  "/git/docs.git/config",
  "/git/docs.git/objects/info/packs",
  "/git/docs.git/git-upload-archive",
])("the path %s is not found", async (path) => {
  const { server } = await setUp({ "index.mdx": "" });
  expect(await rawStatus(server, "GET", path, { authorization: basic(writeKey) })).toBe(404);
});

test("only smart HTTP is supported", async () => {
  const { server } = await setUp();
  for (const query of ["", "?service=", "?service=git-upload-archive", "?service=git-upload-pack&service=x"]) {
    const status = await rawStatus(server, "GET", `/git/docs.git/info/refs${query}`, {
      authorization: basic(writeKey),
    });
    expect(status).toBe(403);
  }
});

test("the reply to a wrong method names the right one", async () => {
  const { server } = await setUp();
  const headers = { authorization: basic(writeKey) };
  for (const [method, path, allow] of [
    ["POST", "info/refs", "GET"],
    ["HEAD", "info/refs", "GET"],
    ["GET", "git-upload-pack", "POST"],
    ["DELETE", "git-receive-pack", "POST"],
  ]) {
    const reply = await fetch(`${server}/git/docs.git/${path}`, { method: method ?? "", headers });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, allow]);
  }
});

test("a gzipped request is decompressed, and a decompression bomb is refused", async () => {
  const { work, url, server } = await setUp({ "index.mdx": "" }, { fetchRequestBytesMax: 100_000 });
  await work.git("push", "--quiet", url(writeKey), "main");
  const ask = (body: Buffer) =>
    fetch(`${server}/git/docs.git/git-upload-pack`, {
      method: "POST",
      body: new Uint8Array(body),
      headers: {
        authorization: basic(readKey),
        "content-type": "application/x-git-upload-pack-request",
        "content-encoding": "gzip",
        "git-protocol": "version=2",
      },
    });
  const good = await ask(gzipSync("0014command=ls-refs\n00010000"));
  expect(good.status).toBe(200);
  expect(await good.text()).toContain("refs/heads/main");
  const bomb = await ask(gzipSync(Buffer.alloc(50_000_000)));
  expect(bomb.status).toBe(413);
  const broken = await ask(Buffer.from("this was never packed"));
  expect(broken.status).toBe(400);
});

test("a body with an unknown encoding is refused", async () => {
  const { server } = await setUp();
  const status = await rawStatus(server, "POST", "/git/docs.git/git-upload-pack", {
    authorization: basic(readKey),
    "content-encoding": "br",
  });
  expect(status).toBe(415);
});

test("a push that is too large is refused and changes nothing", async () => {
  const { work, url, git, gitDir, pushes } = await setUp({ "index.mdx": "" }, { pushBytesMax: 1_000_000 });
  await work.git("push", "--quiet", url(writeKey), "main");
  const before = await git("for-each-ref");
  await work.commit({ "movie.bin": randomBytes(1_500_000) });
  await expect(work.git("push", url(writeKey), "main")).rejects.toThrow(/remote: .* a pack that is too large/);
  await work.commit({ "movie.bin": randomBytes(5_000_000) });
  await expect(work.git("push", url(writeKey), "main")).rejects.toThrow();
  await expect(work.git("-c", "http.postBuffer=50000000", "push", url(writeKey), "main")).rejects.toThrow(
    /413|more than/,
  );
  expect(await git("for-each-ref")).toBe(before);
  expect(pushes).toHaveLength(1);
  expect(readdirSync(join(gitDir, "objects")).filter((name) => name.includes("incoming"))).toEqual([]);
  await work.git("reset", "--quiet", "--hard", "HEAD~2");
  await work.commit({ "small.mdx": "fits" });
  await work.git("push", "--quiet", url(writeKey), "main");
});

test("a full repository accepts no more pushes", async () => {
  const { work, url } = await setUp({ "image.bin": randomBytes(50_000) }, { repositoryBytesMax: 60_000 });
  await work.git("push", "--quiet", url(writeKey), "main");
  await work.commit({ "image.bin": randomBytes(50_000) });
  await expect(work.git("push", url(writeKey), "main")).rejects.toThrow(/remote: .* a pack that is too large/);
});

test("two concurrent pushes to different branches both succeed", async () => {
  const { work, url, git, pushes } = await setUp({ "index.mdx": "" });
  await Promise.all(
    ["one", "two"].map((branch) => work.git("push", "--quiet", url(writeKey), `main:refs/heads/${branch}`)),
  );
  expect(pushes.map(({ branch }) => branch).sort()).toEqual(["one", "two"]);
  expect(await git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/one\nrefs/heads/two\n");
});

test("exactly one of two concurrent pushes to one branch succeeds", async () => {
  const { work, url, git, root, pushes } = await setUp({ "index.mdx": "" });
  await work.git("push", "--quiet", url(writeKey), "main");
  const other = join(root, "other");
  await plainGit(["clone", "--quiet", url(writeKey), other]);
  await plainGit(["commit", "--quiet", "--allow-empty", "--message", "Theirs"], { cwd: other });
  const ours = await work.commit({ "ours.mdx": "" });
  const theirs = (await plainGit(["rev-parse", "HEAD"], { cwd: other })).trim();
  const results = await Promise.allSettled([
    work.git("push", "--quiet", url(writeKey), "main"),
    plainGit(["push", "--quiet", "origin", "main"], { cwd: other }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const kept = (await git("rev-parse", "refs/heads/main")).trim();
  expect([ours, theirs]).toContain(kept);
  expect(pushes.at(-1)?.sha).toBe(kept);
  expect(await git("fsck", "--full", "--no-dangling")).toBe("");
});

test("history can be rewritten and branches deleted, except the main branch", async () => {
  const { work, url, pushes, setRules } = await setUp({ "index.mdx": "" });
  setRules({ forcePush: true });
  await work.git("push", "--quiet", url(writeKey), "main", "main:preview");
  await work.git("commit", "--quiet", "--amend", "--message", "Rewritten");
  const sha = await work.git("rev-parse", "HEAD");
  await work.git("push", "--quiet", "--force", url(writeKey), "main");
  expect(pushes.at(-1)).toEqual({ repository: "docs", branch: "main", sha, isNew: false });
  await work.git("push", "--quiet", url(writeKey), ":preview");
  expect(pushes.at(-1)).toEqual({ repository: "docs", branch: "preview", sha: undefined, isNew: false });
  await expect(work.git("push", url(writeKey), ":main")).rejects.toThrow(/the project's branch can't be deleted/);
  expect(pushes).toHaveLength(4);
});

test("a protected branch can't be rewritten or deleted unless a rule allows it, and other branches can", async () => {
  const { work, url, git, setRules } = await setUp({ "index.mdx": "" });
  setRules({ otherBranches: ["release"] });
  const sha = await work.git("rev-parse", "HEAD");
  await work.git("push", "--quiet", url(writeKey), "main", "main:release", "main:topic");
  await work.git("commit", "--quiet", "--amend", "--message", "Rewritten");
  const rewritten = await work.git("rev-parse", "HEAD");
  const push = work.git("push", "--force", url(writeKey), "main", "main:release", "main:topic", "main:refs/heads/new");
  await expect(push).rejects.toThrow(
    /! \[remote rejected\] main -> main \(this branch is protected against force pushes: pull first, then push again\)/,
  );
  await expect(work.git("push", url(writeKey), ":release")).rejects.toThrow(/protected and can't be deleted/);
  expect(await refsOf(git)).toEqual({ main: sha, release: sha, topic: rewritten, new: rewritten });
  await work.git("push", "--quiet", url(writeKey), ":topic", ":new");
  expect(await refsOf(git)).toEqual({ main: sha, release: sha });
});

test("with a rule, a protected branch can only be changed by pull requests, even with a key", async () => {
  const { work, url, git, setRules, pushes } = await setUp({ "index.mdx": "" });
  setRules({ pullRequestsOnly: true, forcePush: true });
  await work.git("push", "--quiet", url(writeKey), "main");
  const sha = await work.git("rev-parse", "HEAD");
  const next = await work.commit({ "index.mdx": "# Next" });
  const refused = /! \[remote rejected\] main -> main \(this branch only accepts pull requests: push another branch/;
  await expect(work.git("push", url(writeKey), "main", "main:topic")).rejects.toThrow(refused);
  expect(await refsOf(git)).toEqual({ main: sha, topic: next });
  await expect(work.git("push", "--atomic", url(writeKey), "main", "main:other")).rejects.toThrow(
    /main -> other \(another branch of this atomic push was refused\)/,
  );
  expect(await refsOf(git)).toEqual({ main: sha, topic: next });
  expect(pushes.map(({ branch }) => branch)).toEqual(["main", "topic"]);
});

test("with a rule, only people who are admins at the end of the push can push to a protected branch", async () => {
  const { work, url, git, setRules, setRole } = await setUp({ "index.mdx": "" });
  setRules({ editorsPublish: false });
  setRole("editor");
  await expect(work.git("push", url(writeKey), "main", "main:topic")).rejects.toThrow(
    /main -> main \(only admins can push to this branch: push another branch and open a pull request\)/,
  );
  expect(Object.keys(await refsOf(git))).toEqual(["topic"]);
  setRole("admin");
  await work.git("push", "--quiet", url(writeKey), "main");
  expect(Object.keys(await refsOf(git))).toEqual(["main", "topic"]);
});

test("only branches and tags can be pushed", async () => {
  const { work, url, git } = await setUp({ "index.mdx": "" });
  for (const ref of ["refs/replace/x", "refs/lectern/x", "refs/notes/x"]) {
    await expect(work.git("push", url(writeKey), `main:${ref}`)).rejects.toThrow(
      /\(only branches and tags can be pushed/,
    );
  }
  expect(await git("for-each-ref")).toBe("");
});

test("a branch or tag with an invalid name is refused in our own words, and the others are pushed", async () => {
  const { work, url, git } = await setUp({ "index.mdx": "" });
  const names = ["HEAD", "x".repeat(220), "x".repeat(300), Array.from({ length: 300 }, () => "x").join("/")];
  for (const ref of names.flatMap((name) => [`refs/heads/${name}`, `refs/tags/${name}`])) {
    const output = String(
      await work.git("push", url(writeKey), "main", `main:${ref}`).catch((error: unknown) => error),
    );
    expect(output, ref).toMatch(/remote rejected\] main -> \S+ \(isn't a valid name/);
    expect(output).not.toMatch(/^remote: (error|fatal)|RPC failed|cannot|\.lock/m);
  }
  expect(await git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/main\n");
});

test("two branches whose names exclude each other are refused in our own words", async () => {
  const { work, url, git } = await setUp({ "index.mdx": "" });
  await work.git("push", "--quiet", url(writeKey), "main:docs");
  const output = String(await work.git("push", url(writeKey), "main:docs/new").catch((error: unknown) => error));
  expect(output).toMatch(/remote rejected\] main -> docs\/new \(its name conflicts with another branch or tag\)/);
  expect(output).not.toMatch(/^remote: /m);
  expect(await refsOf(git)).toHaveProperty("docs");
});

test("a push with an unsafe object is refused", async () => {
  const { work, url, git } = await setUp({ "index.mdx": "" });
  const id = await writeBlob(work.gitDir, "payload");
  const inner = await writeRawTree(work.gitDir, [{ mode: "100644", name: "config", id }]);
  await commitRawTree(work, [{ mode: "40000", name: ".git", id: inner }]);
  await expect(work.git("push", url(writeKey), "main")).rejects.toThrow(
    /^remote: The repository contains an object that fails git's checks \(hasDotgit\)/m,
  );
  expect(await git("for-each-ref")).toBe("");
});

test("hooks do not run", async () => {
  const { work, url, gitDir, root } = await setUp({ "index.mdx": "" });
  const { command, sprung } = trap(root);
  mkdirSync(join(gitDir, "hooks"));
  for (const hook of ["pre-receive", "update", "post-receive", "post-update", "reference-transaction"]) {
    writeFileSync(join(gitDir, "hooks", hook), `#!/bin/sh\n${command}\n`);
    chmodSync(join(gitDir, "hooks", hook), 0o755);
  }
  await plainGit(["push", "--quiet", gitDir, "main:direct"], { cwd: work.gitDir });
  expect(sprung()).toBe(true);
  const ours = trap(root);
  for (const hook of readdirSync(join(gitDir, "hooks"))) {
    writeFileSync(join(gitDir, "hooks", hook), `#!/bin/sh\n${ours.command}\n`);
  }
  await work.git("push", "--quiet", url(writeKey), "main");
  expect(ours.sprung()).toBe(false);
});

test("an interrupted push leaves the repository unchanged", async () => {
  const { work, url, git, gitDir, server, pushes } = await setUp({
    "index.mdx": "",
    "image.bin": randomBytes(500_000),
  });
  const body = await pushBody(work);
  const push = openPush(server, { "content-length": String(body.length) });
  push.write(body.subarray(0, body.length / 2));
  await vi.waitUntil(() => uploads(gitDir).length > 0, { timeout: 60_000 });
  push.destroy();
  await vi.waitUntil(() => uploads(gitDir).length === 0, { timeout: 60_000 });
  expect(await git("for-each-ref")).toBe("");
  expect(pushes).toEqual([]);
  await work.git("push", "--quiet", url(writeKey), "main");
  expect(await git("fsck", "--full", "--no-dangling")).toBe("");
});

test("a push is completed and reported even if the client disconnects after the last byte", async () => {
  const { work, git, gitDir, server, pushes } = await setUp({ "index.mdx": "" });
  const body = await pushBody(work);
  const push = openPush(server);
  push.write(body.subarray(0, -1));
  await vi.waitUntil(() => uploads(gitDir).length > 0, { timeout: 60_000 });
  push.end(body.subarray(-1), () => push.destroy());
  await vi.waitUntil(() => pushes.length === 1, { timeout: 60_000 });
  expect(await git("rev-parse", "main")).toBe(`${await work.git("rev-parse", "main")}\n`);
});

test("a push is rejected and changes nothing if its updates cannot be recorded", async () => {
  const { work, url, git, stored } = await setUp({ "index.mdx": "" }, {}, async () => {
    throw new Error("the database is away");
  });
  await expect(work.git("push", "--quiet", url(writeKey), "main")).rejects.toThrow(/HTTP 500/);
  expect(await git("for-each-ref")).toBe("");
  expect(await stored()).toEqual([]);
});

test("a client that stops sending data loses its permit after a while", async () => {
  const { work, url, server } = await setUp({ "index.mdx": "" }, { requestsMax: 1, requestSecondsMax: 10 });
  const silent = openPush(server);
  silent.write("00");
  const status = await new Promise<number | undefined>((resolve) => {
    silent.on("response", (response) => resolve(response.statusCode));
  });
  expect(status).toBe(503);
  await work.git("push", "--quiet", url(writeKey), "main");
});

test("excess requests wait, and are refused if too many are waiting", async () => {
  const { work, url, server, gitDir, entries } = await setUp({ "index.mdx": "" }, { requestsMax: 1, waitingMax: 1 });
  await work.git("push", "--quiet", url(writeKey), "main");
  const holding = openPush(server);
  holding.write("00");
  await vi.waitUntil(() => serving(gitDir) > 0, { timeout: 60_000 });
  const before = entries.length;
  const waiting = plainGit(["ls-remote", url(readKey)]);
  await vi.waitUntil(() => entries.length > before, { timeout: 60_000 });
  const refused = await fetch(`${server}/git/docs.git/info/refs?service=git-upload-pack`, {
    headers: { authorization: basic(readKey) },
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  holding.destroy();
  expect(await waiting).toContain("refs/heads/main");
});

test("a fetch stops when its client disconnects", async () => {
  const { server, gitDir } = await setUp({ "index.mdx": "" });
  const fetching = openPush(server, {}, "git-upload-pack");
  fetching.write("0014command=ls-refs\n");
  await vi.waitUntil(() => serving(gitDir) > 0, { timeout: 60_000 });
  fetching.destroy();
  await vi.waitUntil(() => serving(gitDir) === 0, { timeout: 60_000 });
});

test("a slow client receives a large repository completely", async () => {
  const { work, url, server } = await setUp({ "image.bin": randomBytes(3_000_000) });
  await work.git("push", "--quiet", url(writeKey), "main");
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => warnings.push(name);
  process.on("warning", onWarning);
  onTestFinished(() => {
    process.off("warning", onWarning);
  });
  const sha = await work.git("rev-parse", "main");
  const fetching = openPush(server, {}, "git-upload-pack");
  fetching.end(`0032want ${sha}\n00000009done\n`);
  const response = await new Promise<IncomingMessage>((resolve) => fetching.on("response", resolve));
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(bytes).toBeGreaterThan(3_000_000);
  expect(warnings).toEqual([]);
});

test.runIf(process.getuid?.() === 0)("a repository that belongs to another user is served nevertheless", async () => {
  const { work, url, gitDir } = await setUp({ "index.mdx": "" });
  execFileSync("chown", ["-R", "65534", gitDir]);
  await work.git("push", "--quiet", url(writeKey), "main");
  expect(await plainGit(["ls-remote", url(readKey)])).toContain("refs/heads/main");
});

interface Push {
  repository: string;
  branch: string;
  sha: string | undefined;
  isNew: boolean;
}

async function setUp(
  files: Readonly<Record<string, string | Buffer>> = {},
  limits: Partial<GitHostLimits> = {},
  onPush?: () => Promise<void>,
  outcomes: NonNullable<PushNews["outcomes"]> = async function* () {},
) {
  const root = temporaryFolder();
  const repositoriesFolder = join(root, "host");
  const gitDir = join(repositoriesFolder, "docs.git");
  const database = await openTestDatabase("sqlite");
  const { objects, keys } = await openTestFolder();
  const clock = systemClock;
  const deps = { database, objects, clock, repositoriesFolder };
  const project = await database.transaction(async (tx) => {
    const { id: organizationId } = await createOrganization({ clock }, tx, "Acme");
    const request = { organizationId, name: "Docs", domain: "docs", repository: "http://127.0.0.1/git/docs.git" };
    const created = await createProject({ clock }, tx, { ...request, hostedRepository: "docs" });
    await insertRepository(tx, { projectId: created.id, head: "main", createdAt: clock.now() });
    return created;
  });
  await openRepository(deps, project);
  const work: TestRepository = await makeRepository(root, "work", files);
  let rules = defaultBranchRules;
  let role: Role | undefined;
  const pushes: Push[] = [];
  const added: string[][] = [];
  const entries: string[] = [];
  const log = createLog("silent", "api");
  const http = createHttp({ log, trustedProxies: [], operations: {} });
  gitHostRoutes(http, {
    ...deps,
    limits: { ...defaultGitHostLimits, ...limits },
    log,
    authorize: async ({ authorization, repository, write }) => {
      if (authorization !== `Bearer ${writeKey}` && authorization !== `Bearer ${readKey}`) {
        throw new AppError("unauthenticated", "Use a key as the password.");
      }
      if (repository !== "docs") {
        throw new AppError("not_found", "Repository not found.");
      }
      if (write && authorization !== `Bearer ${writeKey}`) {
        throw new AppError("forbidden", "This key may not write.");
      }
      entries.push(repository);
      const { organizationId } = project;
      const scopes = ["read", "write"] as const;
      const user = role && { id: "usr_1", name: "Ada", email: "ada@acme.test", sessionId: "", role };
      return {
        project: { ...project, branchRules: rules },
        principal: { kind: "admin", keyId: "key_1", organizationId, projectId: null, scopes, ...(user && { user }) },
      };
    },
    async onPush(_tx, { pushed: moves, commits }) {
      await onPush?.();
      added.push([...commits]);
      for (const { ref, from, to } of moves.filter((move) => move.ref.startsWith("refs/heads/"))) {
        pushes.push({ repository: "docs", branch: ref.slice(11), sha: to, isNew: from === undefined });
      }
      return { lines: moves.map(({ ref }) => `${ref} will be published.`), outcomes };
    },
    afterPush: async () => {},
  });
  await http.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(async () => {
    http.server.closeAllConnections();
    await http.close();
  });
  const { port } = http.server.address() as AddressInfo;
  const url = (key?: string) => `http://${key === undefined ? "" : `anyone:${key}@`}127.0.0.1:${port}/git/docs.git`;
  const git = async (...args: string[]) => {
    await openRepository(deps, project);
    return plainGit([`--git-dir=${gitDir}`, ...args]);
  };
  return {
    root,
    gitDir,
    work,
    stored: () => keys("repositories"),
    server: `http://127.0.0.1:${port}`,
    url,
    git,
    pushes,
    added,
    entries,
    setRules(changes: Partial<BranchRules>) {
      rules = { ...defaultBranchRules, ...changes };
    },
    /** Makes the key a token of a person with this role. */
    setRole(next: Role) {
      role = next;
    },
  };
}

async function refsOf(git: (...args: string[]) => Promise<string>): Promise<Record<string, string>> {
  const lines = (await git("for-each-ref", "--format=%(refname:short) %(objectname)")).split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(" ")));
}

function basic(key: string): string {
  return `Basic ${Buffer.from(`anyone:${key}`).toString("base64")}`;
}

/** Sends a raw request, because fetch() would normalize the path. */
function rawStatus(
  server: string,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest(server, { method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

function openPush(server: string, headers: Record<string, string> = {}, service = "git-receive-pack") {
  const push = httpRequest(`${server}/git/docs.git/${service}`, {
    method: "POST",
    headers: { authorization: basic(writeKey), "content-type": `application/x-${service}-request`, ...headers },
  });
  push.on("error", () => {});
  return push;
}

/** The body of a first push to main. */
async function pushBody(work: TestRepository): Promise<Buffer> {
  const sha = await work.git("rev-parse", "main");
  const line = `${"0".repeat(40)} ${sha} refs/heads/main\0report-status\n`;
  const pack = execFileSync("git", [`--git-dir=${work.gitDir}`, "pack-objects", "--revs", "--stdout", "-q"], {
    input: "refs/heads/main\n",
  });
  const length = (line.length + 4).toString(16).padStart(4, "0");
  return Buffer.concat([Buffer.from(`${length}${line}0000`), pack]);
}

/** The received parts of pushes that are still in progress. */
function uploads(gitDir: string): string[] {
  const changes = join(dirname(gitDir), "changes");
  try {
    return readdirSync(changes, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("incoming"));
  } catch {
    // The folder appears with the first push, and its contents may disappear while they are listed.
    return [];
  }
}

/** The number of git processes that serve this repository. */
function serving(gitDir: string): number {
  return readdirSync("/proc").filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/environ`, "utf8").includes(`GIT_PROJECT_ROOT=${dirname(gitDir)}/`)
      );
    } catch {
      return false;
    }
  }).length;
}
