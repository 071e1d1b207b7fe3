import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countFirstLoad, openBundle } from "../../web/build.ts";
import { type BundleName, bundles } from "../../web/bundles.ts";

for (const name of Object.keys(bundles) as BundleName[]) {
  test(`what is loaded first of ${name} is within its size`, async () => {
    const bytes = await countFirstLoad(name);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(bundles[name].gzipBytesMax);
  });
}

test("search and assistant are one file each, for the site and for other pages", async () => {
  for (const name of ["reader", "widget"] as const) {
    const { folder, files } = await openBundle(name);
    expect(files.map(({ path }) => path)).toEqual([`${name}.js`]);
    const code = readFileSync(join(folder, `${name}.js`), "utf8");
    expect(/\beval\(|new Function\(|document\.write/.exec(code)?.[0], "what a strict policy refuses").toBeUndefined();
    expect(code.includes(process.cwd()), "a path of the machine that built it").toBe(false);
  }
});

test("nothing of ours writes HTML", () => {
  const folder = join(import.meta.dirname, "../../web/site");
  for (const name of readdirSync(folder).filter((file) => /\.tsx?$/.test(file))) {
    expect(/innerHTML|insertAdjacentHTML/i.exec(readFileSync(join(folder, name), "utf8"))?.[0], name).toBeUndefined();
  }
});
