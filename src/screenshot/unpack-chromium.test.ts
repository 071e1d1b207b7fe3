import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "./screenshot-test-support.ts";
import { unpackChromium } from "./unpack-chromium.ts";

const emptyTar = Buffer.alloc(1024);

test("concurrent callers share one unpacked browser", async () => {
  const folder = temporaryFolder();
  const packageFolder = smallPackage();
  const unpacking = Array.from({ length: 6 }, () => unpackChromium({ folder, packageFolder }));
  const programs = await Promise.all(unpacking);
  expect(new Set(programs.map(({ executable }) => executable))).toEqual(new Set([join(folder, "1.2.3", "chromium")]));
  expect(readdirSync(folder)).toEqual(["1.2.3"]);
  expect(readFileSync(join(folder, "1.2.3", "chromium"), "utf8")).toBe("a browser");
});

test("a browser with missing parts is unpacked again", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "1.2.3", "fonts"), { recursive: true });
  const { executable } = await unpackChromium({ folder, packageFolder: smallPackage() });
  expect(readFileSync(executable, "utf8")).toBe("a browser");
});

test("a new version replaces only versions unused for a day", async () => {
  const folder = temporaryFolder();
  await unpackChromium({ folder, packageFolder: smallPackage("1.2.3") });
  await unpackChromium({ folder, packageFolder: smallPackage("1.3.0") });
  const longAgo = new Date("2020-01-01");
  utimesSync(join(folder, "1.2.3"), longAgo, longAgo);
  utimesSync(join(folder, "1.3.0"), longAgo, longAgo);
  // Opening an unpacked version also counts as using it.
  await unpackChromium({ folder, packageFolder: smallPackage("1.3.0") });
  await unpackChromium({ folder, packageFolder: smallPackage("1.4.0") });
  expect(readdirSync(folder).sort()).toEqual(["1.3.0", "1.4.0"]);
});

test("a damaged package leaves nothing behind that could be run", async () => {
  const folder = temporaryFolder();
  const packageFolder = smallPackage();
  writeFileSync(join(packageFolder, "bin", "chromium.br"), "not compressed");
  await expect(unpackChromium({ folder, packageFolder })).rejects.toMatchObject({ kind: "browser" });
  expect(readdirSync(folder)).toEqual([]);
});

/** A small package with the structure of the real one, which has 60 MB. */
function smallPackage(version = "1.2.3"): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version }));
  writeFileSync(join(folder, "bin", "chromium.br"), brotliCompressSync("a browser"));
  for (const name of ["fonts", "swiftshader", "al2023"]) {
    writeFileSync(join(folder, "bin", `${name}.tar.br`), brotliCompressSync(emptyTar));
  }
  return folder;
}
