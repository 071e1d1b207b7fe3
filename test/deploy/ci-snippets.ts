import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readYaml } from "./deployment-files.ts";

interface Step {
  name?: string;
  id?: string;
  shell?: string;
  run?: string;
  env?: Record<string, string>;
}

export interface Outcome {
  status: number;
  output: string;
}

/** The steps of a composite action that run a script, by name. */
export function stepsOf(path: string): Map<string, Step> {
  const { runs } = readYaml<{ runs: { steps: Step[] } }>(path);
  return new Map(runs.steps.flatMap((step) => (step.name === undefined ? [] : [[step.name, step]])));
}

/** Runs a step the way GitHub's runner does: the script is a file, and inputs come as variables. */
export async function runStep(
  step: Step | undefined,
  folder: string,
  { inputs, variables }: { inputs: Record<string, string>; variables: Record<string, string> },
): Promise<Outcome> {
  if (step?.run === undefined) throw new Error("The action has no such step, or the step runs no script.");
  const script = join(folder, "step");
  writeFileSync(script, step.run);
  const given = Object.entries(step.env ?? {}).map(([name, value]) => [
    name,
    value.replace(/^\$\{\{ inputs\.([\w-]+)\b.*\}\}$/, (_all, input: string) => inputs[input] ?? ""),
  ]);
  const [program = "", ...rest] =
    step.shell === "bash" ? ["bash", "--noprofile", "--norc", "-eo", "pipefail"] : ["node"];
  return run(program, [...rest, script], folder, { ...variables, ...Object.fromEntries(given) });
}

export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  variables: Record<string, string>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { HOME: cwd, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "", ...variables };
    execFile(program, args, { cwd, env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` });
    });
  });
}

/** A folder for PATH with this `lectern`, and with the Node.js that runs it. */
export function binFolder(folder: string, main: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, text] of Object.entries({
    node: `exec "${process.execPath}" "$@"`,
    lectern: `exec "${process.execPath}" "${main}" "$@"`,
  })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return `${bin}:/usr/bin:/bin`;
}

/** The outputs that a step wrote to `$GITHUB_OUTPUT`. */
export function outputsOf(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
