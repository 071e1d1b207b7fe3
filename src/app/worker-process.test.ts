import { pino } from "pino";
import { expect, test } from "vitest";
import { WorkerProcess } from "./worker-process.ts";

test("a worker that exits as soon as it starts is given up, and leaves no process running", async () => {
  const worker = new WorkerProcess({
    environment: { LECTERN_WORKER_CONCURRENCY: "many" },
    log: pino({ level: "silent" }),
    shutdownSeconds: 1,
  });
  await expect(worker.start()).rejects.toThrow("exits as soon as it starts");
  await worker.stop();
});
