import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseFiles, longFilesOf, longFilesOfAnyChange, nightlyFiles } from "./support/long-files.ts";

const root = join(import.meta.dirname, "..");
const guards = [...new Set(Object.values(longFilesOf).flat())];

test("every long test belongs to a folder whose changes it guards, or to the nightly run", () => {
  const all = globSync("{src,test,web}/**/*.long.test.ts", { cwd: root }).toSorted();
  expect([...guards, ...nightlyFiles].toSorted(), "test/support/long-files.ts").toEqual(all);
});

test("every folder with long tests exists, and no test of any change is nightly", () => {
  expect(Object.keys(longFilesOf).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(longFilesOfAnyChange.filter((file) => !guards.includes(file))).toEqual([]);
});

test("a change runs the long tests of its folder and of the folders around it", () => {
  const { chosen, left } = chooseFiles(["src/editor/live/room.ts"], []);
  expect(chosen).toEqual(expect.arrayContaining([...(longFilesOf["src/editor/live"] ?? [])]));
  expect(chosen).toEqual(expect.arrayContaining([...(longFilesOf["src/editor"] ?? [])]));
  expect(chosen).not.toContain("test/cli/move.long.test.ts");
  expect(left).toEqual([]);
});

test("a folder whose name begins like another one is not part of it", () => {
  expect(chooseFiles(["src/git-hosting/a.ts"], []).chosen).toEqual([]);
});

test("a change runs the suites of its feature on PostgreSQL, too", () => {
  const files = ["test/updates/batch.test.ts", "src/keys/keys.test.ts", "src/platform/queue/queue.test.ts"];
  expect(chooseFiles(["src/updates/steps/fetch-source.ts"], files).chosen).toContain(files[0]);
  expect(chooseFiles(["src/platform/db/open.ts"], files).chosen).not.toContain(files[2]);
});

test("a change of everything runs a bounded part, its own tests first, and names the others", () => {
  const everything = [...Object.keys(longFilesOf), "test/cli/move.long.test.ts"];
  const { chosen, left } = chooseFiles(everything, []);
  expect(chosen[0]).toBe("test/cli/move.long.test.ts");
  expect(left.length).toBeGreaterThan(0);
  expect([...chosen, ...left].toSorted()).toEqual(guards.toSorted());
});
