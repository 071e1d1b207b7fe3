import { runDue } from "../../src/automations/run-due.ts";
import { connectDatabase } from "../../src/platform/db/open.ts";
import { openQueue } from "../../src/platform/queue/open.ts";

// A node that a test kills while it starts a scheduled run: its transaction is open and has written the run.
const { databaseUrl, dataFolder, now } = JSON.parse(process.argv[2] ?? "{}");
const log = { info() {}, warn() {}, error() {} };
const clock = { now: () => now };
const database = await connectDatabase({ url: databaseUrl, dataFolder, connectionsMax: 4, onIdleError() {} });
const queue = await openQueue({ database, clock, kinds: ["agent.run"], databaseUrl, role: "worker", log });
const stay = setInterval(() => {}, 1_000);

await runDue(
  {
    database,
    queue,
    clock,
    log: log as never,
    async modelName(tx) {
      const runs = await tx.selectFrom("automationRuns").select("id").execute();
      process.send?.({ runs: runs.length });
      return new Promise<string>(() => {});
    },
    answerQuestions: async () => {},
  },
  new AbortController().signal,
);
clearInterval(stay);
