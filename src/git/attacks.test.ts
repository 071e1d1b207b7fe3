import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { fetchBranch } from "./fetch-branch.ts";
import { gitEnvironment } from "./git-environment.ts";
import {
  commitRawTree,
  expectGitError,
  loopback,
  makeRepository,
  plainGit,
  serveRepositories,
  temporaryFolder,
  testLimits,
  trap,
  writeBlob,
  writeRawTree,
} from "./git-test-support.ts";
import { mirrorOf } from "./mirror.ts";
import { runGit } from "./run-git.ts";
import { checkOut } from "./worktree.ts";

// Each test first shows that the attack works with plain git, and then that it fails with Lectern's git commands.

const bounds = { secondsMax: 20, stdoutBytesMax: 1_000_000 };
const onMain = { branch: "main", limits: testLimits, allowedHosts: loopback };

test("a URL that looks like an option doesn't run a program", async () => {
  const { root, repository, springs } = await setUp();
  const plain = springs();
  await plainGit(["clone", `--upload-pack=${plain.command};false`, repository.gitDir, join(root, "a")]).catch(() => {});
  expect(plain.sprung()).toBe(true);

  const ours = springs();
  const url = `--upload-pack=${ours.command};false`;
  expect(() => mirrorOf(root, url)).toThrow(/must start with/);
  const args = ["fetch", "--end-of-options", url, "refs/heads/main"];
  await expectGitError(runGit({ ...bounds, gitDir: repository.gitDir, args }), "failed");
  expect(ours.sprung()).toBe(false);
});

test("a branch that looks like an option doesn't run a program", async () => {
  const { root, repository, mirror, springs } = await setUp();
  const other = await makeRepository(root, "other", {});
  const plain = springs();
  await other.git("fetch", repository.gitDir, `--upload-pack=${plain.command};false`).catch(() => {});
  expect(plain.sprung()).toBe(true);

  const ours = springs();
  const branch = `--upload-pack=${ours.command};false`;
  await expectGitError(fetchBranch(mirror, { ...onMain, branch }), "refused", /branch name/);
  const args = ["fetch", "--end-of-options", mirror.url, branch];
  await runGit({ ...bounds, gitDir: other.gitDir, args }).catch(() => {});
  expect(ours.sprung()).toBe(false);
});

