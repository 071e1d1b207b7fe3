import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderBytes, megabytes } from "../scripts/package/report-size.ts";
import { countPackages, installTarball, packTarball } from "../test/package/packed-lectern.ts";
import { createInstallation, mainFile, startLectern, stop, untilReady } from "./support/lectern.ts";
import { median } from "./support/load.ts";

const rounds = 5;
const root = join(import.meta.dirname, "..");

/**
 * Measures installing and starting Lectern, for a clone and for the npm package: the time from the command to the first
 * reply of /readyz, and the memory of the API process at that point. `--started` skips installing the clone.
 */
const folder = mkdtempSync(join(tmpdir(), "lectern-bench-start-"));
const started = { clone: mainFile, package: await installPackage() };
if (!process.argv.includes("--started")) await installClone();
for (const [name, main] of Object.entries(started)) await measureStart(name, main);
rmSync(folder, { recursive: true, force: true });

async function installPackage(): Promise<string> {
  await packTarball(folder);
  const seconds = await secondsOf(() => installTarball(folder));
  describeInstall("package", seconds, join(folder, "project"));
  return join(folder, "project/node_modules/lectern-docs/dist/main.js");
}

async function installClone(): Promise<void> {
  const clone = join(folder, "clone");
  execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${root}`, clone]);
  const install = async () => execFileSync("npm", ["ci", "--prefer-offline"], { cwd: clone, stdio: "ignore" });
  describeInstall("clone", await secondsOf(install), clone);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

function describeInstall(name: string, seconds: number, project: string): void {
  const modules = join(project, "node_modules");
  console.log(
    `  ${name}: installed in ${seconds.toFixed(1)} s, ${countPackages(project)} packages, ${megabytes(folderBytes(modules))}`,
  );
}

async function measureStart(name: string, main: string): Promise<void> {
  const installation = await createInstallation();
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    const child = startLectern("start", installation.environment, main);
    await untilReady(installation.url);
    const seconds = (performance.now() - began) / 1000;
    // The first round warms up the disk cache and the compile cache.
    if (round > 0) {
      times.push(seconds);
      sizes.push(residentMegabytes(child.pid ?? 0));
    }
    await stop(child);
  }
  const target = name === "package" ? 1.2 : 2;
  console.log(`  ${name}: ready after ${median(times).toFixed(2)} s (median of ${rounds})   target: under ${target} s`);
  console.log(`  ${name}: API process, idle: ${median(sizes).toFixed(0)} MB resident   target: under 150 MB`);
  await installation.remove();
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
