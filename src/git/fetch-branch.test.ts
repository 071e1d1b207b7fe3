import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type FetchRequest, fetchBranch } from "./fetch-branch.ts";
import {
  expectGitError,
  type Files,
  loopback,
  makePacks,
  makeRepository,
  plainGit,
  serveRepositories,
  temporaryFolder,
  testLimits,
} from "./git-test-support.ts";
import { type Mirror, markUnsure, mirrorOf, removeMirror } from "./mirror.ts";

const onMain: FetchRequest = { branch: "main", limits: testLimits, allowedHosts: loopback };

test("a branch is fetched with its history, and fetched again when it moves", async () => {
  const { repository, mirror } = await setUp();
  expect(await fetchBranch(mirror, onMain)).toBe(await repository.git("rev-parse", "main"));
  const second = await repository.commit({ "index.mdx": "# Hello again" });
  expect(await fetchBranch(mirror, onMain)).toBe(second);
  expect(await plainGit(["--git-dir", mirror.gitDir, "rev-list", "--count", second])).toBe("2\n");
  expect(existsSync(join(mirror.gitDir, "shallow"))).toBe(false);
});

test("a branch whose history was rewritten is fetched with its new history", async () => {
  const { repository, mirror } = await setUp();
  await fetchBranch(mirror, onMain);
  await repository.git("commit", "--quiet", "--amend", "--message", "Rewritten");
  expect(await fetchBranch(mirror, onMain)).toBe(await repository.git("rev-parse", "main"));
});

test("a tag is fetched as the commit it names, next to a branch of the same name", async () => {
  const { repository, mirror } = await setUp();
  const first = await repository.git("rev-parse", "main");
  await repository.git("tag", "--annotate", "--message", "First", "main", "main");
  await repository.git("tag", "light", "refs/heads/main");
  const second = await repository.commit({ "index.mdx": "# Hello again" });
  const tag = { ...onMain, isTag: true };
  expect(await fetchBranch(mirror, tag)).toBe(first);
  expect(await fetchBranch(mirror, onMain)).toBe(second);
  // Nothing is fetched again, so the tag is found even if its object is no longer sent.
  expect(await fetchBranch(mirror, tag)).toBe(first);
  expect(await fetchBranch(mirror, { ...tag, branch: "light" })).toBe(first);
  await expectGitError(fetchBranch(mirror, { ...tag, branch: "none" }), "not-found", /no tag none/);
});

test("a branch can take the name of a former folder of branches", async () => {
  const { repository, mirror } = await setUp();
  await repository.git("branch", "docs");
  await fetchBranch(mirror, { ...onMain, branch: "docs" });
  await repository.git("branch", "--delete", "docs");
  await repository.git("branch", "docs/new");
  expect(await fetchBranch(mirror, { ...onMain, branch: "docs/new" })).toBe(await repository.git("rev-parse", "main"));
});

test.each([
  ["a missing branch lists the existing ones", "docs", "live", /no branch live; it has main/],
  ["an empty repository says that it is empty", "empty", "main", /is empty/],
  ["a repository that does not exist says that it was not found", "gone", "main", /Repository not found/],
])("the error for %s", async (_case, name, branch, message) => {
  const { root, server } = await setUp();
  await makeRepository(root, "empty");
  const mirror = mirrorOf(`${root}/mirrors`, `${server.url}/${name}.git`);
  const error = await expectGitError(fetchBranch(mirror, { ...onMain, branch }), "not-found", message);
  expect(error.message).not.toContain(root);
});

test("a host that does not answer is a network error", async () => {
  const mirror = mirrorOf(`${temporaryFolder()}/mirrors`, "http://127.0.0.1:9/docs.git");
  await expectGitError(fetchBranch(mirror, onMain), "network");
});

test("a URL without a repository is reported as not found", async () => {
  const { mirror } = await setUp((_request, response) => {
    response.end("<h1>Hello</h1>");
    return true;
  });
  await expectGitError(fetchBranch(mirror, onMain), "not-found", /check its URL/);
});

