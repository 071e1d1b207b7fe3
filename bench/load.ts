import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { ProjectModel } from "../test/faults/acknowledged.ts";
import { pushMain } from "../test/faults/author-clients.ts";
import type { ClientDeps } from "../test/faults/calling.ts";
import { pick } from "../test/faults/calling.ts";
import { prepare } from "../test/faults/prepare.ts";
import { isDone, send } from "../test/faults/send.ts";
import { type ApiNode, openSetup, type Setup, type SetupName } from "../test/faults/setups.ts";
import { startModelServer } from "../test/support/model-server.ts";
import { Latencies } from "./support/latencies.ts";
import { seededRandom } from "./support/seeded-random.ts";

/**
 * Measures mixed traffic, by default for ten minutes on each of the two setups. `npm run bench -- load --minutes=2
 * --setup=single` runs a shorter test on one setup.
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" }, setup: { type: "string" } } });
const minutes = Number(values.minutes);

/** Requests per second of each kind. The API allows ten triggers in ten seconds. */
const rates: Record<Kind, number> = { status: 15, page: 15, question: 3, trigger: 0.2, push: 0.2 };
type Kind = "status" | "page" | "question" | "trigger" | "push";
const kinds = Object.keys(rates) as Kind[];
const idleSecondsOf: Record<Kind, number> = { status: 15, page: 15, question: 15, trigger: 25, push: 25 };
const drainSecondsMax = 60;
const sampleMilliseconds = 1_000;
const memoryGrowthMax = 1.1;
const answer = Array.from({ length: 40 }, (_, word) => `word${word} `);

for (const name of ["single", "cluster"] as const) {
  if (values.setup === undefined || values.setup === name) await measure(name);
}
process.exit();

async function measure(name: SetupName): Promise<void> {
  const model = await startModelServer();
  model.fallback = () => {
    model.requests.length = 0;
    return { text: answer };
  };
  const setup = await openSetup(name, {
    LECTERN_LEASE_SECONDS: "30",
    LECTERN_LOG_LEVEL: "warn",
    LECTERN_MODEL: "scripted",
    LECTERN_MODEL_URL: model.url,
    LECTERN_MODEL_TOKENS_PER_DAY: "2000000000",
  });
  try {
    const deps = await prepare(setup, seededRandom(1));
    // The first requests load code and fill caches.
    await run(deps, kinds, 10);
    const idle = new Map<Kind, Latencies>();
    for (const kind of kinds) {
      const alone = await run(deps, [kind], idleSecondsOf[kind]);
      idle.set(kind, alone.get(kind) ?? new Latencies());
    }
    const memory = watchMemory(setup);
    const mixed = await run(deps, kinds, minutes * 60);
    report(
      name,
      idle,
      mixed,
      memory.stop(),
      [...setup.journal.violations].map(({ text }) => text),
    );
  } finally {
    await setup.close();
    await model.close();
  }
}

/** Sends each kind of request at its rate, regardless of how long replies take. */
async function run(deps: ClientDeps, chosen: readonly Kind[], seconds: number): Promise<Map<Kind, Latencies>> {
  const results = new Map(chosen.map((kind) => [kind, new Latencies()]));
  const open = new Set<Promise<void>>();
  const startedAt = performance.now();
  await Promise.all(
    chosen.map(async (kind) => {
      const latencies = results.get(kind) ?? new Latencies();
      for (let number = 0; number < seconds * rates[kind]; number += 1) {
        await setTimeout(Math.max(0, startedAt + (number * 1_000) / rates[kind] - performance.now()));
        const project = pick(deps.random, deps.model.projects) as ProjectModel;
        // Pushes to one project are sent one after the other.
        if (kind === "push" && project.isBusy) continue;
        const request = latencies.measure(() => requestOf(deps, kind, project)).finally(() => open.delete(request));
        open.add(request);
      }
    }),
  );
  await Promise.race([Promise.all(open), setTimeout(drainSecondsMax * 1_000)]);
  return results;
}

