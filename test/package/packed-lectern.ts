import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { withLock } from "../../src/git/lock.ts";

/** Lectern installed by npm from the tarball, in a folder outside the clone. */
export interface PackedLectern {
  tarball: string;
  /** The project whose node_modules contains Lectern. */
  folder: string;
  /** The path of the installed command. */
  bin: string;
  /** The file that the command runs. */
  main: string;
}

const root = join(import.meta.dirname, "../..");
/** All files that are packed or that influence the packing. */
const inputs = [
  "package.json",
  "package-lock.json",
  "src/**/*",
  "scripts/**/*",
  "docs/**/*",
  "web/dist/**/*",
  "CHANGELOG.md",
  "NOTICE",
];
const lockSecondsMax = 500;
const unusedMillisecondsMax = 60 * 60 * 1_000;
const run = promisify(execFile);

/** Builds, packs and installs Lectern, once for all test files and runs with the same sources. */
export async function installPacked(): Promise<PackedLectern> {
  const place = join(tmpdir(), `lectern-packed-${process.getuid?.()}`);
  const ready = join(place, hashInputs());
  await withLock(join(place, "lock"), { secondsMax: lockSecondsMax }, async () => {
    removeUnused(place);
    if (existsSync(ready)) {
      utimesSync(ready, new Date(), new Date());
      return;
    }
    const unfinished = join(place, "unfinished");
    rmSync(unfinished, { recursive: true, force: true });
    await packTarball(unfinished);
    await installTarball(unfinished);
    renameSync(unfinished, ready);
  });
  const folder = join(ready, "project");
  return {
    tarball: join(ready, "lectern.tgz"),
    folder,
    bin: join(folder, "node_modules/.bin/lectern"),
    main: join(folder, "node_modules/lectern-docs/dist/main.js"),
  };
}

/** Removes old installations, but not those that other clones or runs may be using. */
function removeUnused(place: string): void {
  for (const name of globSync("*/", { cwd: place })) {
    const folder = join(place, name);
    const unusedMilliseconds = Date.now() - statSync(folder).mtimeMs;
    if (unusedMilliseconds > unusedMillisecondsMax) rmSync(folder, { recursive: true, force: true });
  }
}

/** A PATH with the Node that runs the tests, because the machine's own may be too old. */
export const packedPath = `${dirname(process.execPath)}:${process.env.PATH}`;

/** Builds Lectern and packs it into `folder`. */
export async function packTarball(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await run(process.execPath, [join(root, "scripts/build-package.ts")], { cwd: root });
  const { stdout } = await npm(root, "pack", "./package", "--ignore-scripts", "--json", "--pack-destination", folder);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  renameSync(join(folder, packed?.filename ?? ""), join(folder, "lectern.tgz"));
}

/** Installs the tarball in `folder` into an empty project. */
export async function installTarball(folder: string): Promise<void> {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true }));
  await npm(project, "install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "../lectern.tgz");
}

/** All packages that npm installed into a project. */
export function listPackages(project: string): Record<string, { hasInstallScript?: boolean }> {
  return JSON.parse(readFileSync(join(project, "node_modules/.package-lock.json"), "utf8")).packages;
}

export function countPackages(project: string): number {
  return Object.keys(listPackages(project)).length;
}

function npm(cwd: string, ...args: string[]): Promise<{ stdout: string }> {
  return run("npm", args, { cwd, env: { ...process.env, PATH: packedPath }, maxBuffer: 64 * 1024 * 1024 });
}

function hashInputs(): string {
  const hash = createHash("sha256");
  for (const path of globSync(inputs, { cwd: root }).toSorted()) {
    if (statSync(join(root, path)).isFile()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex").slice(0, 16);
}
