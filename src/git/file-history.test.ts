import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFileHistory } from "./file-history.ts";
import { expectGitError, makeRepository, temporaryFolder, testLimits } from "./git-test-support.ts";

const use = { limits: testLimits };

test("a file is followed through all its names, and removed files are listed separately", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs");
  const text = (name: string) => `${name}\n`.repeat(20);
  await repository.commit({ "docs/a.mdx": text("a"), "docs/é b.mdx": text("b"), "docs/c.mdx": text("c"), "x.mdx": "" });
  const rename = (from: string, to: string) => renameSync(join(repository.folder, from), join(repository.folder, to));
  rename("docs/a.mdx", "docs/a2.mdx");
  rename("docs/é b.mdx", "docs/gone soon.mdx");
  await repository.commit({ "docs/c.mdx": undefined });
  rename("docs/a2.mdx", "docs/a3.mdx");
  const sha = await repository.commit({ "docs/gone soon.mdx": undefined, "x.mdx": undefined });
  const { renames, removed } = await readFileHistory(repository, { sha, directory: "docs", ...use });
  expect(Object.fromEntries(renames)).toEqual({ "a.mdx": "a3.mdx", "a2.mdx": "a3.mdx" });
  expect([...removed].toSorted()).toEqual(["c.mdx", "gone soon.mdx", "é b.mdx"]);
  expect((await readFileHistory(repository, { sha, ...use })).removed).toContain("x.mdx");
});

test("a history without renames or removals is empty, and a folder outside the repository is refused", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", { "a.mdx": "a" });
  const sha = await repository.git("rev-parse", "HEAD");
  expect(await readFileHistory(repository, { sha, ...use })).toEqual({ renames: new Map(), removed: new Set() });
  await expectGitError(readFileHistory(repository, { sha, directory: "../x", ...use }), "refused");
});