/** Sends a request. Returns the error; undefined if the request succeeded. */
async function requestOf(deps: ClientDeps, kind: Kind, project: ProjectModel): Promise<string | undefined> {
  const { setup, adminKey: key, model } = deps;
  const node = pick(deps.random, setup.apis) as ApiNode;
  if (kind === "push") {
    project.isBusy = true;
    const before = project.branches.get("main")?.acknowledged;
    await pushMain(deps, project).finally(() => {
      project.isBusy = false;
    });
    return project.branches.get("main")?.acknowledged === before ? `${project.domain}: not pushed` : undefined;
  }
  const [update] = model.updates;
  const call = {
    status: { path: `/v1/project/update-status/${update?.id}`, key },
    page: { path: "/guides/start", site: project.domain },
    trigger: { method: "POST", path: `/v1/project/update/${project.id}`, key },
    question: {
      method: "POST",
      path: `/discovery/v2/assistant/${project.domain}/message`,
      key: project.assistantKey,
      body: { fp: "load", messages: [{ role: "user", parts: [{ type: "text", text: "What does this page say?" }] }] },
    },
  } as const;
  const reply = await send(setup.journal, { node, ...call[kind] });
  if (kind === "trigger" && isDone(reply) && update === undefined) {
    model.updates.push({ id: JSON.parse(reply.text).statusId, project, at: reply.endedAt, what: "trigger" });
  }
  const isWhole = kind !== "question" || reply.text.includes('"type":"finish"');
  return isDone(reply) && isWhole ? undefined : `${kind}: ${reply.status} ${reply.text.slice(0, 200)}`;
}

interface MemorySample {
  at: number;
  megabytes: Map<string, number>;
}

/** Samples the resident memory of each node's process. The worker of `lectern start` is counted separately. */
function watchMemory({ nodes }: Setup): { stop(): MemorySample[] } {
  const samples: MemorySample[] = [];
  const timer = setInterval(() => {
    const megabytes = new Map<string, number>();
    for (const node of nodes) {
      megabytes.set(node.name, residentMegabytes(node.pid));
      const worker = node.command === "start" ? node.ownWorker() : undefined;
      if (worker !== undefined) megabytes.set(`${node.name}'s worker`, residentMegabytes(worker.pid));
    }
    samples.push({ at: performance.now(), megabytes });
  }, sampleMilliseconds);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
}

function report(
  name: SetupName,
  idle: Map<Kind, Latencies>,
  mixed: Map<Kind, Latencies>,
  samples: readonly MemorySample[],
  broken: readonly string[],
): void {
  const about = name === "single" ? "one process on SQLite" : "2 API nodes and 2 workers on PostgreSQL and S3";
  console.log(`${name} (${about}), ${minutes} minutes of mixed traffic; alone → mixed:`);
  let errors = broken.length;
  for (const kind of kinds) {
    const alone = idle.get(kind) ?? new Latencies();
    const together = mixed.get(kind) ?? new Latencies();
    errors += together.errors.length + alone.errors.length;
    const compare = (share: number) => {
      const [before, after] = [alone.at(share), together.at(share)];
      return `${before.toFixed(1)} → ${after.toFixed(1)} ms (${(after / before).toFixed(2)})`.padEnd(30);
    };
    const count = `${together.count} requests, ${together.errors.length} errors`;
    console.log(`  ${kind.padEnd(9)} p50 ${compare(0.5)} p99 ${compare(0.99)} ${count}`);
  }
  for (const text of [...broken, ...[...mixed.values()].flatMap((each) => each.errors)].slice(0, 5)) {
    console.log(`  error: ${text}`);
  }
  for (const part of samples[0]?.megabytes.keys() ?? []) {
    const half = meanBetween(samples, part, 0.45, 0.55);
    const end = meanBetween(samples, part, 0.9, 1);
    const growth = end / half;
    console.log(
      `  memory of ${part}: ${half.toFixed(0)} MB at half-time, ${end.toFixed(0)} MB at the end (${growth.toFixed(2)})`,
    );
    if (!(growth <= memoryGrowthMax)) process.exitCode = 1;
  }
  console.log(`  target: no errors, memory at most ${memoryGrowthMax} times that of half-time`);
  if (errors > 0) process.exitCode = 1;
}

function meanBetween(samples: readonly MemorySample[], part: string, from: number, to: number): number {
  const [first, last] = [samples.at(0)?.at ?? 0, samples.at(-1)?.at ?? 0];
  const chosen = samples.filter(({ at }) => at >= first + (last - first) * from && at <= first + (last - first) * to);
  const sum = chosen.reduce((total, { megabytes }) => total + (megabytes.get(part) ?? 0), 0);
  return sum / chosen.length;
}
