import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageJson, readDockerfile, readText, root } from "./deployment-files.ts";

const instructions = readDockerfile();
const lastStage = Math.max(...instructions.map(({ stage }) => stage));
const last = instructions.filter(({ stage }) => stage === lastStage);

/** The instructions that the Dockerfile may use, with the arguments that Docker accepts. */
const forms: Readonly<Record<string, RegExp>> = {
  FROM: /^(?:--platform=\S+ )?[\w./-]+:[\w.-]+ AS [a-z]\w*$/,
  ARG: /^[A-Z_]+(?:=(?:"[^"]*"|\S*))?$/,
  ENV: /^[A-Z_]+=(?:"[^"]*"|\S+)(?: [A-Z_]+=(?:"[^"]*"|\S+))*$/,
  RUN: /^\S.*$/,
  COPY: /^(?:--from=\w+ )?\S+ \S+$/,
  VOLUME: /^\/\S*$/,
  WORKDIR: /^\/\S*$/,
  EXPOSE: /^\d{1,5}$/,
  USER: /^\d+:\d+$/,
  STOPSIGNAL: /^SIG[A-Z]+$/,
  HEALTHCHECK:
    /^--interval=\d+s --timeout=\d+s --start-period=\d+s --retries=\d+ CMD \["(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")*\]$/,
  ENTRYPOINT: /^\["[^"]*"(?:, "[^"]*")*\]$/,
  CMD: /^\["[^"]*"(?:, "[^"]*")*\]$/,
};

test("every instruction has a form that Docker accepts, and refers to an earlier stage", () => {
  expect(instructions.filter(({ name, text }) => !forms[name]?.test(text))).toEqual([]);
  expect(instructions[0]?.name).toBe("FROM");
  for (const name of ["CMD", "ENTRYPOINT", "HEALTHCHECK"]) {
    expect(instructions.filter((instruction) => instruction.name === name)).toHaveLength(1);
  }
  const stages: string[] = [];
  for (const { name, text } of instructions) {
    const [, from] = (name === "COPY" && /^--from=(\w+)/.exec(text)) || [];
    if (from !== undefined) expect(stages.slice(0, -1)).toContain(from);
    if (name === "FROM") stages.push(text.split(" ").at(-1) ?? "");
  }
  expect(new Set(stages).size).toBe(stages.length);
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
