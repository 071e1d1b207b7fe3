import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { pick } from "./calling.ts";
import type { LecternNode } from "./lectern-node.ts";
import { descendantsOf, type RunningProcess, signal } from "./process-tree.ts";
import type { ReceiverMood } from "./receivers.ts";
import type { S3Mood } from "./s3-process.ts";
import { send } from "./send.ts";
import type { ApiNode, Setup } from "./setups.ts";

export interface FaultKind {
  name: string;
  /** The part that the fault affects: two faults of the same part never overlap. */
  part(setup: Setup, random: () => number): LecternNode | "postgres" | "s3" | "receivers";
  /**
   * Resolves when the fault is over and the affected part is running again; with false if there was nothing to disturb.
   */
  run(setup: Setup, part: LecternNode | undefined, random: () => number): Promise<unknown>;
}

const downMillisecondsMax = 2_500;
const outageMilliseconds = { min: 500, max: 6_000 };
/** Occasionally, an outage lasts longer than all retries within one attempt. */
const longOutageMilliseconds = { min: 15_000, max: 25_000 };
const longOutageShare = 0.1;
/** Longer than the time after which a database counts as down, and than a lease. */
const hangMilliseconds = { min: 10_000, max: 25_000 };
const knownPagePauseMilliseconds = 500;
/** Longer than pgbouncer waits before it connects to a server again that was down. */
const recoveryMillisecondsMax = 30_000;
/** Longer than a node needs to notice that the database is back. */
const noticeMilliseconds = 1_500;
const childWaitMilliseconds = 5_000;

/** The faults that are possible in this setup. A run uses each kind once before it repeats any. */
export function faultKinds({ name, pooler }: Pick<Setup, "name" | "pooler">): FaultKind[] {
  return name === "cluster"
    ? [...ofNodes("api"), ...ofNodes("worker"), ...ofServices, ...(pooler ? ofPooler : []), ...ofReceivers]
    : [...ofNodes("app"), ...ofOwnWorker, ...ofReceivers];
}

function ofNodes(role: "api" | "worker" | "app"): FaultKind[] {
  const part: FaultKind["part"] = ({ apis, workers }, random) =>
    pick(random, role === "worker" ? workers : apis) as LecternNode;
  const kind = (name: string, run: (node: LecternNode, setup: Setup, random: () => number) => Promise<unknown>) => ({
    name: `${name} ${role}`,
    part,
    run: async (setup: Setup, node: LecternNode | undefined, random: () => number) =>
      node === undefined ? false : run(node, setup, random),
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
      return child !== undefined;
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
    return node !== undefined && worker !== undefined && run(worker, node, setup, random);
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
        await servesKnownSites(setup, async () => {
          await setup.postgres?.stop(how);
          await setTimeout(outageTime(random));
          await setup.postgres?.start();
        });
      },
    }),
  ),
  {
    name: "hanging PostgreSQL",
    part: () => "postgres",
    async run(setup, _node, random) {
      const pidFile = join(setup.postgres?.folder ?? "", "cluster/postmaster.pid");
      const server = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
      await servesKnownSites(setup, async () => {
        const frozen = [server, ...descendantsOf(server).map(({ pid }) => pid)];
        for (const pid of frozen) signal(pid, "SIGSTOP");
        await setTimeout(hangMilliseconds.min + random() * (hangMilliseconds.max - hangMilliseconds.min));
        for (const pid of frozen) signal(pid, "SIGCONT");
      });
    },
  },
  {
    name: "all connections to PostgreSQL cut",
    part: () => "postgres",
    async run(setup) {
      const endOutage = beginOutage(setup, "postgres");
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
        const endOutage = beginOutage(setup, "s3");
        setup.s3?.setMood({ kind, share, delayMilliseconds: Math.round(200 + random() * 1_500), seed: random() });
        await setTimeout(outageTime(random));
        setup.s3?.setMood({ kind: "well", share: 0, delayMilliseconds: 0, seed: 0 });
        endOutage();
      },
    }),
  ),
];

const ofPooler: FaultKind[] = [
  {
    name: "kill -9 of the pooler",
    part: () => "postgres",
    async run(setup, _node, random) {
      await servesKnownSites(setup, async () => {
        await setup.pooler?.kill();
        await setTimeout(outageTime(random));
        await setup.pooler?.start();
      });
    },
  },
];

const ofReceivers = (["refuse", "hang", "lose-answer"] satisfies ReceiverMood[]).map(
  (mood): FaultKind => ({
    name: `webhooks and mail: ${mood}`,
    part: () => "receivers",
    async run({ receivers }, _node, random) {
      receivers.setMood(mood);
      await setTimeout(outageTime(random));
      receivers.setMood("well");
    },
  }),
);

/** Marks the start of an outage that may keep processes from starting. The returned function ends it. */
function beginOutage({ nodes, outages }: Setup, part: "postgres" | "s3"): () => void {
  const ends = nodes.map((node) => node.beginOutage());
  const outage = { part, from: Date.now(), to: Number.POSITIVE_INFINITY };
  outages.push(outage);
  return () => {
    outage.to = Date.now();
    for (const end of ends) end();
  };
}

/** Checks that pages that a node has just served are also served while the database is away. */
async function servesKnownSites(setup: Setup, causeOutage: () => Promise<void>): Promise<void> {
  const { journal, apis, knownSites, outages } = setup;
  const from = Date.now();
  const isExcused = ({ disturbances }: ApiNode) =>
    [...disturbances, ...outages.filter(({ part }) => part === "s3")].some(({ to }) => to > from);
  const read = async (node: ApiNode, site: string) => (await send(journal, { node, path: "/", site })).status;
  const known = new Map<ApiNode, string[]>();
  // A node that still suffers from the outage before wouldn't notice this one, and would prove nothing.
  const deadline = from + recoveryMillisecondsMax;
  const isWell = await Promise.all(
    apis.map(async (node) => {
      while (Date.now() < deadline && !(await setup.reachesDatabase(node)))
        await setTimeout(knownPagePauseMilliseconds);
      return Date.now() < deadline;
    }),
  );
  await setTimeout(noticeMilliseconds);
  for (const node of apis.filter((_, index) => isWell[index])) {
    const isServed = await Promise.all(knownSites.map(async (site) => (await read(node, site)) === 200));
    known.set(
      node,
      knownSites.filter((_, index) => isServed[index]),
    );
  }
  journal.note(`${known.size} of ${apis.length} nodes reach the database before the outage`);
  const endOutage = beginOutage(setup, "postgres");
  let isOver = false;
  const readers = [...known].map(async ([node, sites]) => {
    while (!isOver) {
      for (const site of sites) {
        const status = await read(node, site);
        if (isExcused(node)) return;
        journal.count(`pages ${status === 200 ? "served" : "not served"} without the database`);
        if (status !== 200) {
          journal.broken("pages are served without the database", `${site} at ${node.name}: ${status}`);
        }
      }
      await setTimeout(knownPagePauseMilliseconds);
    }
  });
  try {
    await causeOutage();
  } finally {
    isOver = true;
    endOutage();
    await Promise.all(readers);
  }
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
