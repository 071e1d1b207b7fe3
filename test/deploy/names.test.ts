import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allOperations } from "../../src/contract/webhook-operations.ts";
import { settings } from "../../src/platform/settings.ts";
import { certificatePath } from "../../src/projects/domains/routes.ts";
import { deploymentFiles, packageJson, readText, readYaml, root } from "./deployment-files.ts";

const texts = deploymentFiles.map((path) => ({ path, text: readText(path) }));

test("every setting that a deployment file names exists", () => {
  const known = new Set<string>(settings.map(({ name }) => name));
  const named = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:LECTERN|DATABASE|SITE|S3)_[A-Z_]+\b/g)].map(([name]) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test("every path that a deployment file requests exists", () => {
  const known = new Set(Object.values(allOperations).map(({ path }) => path));
  const named = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![a-z.])\/(?:healthz|readyz|metrics|v\d\/[\w/-]+)/g)].map(([name]) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ name }) => !known.has(name) && name !== certificatePath)).toEqual([]);
});

test("the image, the chart and the CI snippets have the package's version", () => {
  const { version } = packageJson;
  const chart = readYaml<{ version: string; appVersion: string }>("deploy/helm/lectern/Chart.yaml");
  expect(chart).toMatchObject({ version, appVersion: version });
  const pinned = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\blectern-docs(?::|@)(\d+\.\d+\.\d+)/g)].map(([, found]) => ({ path, found })),
  );
  expect(pinned.length).toBeGreaterThan(2);
  expect(pinned.filter(({ found }) => found !== version)).toEqual([]);
});

test("no file names a package or an image that belongs to somebody else", () => {
  const list = ["ls-files", "--", ":!package-lock.json", ":!*.webp", ":!*.png", ":!test/deploy/names.test.ts"];
  const files = execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  const stranger =
    /(?:npx (?:--?\S+ )*|npm (?:install|i|add|exec) (?:[^`\n]* )?|--package[ =]|node_modules\/|image: )lectern(?![-\w])|(?<![\w:])lectern(?:@(?=\d|latest)|:(?=\d+\.)|\/client\b)/;
  const found = files.filter((path) => existsSync(join(root, path)) && stranger.test(readText(path)));
  expect(found).toEqual([]);
  expect("npx --yes lectern dev").toMatch(stranger);
  expect("`npm install --save-dev lectern`").toMatch(stranger);
});
