import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { committedFiles, ignoredFiles } from "../scripts/generated-files.ts";

const root = join(import.meta.dirname, "..");
const committed = committedFiles();
const ignored = await ignoredFiles();

test.each(Object.entries(committed))("%s is up to date; if not, run: npm run generate", (path, text) => {
  expect(readFileSync(join(root, path), "utf8")).toBe(text);
});

test("generating the ignored files twice gives the same result, and npm ci has written them", async () => {
  expect(await ignoredFiles()).toEqual(ignored);
  expect(Object.keys(ignored).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("git ignores exactly the generated files that are not committed", () => {
  const paths = Object.keys({ ...committed, ...ignored });
  const found = execFileSync("git", ["check-ignore", ...paths], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  expect(found.toSorted()).toEqual(Object.keys(ignored).toSorted());
});

test("a fresh clone without any generated files can generate them", () => {
  const script = `
    import { registerHooks } from "node:module";
    const names = ${JSON.stringify(Object.keys(ignored))};
    registerHooks({
      load(url, context, next) {
        if (names.some((name) => url.endsWith(name))) throw new Error(url + " is generated");
        return next(url, context);
      },
    });
    const { ignoredFiles } = await import(${JSON.stringify(join(root, "scripts/generated-files.ts"))});
    process.stdout.write(JSON.stringify(await ignoredFiles()));
  `;
  const run = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script];
  const text = execFileSync(process.execPath, run, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  expect(JSON.parse(text)).toEqual(ignored);
});
