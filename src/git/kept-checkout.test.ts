import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedFiles } from "./changed-files.ts";
import { makeRepository, type TestRepository, temporaryFolder, testLimits } from "./git-test-support.ts";
import { checkOutKept, type EarlierCheckOut, keepCheckOut } from "./kept-checkout.ts";
import { listTree } from "./list-tree.ts";

type Changes = Readonly<Record<string, string | undefined>>;

const history: Changes[] = [
  { "docs.json": "{}", "guides/a.mdx": "a", "guides/b.mdx": "b", "deep/er/c.mdx": "c" },
  { "guides/a.mdx": "a changed" },
  { "guides/b.mdx": undefined, "guides/new.mdx": "new", "deep/er/c.mdx": undefined },
  // A file becomes a folder, and then the folder disappears.
  { "guides/new.mdx": undefined, "guides/new.mdx/inside.mdx": "in" },
  { "guides/new.mdx/inside.mdx": undefined },
  { "guides/New.mdx": "another case", "docs.json": "{ }" },
];

test("a checkout that is changed many times equals a checkout from scratch", async () => {
  const { repository, check, files } = await setUp();
  for (const [index, changes] of history.entries()) {
    const sha = await repository.commit(changes);
    const { earlier, tree } = await check(sha);
    expect(earlier !== undefined).toBe(index > 0);
    if (earlier !== undefined) await expectChanges(repository, earlier, sha);
    const expected = await listTree(repository, { sha, limits: testLimits });
    expect(byPath(tree.files)).toEqual(byPath(expected.files));
    expect(tree.bytes).toBe(expected.bytes);
    expect(listAll(files)).toEqual(expected.files.map(({ path }) => path).toSorted());
    for (const { path, bytes } of expected.files) expect(statSync(join(files, path)).size).toBe(bytes);
  }
});

test("only changed files are written", async () => {
  const { repository, check, files } = await setUp();
  await check(await repository.commit({ "a.mdx": "a", "b.mdx": "b" }));
  const before = statSync(join(files, "a.mdx")).ino;
  await check(await repository.commit({ "b.mdx": "b changed" }));
  expect(statSync(join(files, "a.mdx")).ino).toBe(before);
  expect(readFileSync(join(files, "b.mdx"), "utf8")).toBe("b changed");
});

test("after a failure, for another directory or with a damaged state, everything is written again", async () => {
  const { repository, check, kept, files } = await setUp();
  const sha = await repository.commit({ "docs/a.mdx": "a", "b.mdx": "b" });
  await check(sha);
  expect((await check(sha, "docs")).earlier).toBe(undefined);
  expect(listAll(files)).toEqual(["a.mdx"]);
  writeFileSync(join(kept, "checkout.json"), "{");
  expect((await check(sha)).earlier).toBe(undefined);
  // Simulates files that were changed by something else.
  writeFileSync(join(files, "c.mdx"), "unexpected");
  const next = await repository.commit({ "c.mdx/d.mdx": "d" });
  expect((await check(next)).earlier).toBe(undefined);
  expect(listAll(files)).toEqual(["b.mdx", "c.mdx/d.mdx", "docs/a.mdx"]);
});

test("an interrupted update leaves no files for the next one", async () => {
  const { repository, take, kept } = await setUp();
  const sha = await repository.commit({ "a.mdx": "a" });
  const { keep } = await take(sha);
  await keep();
  // Two updates run at the same time, and the first one never ends.
  const first = await take(sha);
  const second = await take(sha);
  expect([first.earlier?.sha, second.earlier?.sha]).toEqual([sha, undefined]);
  expect(existsSync(kept)).toBe(false);
  await second.keep();
  await first.keep();
  expect((await take(sha)).earlier?.sha).toBe(sha);
});

async function setUp() {
  const root = temporaryFolder();
  const repository = await makeRepository(root, "docs");
  const kept = join(root, "caches", "checkout");
  let count = 0;
  async function take(sha: string, directory = "") {
    count += 1;
    const request = { sha, directory, folder: join(root, "trees", String(count)), keptFolder: kept };
    const checked = await checkOutKept(repository, { ...request, limits: testLimits });
    const keep = () => keepCheckOut(request, { sha, directory, tree: checked.tree, editTimes: new Map() });
    return { ...checked, keep };
  }
  async function check(sha: string, directory = "") {
    const checked = await take(sha, directory);
    await checked.keep();
    return checked;
  }
  return { repository, kept, files: join(kept, "files"), take, check };
}

async function expectChanges(repository: TestRepository, { sha: from, difference }: EarlierCheckOut, to: string) {
  const { added, modified, removed } = await changedFiles(repository, { from, to, limits: testLimits });
  const pathsOf = (isNew: boolean) => difference.written.filter((file) => file.isNew === isNew).map(({ path }) => path);
  expect([pathsOf(true), pathsOf(false), difference.removed]).toEqual([added, modified, removed]);
}

function byPath(files: readonly { path: string }[]) {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function listAll(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}