test("a repository is accessible only with its token, and a wrong token is reported", async () => {
  const token = "s3cret-token";
  const expected = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  const { mirror, server } = await setUp((request, response) => {
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { "www-authenticate": "Basic" }).end();
      return true;
    }
    return false;
  });
  await expectGitError(fetchBranch(mirror, onMain), "auth", /was denied/);
  const error = await expectGitError(fetchBranch(mirror, { ...onMain, token: "wrong-token" }), "auth");
  expect(JSON.stringify(error)).not.toContain("wrong-token");
  await fetchBranch(mirror, { ...onMain, token });
  expect(server.requests.at(-1)?.authorization).toBe(expected);
  expect(allBytes(mirror)).not.toContain(token);
  expect(allBytes(mirror)).not.toContain(expected);
});

test("the token does not appear in the process list while it is used", async () => {
  const token = `visible-${randomBytes(8).toString("hex")}`;
  const { mirror, server } = await setUp(() => true);
  const leaving = new AbortController();
  const fetching = fetchBranch(mirror, { ...onMain, token, signal: leaving.signal });
  await vi.waitUntil(() => server.requests.length > 0, { timeout: 60_000 });
  const processes = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  expect(processes).toContain(`${server.url}/docs.git`);
  expect(processes).not.toContain(token);
  expect(processes).not.toContain(Buffer.from(`x-access-token:${token}`).toString("base64"));
  leaving.abort();
  await expectGitError(fetching, "aborted");
});

test("a fetch that takes too long is stopped and leaves the mirror usable", async () => {
  let isSilent = true;
  const { mirror } = await setUp(() => isSilent);
  await expectGitError(fetchBranch(mirror, { ...onMain, limits: { ...testLimits, fetchSecondsMax: 0.5 } }), "timeout");
  isSilent = false;
  await fetchBranch(mirror, onMain);
});

test("fetching a repository that is too large is stopped, and nothing remains", async () => {
  const { mirror } = await setUp(undefined, { "video.bin": randomBytes(15_000_000) });
  const limits = { ...testLimits, repositoryBytesMax: 1_000_000 };
  await expectGitError(fetchBranch(mirror, { ...onMain, limits }), "too-large", /larger than 1 MB/);
  expect(packFiles(mirror)).toEqual([]);
});

test("a mirror that has become too large because of old commits is recreated", async () => {
  const { repository, mirror } = await setUp(undefined, { "video.bin": randomBytes(900_000) });
  const limits = { ...testLimits, repositoryBytesMax: 1_000_000 };
  await fetchBranch(mirror, { ...onMain, limits });
  writeFileSync(join(repository.folder, "video.bin"), randomBytes(900_000));
  await repository.git("commit", "--quiet", "--all", "--amend", "--message", "Another");
  expect(await fetchBranch(mirror, { ...onMain, limits })).toBe(await repository.git("rev-parse", "main"));
});

test("concurrent fetches of one mirror all succeed", async () => {
  const { repository, mirror } = await setUp();
  await repository.git("branch", "next");
  const branches = ["main", "next", "main", "next"];
  const commits = await Promise.all(branches.map((branch) => fetchBranch(mirror, { ...onMain, branch })));
  expect(new Set(commits)).toEqual(new Set([await repository.git("rev-parse", "main")]));
});

test("many packs from many fetches are joined into few", async () => {
  const { repository, mirror } = await setUp();
  await fetchBranch(mirror, onMain);
  await makePacks(mirror.gitDir, 20);
  const commit = await repository.commit({ "index.mdx": "# Hello again" });
  expect(await fetchBranch(mirror, onMain)).toBe(commit);
  expect(packFiles(mirror).filter((name) => name.endsWith(".pack")).length).toBeLessThan(20);
  expect(await plainGit(["--git-dir", mirror.gitDir, "fsck", "--full", "--no-dangling"])).toBe("");
});

test.each<[string, (mirror: Mirror) => void]>([
  ["half a pack", (mirror) => truncateSync(pack(mirror, ".pack"), 100)],
  ["an empty pack", (mirror) => truncateSync(pack(mirror, ".pack"), 0)],
  ["an empty index", (mirror) => truncateSync(pack(mirror, ".idx"), 0)],
  ["an empty HEAD", (mirror) => truncateSync(join(mirror.gitDir, "HEAD"), 0)],
  ["an empty branch", (mirror) => truncateSync(join(mirror.gitDir, "refs/lectern", refs(mirror)), 0)],
  ["half a configuration", (mirror) => writeFileSync(join(mirror.gitDir, "config"), "[core\n\trepo")],
])("a mirror with %s is recreated", async (_damage, damage) => {
  const { repository, mirror } = await setUp();
  await fetchBranch(mirror, onMain);
  await repository.commit({ "second.mdx": "# Second" });
  damage(mirror);
  expect(await fetchBranch(mirror, onMain)).toBe(await repository.git("rev-parse", "main"));
  expect(await plainGit(["--git-dir", mirror.gitDir, "fsck", "--full"])).toBe("");
});

