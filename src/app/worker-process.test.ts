import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { WorkerProcess } from "./worker-process.ts";

const options = { log: pino({ level: "silent" }), shutdownSeconds: 1 };

test("a worker that exits as soon as it starts is given up, and leaves no process running", async () => {
  const worker = new WorkerProcess({ ...options, environment: { LECTERN_WORKER_CONCURRENCY: "many" } });
  await expect(worker.start()).rejects.toThrow("exits as soon as it starts");
  await worker.stop();
});

test("a worker that is killed while it starts is started again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const preload = join(folder, "preload.mjs");
  writeFileSync(
    preload,
    `import { appendFileSync, readFileSync } from "node:fs";
    appendFileSync(${JSON.stringify(join(folder, "starts"))}, ".");
    if (readFileSync(${JSON.stringify(join(folder, "starts"))}).length <= 3) process.kill(process.pid, "SIGKILL");
    process.send("ready");
    await new Promise((resolve) => process.once("disconnect", resolve));
    process.exit();`,
  );
  const worker = new WorkerProcess({ ...options, environment: { NODE_OPTIONS: `--import ${preload}` } });
  await worker.start();
  await worker.stop();
});
