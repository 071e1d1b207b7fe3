import { readFileSync } from "node:fs";
import { createInstallation, startLectern, stop, untilReady } from "./support/lectern.ts";
import { median } from "./support/load.ts";

const rounds = 5;

/** From the command to the first reply of /readyz, and the memory of the API process at that point. */
const installation = await createInstallation();
const times: number[] = [];
const sizes: number[] = [];
for (let round = 0; round <= rounds; round++) {
  const began = performance.now();
  const child = startLectern("start", installation.environment);
  await untilReady(installation.url);
  const seconds = (performance.now() - began) / 1000;
  // The first round warms up the disk cache.
  if (round > 0) {
    times.push(seconds);
    sizes.push(residentMegabytes(child.pid ?? 0));
  }
  await stop(child);
}
console.log(`  ready after ${median(times).toFixed(2)} s (median of ${rounds})   target: under 2 s`);
console.log(`  API process, idle: ${median(sizes).toFixed(0)} MB resident   target: under 150 MB`);
await installation.remove();

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