test("leftovers of a killed process are removed from a mirror", async () => {
  const { repository, mirror } = await setUp();
  await fetchBranch(mirror, onMain);
  await markUnsure(mirror);
  const leftovers = [
    join(mirror.gitDir, "objects/pack/tmp_pack_a1b2c3"),
    join(mirror.gitDir, "refs/lectern", `${refs(mirror)}.lock`),
    join(mirror.gitDir, "packed-refs.lock"),
    `${mirror.gitDir}.new-1`,
    `${mirror.gitDir}.removed-1`,
  ];
  for (const file of leftovers) {
    writeFileSync(file, "half");
  }
  const kept = pack(mirror, ".pack");
  await repository.commit({ "second.mdx": "# Second" });
  expect(await fetchBranch(mirror, onMain)).toBe(await repository.git("rev-parse", "main"));
  expect(leftovers.filter((file) => existsSync(file))).toEqual([]);
  // The check of the mirror succeeded, so nothing was fetched again.
  expect(existsSync(kept)).toBe(true);
});

test("damage in the middle of a pack is detected after a crash", async () => {
  const { repository, mirror } = await setUp(undefined, { "image.bin": randomBytes(100_000) });
  await fetchBranch(mirror, onMain);
  const file = pack(mirror, ".pack");
  execFileSync("chmod", ["u+w", file]);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, 50_000, 54_096));
  await markUnsure(mirror);
  expect(await fetchBranch(mirror, onMain)).toBe(await repository.git("rev-parse", "main"));
  expect(await plainGit(["--git-dir", mirror.gitDir, "fsck", "--full"])).toBe("");
});

test("after a process is killed in the middle of a fetch, the next one can use the mirror", async () => {
  // Git requests the refs twice and then the objects. The request for the objects hangs.
  let posts = 0;
  const { repository, mirror } = await setUp((request) => request.method === "POST" && ++posts === 3);
  const script = `
    import { fetchBranch } from ${JSON.stringify(join(import.meta.dirname, "fetch-branch.ts"))};
    await fetchBranch(${JSON.stringify(mirror)}, ${JSON.stringify(onMain)});`;
  const child = spawn(process.execPath, ["--no-warnings", "--input-type=module", "--eval", script], {
    stdio: "ignore",
  });
  await vi.waitUntil(() => posts === 3, { timeout: 60_000 });
  expect(existsSync(join(mirror.gitDir, "lectern-unsure"))).toBe(true);
  child.kill("SIGKILL");
  expect(await fetchBranch(mirror, onMain)).toBe(await repository.git("rev-parse", "main"));
});

test("a removed mirror leaves only its lock behind", async () => {
  const { root, mirror } = await setUp();
  await fetchBranch(mirror, onMain);
  await removeMirror(mirror, onMain, async () => true);
  expect(readdirSync(join(root, "mirrors")).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  await removeMirror(mirror, onMain, async () => true);
});

async function setUp(intercept?: Parameters<typeof serveRepositories>[1], files: Files = { "index.mdx": "# Hello" }) {
  const root = temporaryFolder();
  const repository = await makeRepository(root, "docs", files);
  const server = await serveRepositories(root, intercept);
  return { root, repository, server, mirror: mirrorOf(`${root}/mirrors`, `${server.url}/docs.git`) };
}

function allBytes({ gitDir }: Mirror): string {
  return readdirSync(gitDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

function packFiles(mirror: Mirror): string[] {
  return readdirSync(join(mirror.gitDir, "objects/pack"));
}

function pack(mirror: Mirror, ending: string): string {
  const name = packFiles(mirror).find((file) => file.endsWith(ending)) ?? "";
  return join(mirror.gitDir, "objects/pack", name);
}

function refs(mirror: Mirror): string {
  return readdirSync(join(mirror.gitDir, "refs/lectern"))[0] ?? "";
}
