import { existsSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { packageJson, readDockerfile, readText, root } from "./deployment-files.ts";

const instructions = readDockerfile();
const lastStage = Math.max(...instructions.map(({ stage }) => stage));
const last = instructions.filter(({ stage }) => stage === lastStage);

test("the Dockerfile is valid", () => {
  expect(validate(readText("Dockerfile"))).toEqual([]);
});

test("the image runs as an unnamed user on a supported Node.js, for any platform", () => {
  expect(last.find(({ name }) => name === "USER")?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  // All commands run before USER, because this user has no privileges.
  expect(
    last
      .filter(({ name }) => name === "RUN")
      .every((run) => last.indexOf(run) < last.findIndex(({ name }) => name === "USER")),
  ).toBe(true);
  const images = instructions.filter(({ name }) => name === "FROM").map(({ text }) => text);
  expect(images.every((image) => /node:24-bookworm-slim AS \w+$/.test(image))).toBe(true);
  expect(images.filter((image) => image.includes("--platform")).length).toBe(1);
});

test("the npm scripts of the first stage exist, and .dockerignore lets through every file that the stage needs", () => {
  const runs = instructions.filter(({ name, stage }) => name === "RUN" && stage === 0).map(({ text }) => text);
  const scripts = runs.flatMap((run) => /^npm run (\w+)$/.exec(run)?.[1] ?? []);
  expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(scripts));
  const sent = readText(".dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  expect(sent.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(sent).toEqual(expect.arrayContaining(["package.json", "package-lock.json", "src", "web", "scripts", "docs"]));
});

test("the Dockerfile installs the version of playwright-core that Lectern is tested with", () => {
  const version = /playwright-core@([\d.]+)/.exec(readText("Dockerfile"))?.[1];
  const { dependencies, devDependencies } = packageJson;
  expect(version).toBe(dependencies["playwright-core"] ?? devDependencies["playwright-core"]);
});