test("a transport that runs programs is refused even if a setting allows it", async () => {
  const { repository, springs } = await setUp();
  const plain = springs();
  const allowed = "protocol.ext.allow=always";
  await plainGit(["-c", allowed, "ls-remote", `ext::sh -c ${plain.command.replaceAll(" ", "% ")}`]).catch(() => {});
  expect(plain.sprung()).toBe(true);

  const ours = springs();
  const args = ["-c", allowed, "ls-remote", "--end-of-options", `ext::sh -c ${ours.command.replaceAll(" ", "% ")}`];
  await expectGitError(runGit({ ...bounds, gitDir: repository.gitDir, args }), "refused", /https:\/\//);
  expect(ours.sprung()).toBe(false);
});

test("repositories on the server's disk cannot be used as remotes", async () => {
  const { repository, root } = await setUp();
  for (const url of [`file://${repository.gitDir}`, repository.gitDir]) {
    expect(await plainGit(["ls-remote", url])).toContain("refs/heads/main");
    await expectGitError(runGit({ ...bounds, args: ["ls-remote", "--end-of-options", url] }), "refused");
    expect(() => mirrorOf(root, url)).toThrow(/must start with/);
  }
});

test("an ssh URL doesn't start ssh", async () => {
  const { springs } = await setUp();
  const plain = springs();
  const url = "ssh://-oProxyCommand=x/docs.git";
  await plainGit(["ls-remote", "ssh://example.test/docs.git"], {
    env: { GIT_SSH_COMMAND: `${plain.command};false` },
  }).catch(() => {});
  expect(plain.sprung()).toBe(true);

  const ours = springs();
  for (const address of [url, "ssh://example.test/docs.git", "git@example.test:docs.git"]) {
    const variables = { GIT_SSH_COMMAND: `${ours.command};false` };
    await expectGitError(runGit({ ...bounds, args: ["ls-remote", "--end-of-options", address], variables }), "refused");
  }
  expect(ours.sprung()).toBe(false);
});

test("a symbolic link to a file on the server reveals nothing about that file", async () => {
  const { root, repository } = await setUp();
  const secret = join(root, "secret.txt");
  writeFileSync(secret, "the secret of the server");
  symlinkSync(secret, join(repository.folder, "page.mdx"));
  const sha = await repository.commit({});
  await plainGit(["clone", "--quiet", repository.gitDir, join(root, "clone")]);
  expect(readFileSync(join(root, "clone/page.mdx"), "utf8")).toContain("the secret");

  const folder = join(root, "tree");
  const { warnings } = await checkOut(repository, { sha, folder, limits: testLimits });
  expect(existsSync(join(folder, "page.mdx"))).toBe(false);
  expect(warnings).toHaveLength(1);
  const workTree = join(root, "work");
  mkdirSync(workTree);
  await runGit({ ...bounds, gitDir: repository.gitDir, workTree, args: ["checkout", "--force", sha, "--", "."] });
  expect(readFileSync(join(workTree, "page.mdx"), "utf8")).toBe(secret);
});

test("hooks do not run", async () => {
  const { repository, springs } = await setUp();
  const commit = ["commit", "--allow-empty", "--message", "x"];
  const plain = springs();
  writeHook(repository.gitDir, plain.command);
  await repository.git(...commit);
  expect(plain.sprung()).toBe(true);

  const ours = springs();
  writeHook(repository.gitDir, ours.command);
  await runGit({ ...bounds, gitDir: repository.gitDir, workTree: repository.folder, args: commit, variables: author });
  expect(ours.sprung()).toBe(false);
});

test("a file system monitor does not run", async () => {
  const { repository, springs } = await setUp();
  const plain = springs();
  await repository.git("config", "core.fsmonitor", `${plain.command};false`);
  await repository.git("status");
  expect(plain.sprung()).toBe(true);

  const ours = springs();
  await repository.git("config", "core.fsmonitor", `${ours.command};false`);
  await runGit({ ...bounds, gitDir: repository.gitDir, workTree: repository.folder, args: ["status"] });
  expect(ours.sprung()).toBe(false);
});

test("a .git in the work tree is ignored, including its filters and the repository it points to", async () => {
  const { root, repository, springs } = await setUp();
  const { folder, gitDir } = repository;
  for (const isPointer of [false, true]) {
    const home = isPointer ? join(root, "fake.git") : join(folder, ".git");
    await plainGit(["init", "--quiet", ...(isPointer ? ["--bare", home] : [folder])]);
    const fake = (...args: string[]) => plainGit([`--git-dir=${home}`, "config", ...args]);
    await fake("core.bare", "false");
    if (isPointer) {
      execFileSync("rm", ["-rf", join(folder, ".git")]);
      writeFileSync(join(folder, ".git"), `gitdir: ${home}\n`);
    }
    writeFileSync(join(folder, ".gitattributes"), "*.mdx filter=x");
    writeFileSync(join(folder, "new.mdx"), String(isPointer));
    const plain = springs();
    await fake("filter.x.clean", `${plain.command};cat`);
    await plainGit(["add", "."], { cwd: folder });
    expect(plain.sprung()).toBe(true);

    const ours = springs();
    await fake("filter.x.clean", `${ours.command};cat`);
    writeFileSync(join(folder, "new.mdx"), `again ${isPointer}`);
    await runGit({ ...bounds, gitDir, workTree: folder, args: ["add", "--", "new.mdx"] });
    expect(ours.sprung()).toBe(false);
  }
});

test("a bare repository hidden in a folder is not discovered", async () => {
  const { repository } = await setUp();
  const env = gitEnvironment({});
  expect(await plainGit(["log", "--format=%s", "main"], { cwd: repository.gitDir })).toBe("First\n");
  await expect(plainGit(["log", "main"], { cwd: repository.gitDir, env })).rejects.toThrow(/safe.bareRepository/);
  await expectGitError(runGit({ ...bounds, args: ["log", "main"] }), "corrupt");
});

test("a filter in the machine's git configuration does not run", async () => {
  const { root, repository, springs } = await setUp();
  await repository.commit({ ".gitattributes": "*.bin filter=lfs", "movie.bin": "version https://git-lfs.example/v1" });
  const machineSettings = (command: string) => {
    const file = join(root, "gitconfig");
    writeFileSync(file, `[filter "lfs"]\n\tsmudge = "${command}; echo replaced"\n`);
    return { GIT_CONFIG_NOSYSTEM: "0", GIT_CONFIG_SYSTEM: file };
  };
  const plain = springs();
  await plainGit(["clone", "--quiet", repository.gitDir, join(root, "clone")], { env: machineSettings(plain.command) });
  expect(plain.sprung()).toBe(true);

  const ours = springs();
  const workTree = join(root, "work");
  mkdirSync(workTree);
  const args = ["checkout", "--force", "main", "--", "."];
  await runGit({ ...bounds, gitDir: repository.gitDir, workTree, args, variables: machineSettings(ours.command) });
  expect(ours.sprung()).toBe(false);
  expect(readFileSync(join(workTree, "movie.bin"), "utf8")).toContain("git-lfs.example");
});

test("a redirect to another host is not followed", async () => {
  const { root, server } = await setUp();
  const redirecting = await serveRepositories(root, (request, response) => {
    response.writeHead(302, { location: `${server.url}${request.url}` }).end();
    return true;
  });
  await plainGit(["ls-remote", `${redirecting.url}/docs.git`]);
  expect(server.requests.length).toBeGreaterThan(0);

  const before = server.requests.length;
  await expectGitError(
    fetchBranch(mirrorOf(`${root}/mirrors`, `${redirecting.url}/docs.git`), onMain),
    "refused",
    /redirects to another/,
  );
  expect(server.requests.length).toBe(before);
});

test("git connects only to the vetted address of a name", async () => {
  const { root, repository, server } = await setUp();
  const url = `http://rebinding.test:${server.port}/docs.git`;
  await expect(plainGit(["ls-remote", url])).rejects.toThrow(/resolve host/);

  // Only this lookup resolves the name, so git must have used the returned address.
  const lookUp = async () => ["127.0.0.1"];
  const sha = await fetchBranch(mirrorOf(`${root}/mirrors`, url), { ...onMain, lookUp });
  expect(sha).toBe(await repository.git("rev-parse", "main"));
});

test("a submodule is neither fetched nor followed", async () => {
  const { root, repository, mirror } = await setUp();
  const inner = await makeRepository(root, "inner", { "a.mdx": "" });
  const other = await serveRepositories(root);
  await repository.commit({ ".gitmodules": `[submodule "sub"]\n\tpath = sub\n\turl = ${other.url}/inner.git\n` });
  await repository.git("update-index", "--add", "--cacheinfo", `160000,${await inner.git("rev-parse", "HEAD")},sub`);
  await repository.git("commit", "--quiet", "--message", "Submodule");
  await plainGit(["clone", "--quiet", "--recurse-submodules", mirror.url, join(root, "clone")]);
  expect(other.requests.length).toBeGreaterThan(0);

  const before = other.requests.length;
  const sha = await fetchBranch(mirror, onMain);
  const { warnings } = await checkOut(mirror, { sha, folder: join(root, "tree"), limits: testLimits });
  expect(other.requests.length).toBe(before);
  expect(warnings).toEqual(['"sub" is a submodule and was skipped; commit its files instead.']);
});

test("a submodule whose URL or path looks like an option is not fetched", async () => {
  const { root, repository, mirror } = await setUp();
  await repository.commit({ ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = -u./payload\n' });
  await plainGit(["clone", "--quiet", mirror.url, join(root, "clone")]);
  expect(existsSync(join(root, "clone/.gitmodules"))).toBe(true);

  await expectGitError(fetchBranch(mirror, onMain), "refused", /gitmodulesUrl/);
});

test.each([
  [".git", "hasDotgit"],
  [".GIT", "hasDotgit"],
  ["..", "hasDotdot"],
  [".", "hasDot"],
  ["git~1", "hasDotgit"],
  [".git ", "hasDotgit"],
  [".g\u200cit", "hasDotgit"],
  [".git::$INDEX_ALLOCATION", "hasDotgit"],
])("a repository with a folder %j in its tree is not fetched", async (name, finding) => {
  const { root, repository, mirror } = await setUp();
  const id = await writeBlob(repository.gitDir, "payload");
  const inner = await writeRawTree(repository.gitDir, [{ mode: "100644", name: "config", id }]);
  await commitRawTree(repository, [{ mode: "40000", name, id: inner }]);
  await plainGit(["clone", "--quiet", "--bare", mirror.url, join(root, "clone.git")]);
  expect(await plainGit([`--git-dir=${root}/clone.git`, "ls-tree", "-r", "-t", "HEAD"])).toContain(inner);

  await expectGitError(fetchBranch(mirror, onMain), "refused", new RegExp(`git's checks \\(${finding}\\)`));
  expect(await plainGit([`--git-dir=${mirror.gitDir}`, "for-each-ref"])).toBe("");
});

test("a host that uses dumb HTTP cannot bypass the checks", async () => {
  const { root, repository } = await setUp();
  const id = await writeBlob(repository.gitDir, "payload");
  const inner = await writeRawTree(repository.gitDir, [{ mode: "100644", name: "config", id }]);
  await commitRawTree(repository, [{ mode: "40000", name: ".git", id: inner }]);
  await repository.git("update-server-info");
  const files = await serveRepositories(root, (request, response) => {
    const file = join(root, new URL(request.url ?? "", "http://localhost").pathname);
    response.writeHead(existsSync(file) ? 200 : 404).end(existsSync(file) ? readFileSync(file) : "");
    return true;
  });
  const url = `${files.url}/docs.git`;
  await plainGit(["-c", "transfer.fsckObjects=true", "clone", "--quiet", "--bare", url, join(root, "clone.git")]);
  expect(await plainGit([`--git-dir=${root}/clone.git`, "ls-tree", "-r", "-t", "HEAD"])).toContain(inner);

  await expectGitError(fetchBranch(mirrorOf(`${root}/mirrors`, url), onMain), "refused", /smart HTTP/);
});

test.each(["git~1/config", ".g\u200cit/config"])("a file named %j cannot be added to an index", async (path) => {
  const { repository } = await setUp();
  const id = await writeBlob(repository.gitDir, "payload");
  const args = ["update-index", "--add", "--cacheinfo", `100644,${id},${path}`];
  await repository.git("config", "core.protectNTFS", "false");
  await repository.git("config", "core.protectHFS", "false");
  await repository.git(...args);
  await repository.git("rm", "--cached", "--quiet", "--", path);

  const { gitDir, folder: workTree } = repository;
  await expect(runGit({ ...bounds, gitDir, workTree, args })).rejects.toThrow();
});

test("a password in a URL is refused", async () => {
  const { server, repository } = await setUp();
  const url = `${server.url.replace("://", "://user:hunter2@")}/docs.git`;
  await plainGit(["ls-remote", url]);
  const before = server.requests.length;

  const args = ["fetch", "--end-of-options", url, "refs/heads/main"];
  await expect(runGit({ ...bounds, gitDir: repository.gitDir, args })).rejects.toThrow();
  expect(server.requests.length).toBe(before);
});

test("a replace ref cannot swap one file for another", async () => {
  const { root, repository } = await setUp();
  const sha = await repository.git("rev-parse", "HEAD");
  const shown = await repository.git("rev-parse", "HEAD:index.mdx");
  await repository.git("replace", shown, await writeBlob(repository.gitDir, "replaced"));
  expect(await repository.git("cat-file", "blob", shown)).toBe("replaced");

  await checkOut(repository, { sha, folder: join(root, "tree"), limits: testLimits });
  expect(readFileSync(join(root, "tree/index.mdx"), "utf8")).toBe("# Hello");
});

test("an old repository with harmless flaws is accepted", async () => {
  const { repository, mirror } = await setUp();
  const id = await writeBlob(repository.gitDir, "old");
  const inner = await writeRawTree(repository.gitDir, [{ mode: "100644", name: "a.mdx", id }]);
  const sha = await commitRawTree(repository, [{ mode: "040000", name: "docs", id: inner }]);
  await expect(repository.git("fsck", "--strict")).rejects.toThrow(/zeroPaddedFilemode/);
  expect(await fetchBranch(mirror, onMain)).toBe(sha);
});

test("a small pack that expands to hundreds of megabytes is refused", async () => {
  const { repository } = await setUp();
  const args = ["index-pack", "--stdin", "--strict"];
  const pack = deltaBomb(300_000_000);
  expect(pack.length).toBeLessThan(50_000);
  await plainGit([`--git-dir=${repository.gitDir}`, ...args], { input: pack });

  const other = await makeRepository(temporaryFolder(), "other");
  const unfolding = runGit({ ...bounds, gitDir: other.gitDir, args }, pack);
  await expectGitError(unfolding, "too-large", /too large/);
  await runGit({ ...bounds, gitDir: other.gitDir, args }, deltaBomb(2_000_000));
});

const author = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

async function setUp() {
  const root = temporaryFolder();
  const repository = await makeRepository(root, "docs", { "index.mdx": "# Hello" });
  const server = await serveRepositories(root);
  const mirror = mirrorOf(`${root}/mirrors`, `${server.url}/docs.git`);
  return { root, repository, server, mirror, springs: () => trap(root) };
}

/** A pack with a blob of zeros, and a delta that repeats it many times. */
function deltaBomb(bytes: number): Buffer {
  const base = Buffer.alloc(1_000_000);
  const id = createHash("sha1").update(`blob ${base.length}\0`).update(base).digest();
  const copyBase = Buffer.from([0xf0, base.length & 0xff, (base.length >> 8) & 0xff, base.length >> 16]);
  const copies = Array.from({ length: Math.floor(bytes / base.length) }, () => copyBase);
  const delta = Buffer.concat([deltaSize(base.length), deltaSize(copies.length * base.length), ...copies]);
  const [blobType, deltaType] = [3, 7];
  const head = Buffer.from("PACK\0\0\0\u0002\0\0\0\u0002", "latin1");
  const content = Buffer.concat([
    ...[head, entryHead(blobType, base.length), deflateSync(base)],
    ...[entryHead(deltaType, delta.length), id, deflateSync(delta)],
  ]);
  return Buffer.concat([content, createHash("sha1").update(content).digest()]);
}

function entryHead(type: number, bytes: number): Buffer {
  const rest = bytes >> 4;
  const first = (type << 4) | (bytes & 0xf);
  return rest === 0 ? Buffer.from([first]) : Buffer.concat([Buffer.from([first | 0x80]), deltaSize(rest)]);
}

function deltaSize(bytes: number): Buffer {
  return bytes < 0x80
    ? Buffer.from([bytes])
    : Buffer.concat([Buffer.from([(bytes & 0x7f) | 0x80]), deltaSize(bytes >> 7)]);
}

function writeHook(gitDir: string, command: string): void {
  const hook = join(gitDir, "hooks/pre-commit");
  mkdirSync(join(gitDir, "hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\n${command}\n`);
  chmodSync(hook, 0o755);
}
