import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "src"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && existsSync(join(root, path)));

test("every path that ARCHITECTURE.md names exists", () => {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const paths = [...text.matchAll(/`((?:src|test|bench|docs|web)\/[\w./-]*|biome\.json)`/g)].map(
    (match) => match[1] ?? "",
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("only a store queries the database", () => {
  const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
  const allowed = /^src\/platform\/(?:db|queue)\/|store\.ts$/;
  const offenders = sources.filter((path) => !allowed.test(path) && query.test(readFileSync(join(root, path), "utf8")));
  expect(offenders).toEqual([]);
});

test("no file but the configuration reads the environment", () => {
  const allowed = ["src/platform/config.ts", "src/main.ts"];
  const offenders = sources.filter(
    (path) => !allowed.includes(path) && /process\.env\b/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(offenders).toEqual([]);
});

test("every folder of src and every room of src/site has a border in the linter", () => {
  const { overrides } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8")) as {
    overrides: { includes: string[]; linter?: { rules: { style?: Record<string, unknown> } } }[];
  };
  const bordered = overrides
    .filter(({ linter }) => linter?.rules.style?.noRestrictedImports !== undefined)
    .flatMap(({ includes }) => includes);
  const foldersIn = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  const folders = [...foldersIn("src").filter((folder) => folder !== "src/site"), ...foldersIn("src/site")];
  expect(folders.filter((folder) => !bordered.includes(`${folder}/**`))).toEqual([]);
});
