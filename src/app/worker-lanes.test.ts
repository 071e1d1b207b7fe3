import { expect, onTestFinished, test } from "vitest";
import { openTestQueue, silentLog, until } from "../../test/faults/queue-test-support.ts";
import { jobKinds } from "./job-kinds.ts";
import { createWorkers } from "./run-worker.ts";

/** The first kind of each row is held; only the others of its row wait for it. */
const expected: Record<string, readonly string[]> = {
  "update.run": ["artifacts.collect", "maintenance.sweep", "project.remove", "site.audience"],
  "events.dispatch": ["automations.tick"],
  "agent.run": [],
  "preview.announce": ["agent.answer", "agent.request", "automations.answer", "mail.send", "webhook.deliver"],
  "site.print": ["update.screenshot"],
  "answers.evaluate": [],
};

test("jobs that take long hold up only jobs of their own lane, and every kind of job has one", async () => {
  const lanes = Object.entries(expected).map(([held, waiting]) => [held, ...waiting]);
  expect(lanes.flat().sort()).toEqual([...jobKinds].sort());
  const setting = await openTestQueue("sqlite", undefined, jobKinds);
  for (const held of Object.keys(expected)) {
    const done = new Set<string>();
    const open = Promise.withResolvers<void>();
    const holding = new Set<string>();
    const run = async ({ kind, id }: { kind: string; id: string }) => {
      if (id.startsWith("held")) {
        holding.add(id);
        await open.promise;
      } else done.add(kind);
    };
    const handler = { attemptsMax: 1, run, giveUp: async () => {} };
    const handlers = Object.fromEntries(jobKinds.map((kind) => [kind, handler]));
    const workers = createWorkers(
      { ...setting, log: silentLog, concurrency: 2, shutdownSeconds: 5, pollMilliseconds: 20 },
      handlers,
    );
    onTestFinished(() => void open.resolve());
    for (let number = 0; number < 8; number++) {
      const id = `held-${number}-${held}`;
      await setting.enqueue({ id, kind: held, group: id });
    }
    for (const worker of workers) worker.start();
    const slots = held === "preview.announce" ? 8 : ["site.print", "answers.evaluate"].includes(held) ? 1 : 2;
    await until(() => holding.size === slots);
    for (const kind of jobKinds) await setting.enqueue({ id: `short-${held}`, kind, group: `short-${held}` });
    const lane = lanes.find(([first]) => first === held) ?? [];
    await until(() => done.size === jobKinds.length - lane.length);
    expect([...done].filter((kind) => lane.includes(kind))).toEqual([]);
    open.resolve();
    await until(() => done.size === jobKinds.length);
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});
