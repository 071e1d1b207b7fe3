import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export const root = join(import.meta.dirname, "../..");

export function readText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

export function readYaml<Value>(path: string): Value {
  return parse(readText(path), { merge: true }) as Value;
}

export const packageJson = JSON.parse(readText("package.json")) as {
  version: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** Every file that tells another program how to run Lectern. */
export const deploymentFiles = [
  "Dockerfile",
  "compose.yaml",
  "compose.scale.yaml",
  ...readdirSync(join(root, "deploy"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
];

export interface Instruction {
  name: string;
  text: string;
  stage: number;
}

/** The instructions of the Dockerfile, with continued lines joined. */
export function readDockerfile(): Instruction[] {
  let stage = -1;
  return readText("Dockerfile")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = ""] = line.split(" ", 1);
      if (name === "FROM") stage += 1;
      return { name, text: line.slice(name.length + 1), stage };
    });
}
