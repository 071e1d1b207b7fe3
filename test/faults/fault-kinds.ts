import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { pick } from "./calling.ts";
import type { LecternNode } from "./lectern-node.ts";
import { descendantsOf, type RunningProcess, signal } from "./process-tree.ts";
import type { S3Mood } from "./s3-process.ts";
import type { Setup } from "./setups.ts";

export interface FaultKind {
  name: string;
  /** The part that the fault affects: two faults of the same part never overlap. */
  part(setup: Setup, random: () => number): LecternNode | "postgres" | "s3";
  /** Resolves when the fault is over and the affected part is running again. */
  run(setup: Setup, part: LecternNode | undefined, random: () => number): Promise<void>;
}

const downMillisecondsMax = 2_500;
const outageMilliseconds = { min: 500, max: 6_000 };
/** Occasionally, an outage lasts longer than all retries within one attempt. */
const longOutageMilliseconds = { min: 15_000, max: 25_000 };
const longOutageShare = 0.1;
const childWaitMilliseconds = 5_000;

/** The faults that are possible in this setup. A run uses each kind once before it repeats any. */
export function faultKinds({ name }: Pick<Setup, "name">): FaultKind[] {
  return name === "cluster"
    ? [...ofNodes("api"), ...ofNodes("worker"), ...ofServices]
    : [...ofNodes("app"), ...ofOwnWorker];
}

function ofNodes(role: "api" | "worker" | "app"): FaultKind[] {
  const part: FaultKind["part"] = ({ apis, workers }, random) =>
    pick(random, role === "worker" ? workers : apis) as LecternNode;
  const kind = (name: string, run: (node: LecternNode, setup: Setup, random: () => number) => Promise<void>) => ({
    name: `${name} ${role}`,
    part,
    run: async (setup: Setup, node: LecternNode | undefined, random: () => number) => {
      if (node !== undefined) await run(node, setup, random);
    },
  });
  const kinds = [
    kind("kill -9 of", async (node, _setup, random) => {
      await during(node, "down", async () => {
        await node.kill();
        await setTimeout(random() * downMillisecondsMax);
        await node.start();
      });
    }),
    kind("kill -9 of a child of", async (node, setup, random) => {
      const child = await findChild(node, random);
      setup.journal.note(child === undefined ? "no child was running" : `killed ${child.command.slice(-60)}`);
    }),
    kind("freeze of", async (node, { leaseSeconds }, random) => {
      await during(node, "frozen", async () => {
        const thaw = node.freeze();
        await setTimeout((leaseSeconds + 1 + random() * 3) * 1_000);
        thaw();
      });
    }),
    kind("SIGTERM and restart of", async (node) => {
      await during(node, "down", async () => {
        await node.stop();
        await node.start();
      });
    }),
    kind("full disk of", async (node, _setup, random) => {
      await during(node, "full", async () => {
        node.fillDisk(true);
        await setTimeout(outageTime(random));
        node.fillDisk(false);
      });
    }),
  ];
  const loss = kind("lost machine of", async (node, _setup, random) => {
    await during(node, "down", async () => {
      await node.kill(true);
      node.loseFolder();
      await setTimeout(random() * downMillisecondsMax);
      await node.start();
    });
  });
  return role === "app" ? kinds : [...kinds, loss];
}

/** Faults of the worker that `lectern start` runs and restarts. */
const ofOwnWorker: FaultKind[] = (
  [
    ["kill -9 of the worker of app", async (worker) => void signal(worker.pid, "SIGKILL")],
    [
      "freeze of the worker of app",
      async (worker, node, { leaseSeconds }, random) => {
        await during(node, "frozen", async () => {
          const thaw = node.freeze(worker);
          await setTimeout((leaseSeconds + 1 + random() * 3) * 1_000);
          thaw();
        });
      },
    ],
  ] as [string, (worker: RunningProcess, node: LecternNode, setup: Setup, random: () => number) => Promise<void>][]
).map(([name, run]) => ({
  name,
  part: ({ apis }) => apis[0] as LecternNode,
  async run(setup, node, random) {
    const worker = node?.ownWorker();
    if (node !== undefined && worker !== undefined) await run(worker, node, setup, random);
  },
}));

const moods: { kind: S3Mood["kind"]; share: number }[] = [
  { kind: "hang-up", share: 1 },
  { kind: "refuse", share: 1 },
  { kind: "refuse", share: 0.3 },
  { kind: "wrong-secret", share: 1 },
  { kind: "slow", share: 1 },
  { kind: "cut-upload", share: 0.5 },
  { kind: "lose-answer", share: 0.5 },
  { kind: "cut-answer", share: 0.5 },
  { kind: "store-half", share: 0.5 },
];

const ofServices: FaultKind[] = [
  ...(["fast", "immediate"] as const).map(
    (how): FaultKind => ({
      name: `${how} stop of PostgreSQL`,
      part: () => "postgres",
      async run(setup, _node, random) {
        const endOutage = beginOutage(setup);
        const outage = { from: Date.now(), to: Number.POSITIVE_INFINITY };
        setup.outages.push(outage);
        await setup.postgres?.stop(how);
        await setTimeout(outageTime(random));
        await setup.postgres?.start();
        outage.to = Date.now();
        endOutage();
      },
    }),
  ),
  {
    name: "all connections to PostgreSQL cut",
    part: () => "postgres",
    async run(setup) {
      const endOutage = beginOutage(setup);
      const client = new pg.Client({ connectionString: setup.databaseUrl });
      await client.connect();
      const others =
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'lectern'";
      await client.query(others);
      await client.end();
      endOutage();
    },
  },
  ...moods.map(
    ({ kind, share }): FaultKind => ({
      name: `S3: ${kind}${share === 1 ? "" : " at times"}`,
      part: () => "s3",
      async run(setup, _node, random) {
        const endOutage = beginOutage(setup);
        setup.s3?.setMood({ kind, share, delayMilliseconds: Math.round(200 + random() * 1_500) });
        await setTimeout(outageTime(random));
        setup.s3?.setMood({ kind: "well", share: 0, delayMilliseconds: 0 });
        endOutage();
      },
    }),
  ),
];

/** Marks the start of an outage that may keep processes from starting. The returned function ends it. */
function beginOutage({ nodes }: Setup): () => void {
  const ends = nodes.map((node) => node.beginOutage());
  return () => {
    for (const end of ends) end();
  };
}

/** Records when the node could not answer, so that failures in this time are attributed to the fault. */
async function during(
  node: LecternNode,
  kind: LecternNode["disturbances"][number]["kind"],
  work: () => Promise<void>,
): Promise<void> {
  const disturbance = { kind, from: Date.now(), to: Number.POSITIVE_INFINITY };
  node.disturbances.push(disturbance);
  try {
    await work();
  } finally {
    disturbance.to = Date.now();
  }
}

/** Waits for a git, agent or render process, and kills it. */
async function findChild(node: LecternNode, random: () => number): Promise<RunningProcess | undefined> {
  const deadline = Date.now() + childWaitMilliseconds;
  while (Date.now() < deadline) {
    const children = descendantsOf(node.pid).filter(({ command }) => !command.endsWith("main.ts worker"));
    const child = pick(random, children);
    if (child !== undefined && signal(child.pid, "SIGKILL")) {
      return child;
    }
    await setTimeout(20);
  }
  return undefined;
}

function outageTime(random: () => number): number {
  const { min, max } = random() < longOutageShare ? longOutageMilliseconds : outageMilliseconds;
  return min + random() * (max - min);
}
