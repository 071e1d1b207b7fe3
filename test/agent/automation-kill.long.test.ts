import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runDue } from "../../src/automations/run-due.ts";
import { insertAutomation, listRuns } from "../../src/automations/store.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { openTestQueue } from "../faults/queue-test-support.ts";
import { onBothDatabases } from "../support/database.ts";
import { createTestProject } from "../support/server.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

onBothDatabases((dialect) => {
  test("a node that is killed while it starts a run leaves the run to the next node, which starts it once", async () => {
    const { storage, database, queue } = await openTestQueue(dialect, systemClock, ["agent.run"]);
    const { id: projectId } = await createTestProject(database, systemClock);
    const definition = { name: "Hourly", when: { schedule: "0 * * * *" }, do: { prompt: "fix broken links" } };
    const row = { file: null, isOn: 1, nextAt: 1_000, hookHash: null, createdAt: 0, updatedAt: 0 };
    await insertAutomation(database.query, { id: "atm_1", projectId, definition: JSON.stringify(definition), ...row });

    const program = join(import.meta.dirname, "automation-node.ts");
    const { databaseUrl, dataFolder } = storage;
    const options = JSON.stringify({ databaseUrl, dataFolder, now: Date.now() });
    const child = spawn(process.execPath, [program, options], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [message] = await once(child, "message");
    expect(message).toEqual({ runs: 1 });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await listRuns(database.query, "atm_1")).toEqual([]);

    const log = { error: (details: object) => expect(details).toBe("not logged") } as never;
    const deps = {
      database,
      queue,
      clock: systemClock,
      log,
      modelName: async () => "",
      answerQuestions: async () => {},
    };
    const { signal } = new AbortController();
    await Promise.all([runDue(deps, signal), runDue(deps, signal)]);
    expect(await listRuns(database.query, "atm_1")).toMatchObject([{ cause: "schedule", status: "running" }]);
    expect(await database.query.selectFrom("agentJobs").select("id").execute()).toHaveLength(1);
    expect((await queue.counts()).waiting).toBe(1);
  });
});
