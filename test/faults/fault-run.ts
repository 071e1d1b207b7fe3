import { setTimeout } from "node:timers/promises";
import { randomFor } from "../../bench/support/seeded-random.ts";
import { checkEverything } from "./check-everything.ts";
import { runClient } from "./clients.ts";
import { runWriters } from "./draft-clients.ts";
import { type FaultKind, faultKinds } from "./fault-kinds.ts";
import { type Journal, promises } from "./journal.ts";
import { prepare } from "./prepare.ts";
import { openSetup, type Setup, type SetupName } from "./setups.ts";

export interface FaultRunOptions {
  setup: SetupName;
  seed: number;
  faults: number;
  clients: number;
  /** A part of the names of the faults to use. */
  only?: string;
  print(text: string): void;
  /** Keeps the folder with all logs. */
  keep?: boolean;
}

const faultsAtOnceMax = 2;
/** A child process to kill, for example, isn't always running. */
const triesPerFault = 2;
const gapMilliseconds = { min: 200, max: 2_500 };

/** Runs clients and faults at the same time, lets everything settle, and returns the broken promises. */
export async function runFaults(
  options: FaultRunOptions,
): Promise<{ broken: string[]; counts: Record<string, number> }> {
  const setup = await openSetup(options.setup);
  const { journal } = setup;
  try {
    options.print(`${options.setup}: seed ${options.seed}, ${options.faults} faults, in ${setup.runFolder}`);
    for (const part of setup.parts) options.print(`  ${part}`);
    const randomOf = (name: string, number: number) => randomFor(options.seed, name, number);
    const deps = await prepare(setup, randomOf("setup", 1));
    const stopping = new AbortController();
    const running = Array.from({ length: options.clients }, (_, client) =>
      runClient(deps, (action) => randomOf(`client ${client}`, action), stopping.signal),
    );
    running.push(runWriters(deps, randomOf, stopping.signal));
    await injectFaults(setup, randomOf, options);
    stopping.abort();
    await Promise.all(running);
    journal.note("the faults are over");
    await checkEverything(deps);
    for (const { tabs } of deps.model.drafts) for (const { connection } of tabs) connection.close();
    await stopNodes(setup);
    report(setup, journal, options);
    return { broken: journal.violations.map(({ promise, text }) => `${promise}: ${text}`), counts: journal.counts() };
  } finally {
    await setup.close(options.keep === true);
  }
}

/** Injects up to two faults at once, using each kind once before repeating any. */
async function injectFaults(
  setup: Setup,
  randomOf: (name: string, number: number) => () => number,
  { faults, only = "", print }: FaultRunOptions,
): Promise<void> {
  const kinds = faultKinds(setup).filter(({ name }) => name.includes(only));
  if (kinds.length === 0) throw new Error(`No fault is called "${only}".`);
  const active = new Map<unknown, Promise<void>>();
  let deck: FaultKind[] = [];
  let happened = 0;
  for (let number = 1; number <= faults * triesPerFault; number += 1) {
    while (active.size >= faultsAtOnceMax || (active.size > 0 && happened + active.size >= faults)) {
      await Promise.race(active.values());
    }
    if (happened >= faults) break;
    const random = randomOf("fault", number);
    if (deck.length === 0) deck = shuffled(kinds, randomOf("deck", number));
    const kind = deck.pop() as FaultKind;
    const part = kind.part(setup, random);
    await active.get(part);
    const node = typeof part === "string" ? undefined : part;
    const name = `fault ${number}: ${kind.name}${node === undefined ? "" : ` (${node.name})`}`;
    setup.journal.note(name);
    const fault = kind
      .run(setup, node, random)
      .then((effect) => {
        if (effect !== false) happened += 1;
        setup.journal.count(`${effect === false ? "nothing to disturb" : "fault"}: ${kind.name}`);
      })
      .catch((error: unknown) => setup.journal.broken("nothing is stuck", `${name}: ${error}`))
      .finally(() => {
        setup.journal.note(`${name} is over`);
        active.delete(part);
      });
    active.set(part, fault);
    if (number % 25 === 0) print(`  ${happened} faults, ${setup.journal.violations.length} promises broken`);
    await setTimeout(gapMilliseconds.min + randomOf("gap", number)() * (gapMilliseconds.max - gapMilliseconds.min));
  }
  await Promise.all(active.values());
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Checks that all nodes stop when asked to, and leave no process behind. */
async function stopNodes({ nodes, journal }: Setup): Promise<void> {
  await Promise.all(nodes.map((node) => node.stop()));
  const deadline = Date.now() + 10_000;
  let left = nodes.flatMap((node) => node.leftovers());
  while (left.length > 0 && Date.now() < deadline) {
    await setTimeout(100);
    left = nodes.flatMap((node) => node.leftovers());
  }
  if (left.length > 0) {
    journal.broken("nothing is stuck", `left running: ${left.map(({ command }) => command).join(" | ")}`);
  }
}

function report(setup: Setup, journal: Journal, { seed, print }: FaultRunOptions): void {
  for (const [name, count] of Object.entries(journal.counts())) {
    print(`  ${String(count).padStart(6)}  ${name}`);
  }
  for (const promise of promises) {
    const broken = journal.violations.filter((violation) => violation.promise === promise);
    print(`  ${broken.length === 0 ? "    ok" : String(broken.length).padStart(6)}  ${promise}`);
  }
  for (const { promise, text, at } of journal.violations.slice(0, 10)) {
    print(`\n${setup.name}, seed ${seed}: ${promise}: ${text}\n${journal.around(at)}`);
  }
  if (journal.violations.length > 0) {
    for (const node of setup.nodes) {
      print(`\nThe end of the log of ${node.name}:\n${node.tail}`);
    }
  }
}
