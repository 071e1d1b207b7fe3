import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unfitPackages } from "../scripts/notice.ts";

const root = join(import.meta.dirname, "..");
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

test("every shipped package has a license compatible with Apache-2.0, or a reason in scripts/notice.ts", () => {
  expect(unfitPackages(packages)).toEqual([]);
});

test("the check names packages under the GPL or without a license", () => {
  const strange = {
    "node_modules/copyleft": { version: "1.0.0", license: "GPL-3.0-only" },
    "node_modules/bare": { version: "1.0.0" },
  };
  expect(unfitPackages({ ...packages, ...strange })).toEqual(["bare: no license", "copyleft: GPL-3.0-only"]);
});

test("every package that the server or a browser loads is a dependency, not a development dependency", () => {
  const files = globSync(["src/**/*.ts", "web/{site,dashboard}/**/*.{ts,tsx}"], { cwd: root }).filter(
    (file) => !/\.test\.|-test-support\.|^web\/dashboard\/build\//.test(file),
  );
  const imports = files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(packageImport)].map(([, name]) => name ?? ""),
  );
  const shipped = (name: string) =>
    isBuiltin(name) ||
    name in packages[""].peerDependencies ||
    (packages[`node_modules/${name}`] !== undefined && packages[`node_modules/${name}`].dev === undefined);
  expect([...new Set(imports.filter((name) => !shipped(name)))]).toEqual([]);
});

const packageImport =
  /^(?:import(?! type)[^"]*?|\} from |.*\b(?:import|requirePackage)\()"((?:@[^/"]+\/)?[^./"][^/"]*)/gm;
