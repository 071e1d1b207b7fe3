import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compileCacheVariables } from "../src/platform/compile-cache.ts";

/**
 * `npm run bench` runs all benchmarks one after the other, `npm run bench -- start` only the benchmark `start`. Options
 * are passed on.
 */
const folder = import.meta.dirname;
const all = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.slice(0, -3))
  .sort();
const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const unknown = asked.find((name) => !all.includes(name));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}"; the benchmarks are ${all.join(", ")}.`);
  process.exit(2);
}
// Creates the same state as after `npm ci`.
spawnSync(process.execPath, [join(folder, "../scripts/bundle-renderer.ts")], { stdio: "inherit" });
for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n# bench/${name}`);
  // Sets the option that every Lectern command uses. Without it, each process would also load the type stripper.
  const env = { ...process.env, ...compileCacheVariables };
  const { status } = spawnSync(process.execPath, [join(folder, `${name}.ts`), ...options], { stdio: "inherit", env });
  process.exitCode ||= status ?? 1;
}
