import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPageBody } from "../../src/site/pipeline/render/read-for-task.ts";
import { runTask } from "../../src/site/pipeline/render/run-task.ts";
import { serveTasks } from "../../src/site/pipeline/render/serve-tasks.ts";

/** How long the text STARVED blocks the process without using processor time. */
const starvedMilliseconds = 2_000;

/** A render process that fails on purpose, depending on the text of the page. It records every attempt. */
serveTasks((setup, task) => {
  appendFileSync(join(setup.cacheFolder, "attempts"), `${task.name}\n`);
  const text = task.kind === "page" && task.failure === undefined ? readPageBody(setup, task).body : "";
  if (text.includes("ENVIRONMENT")) writeFileSync(join(setup.cacheFolder, "environment"), JSON.stringify(process.env));
  if (text.includes("CRASH")) process.kill(process.pid, "SIGSEGV");
  if (text.includes("HANG")) for (;;);
  if (text.includes("STARVED")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, starvedMilliseconds);
  if (text.includes("MEMORY")) fillMemory();
  if (text.includes("DISK FULL")) throw new Error("ENOSPC: no space left on device");
  return runTask(setup, task);
});

function fillMemory(): void {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(100_000).fill({}));
}
