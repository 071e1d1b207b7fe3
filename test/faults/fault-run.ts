import { setTimeout } from "node:timers/promises";
import { seededRandom } from "../../bench/support/seeded-random.ts";
import { createModel } from "./acknowledged.ts";
import { checkEverything } from "./checks.ts";
import { type ClientDeps, newProjectModel, runClient, writeProject, writeWords } from "./clients.ts";
import { choose, type FaultKind, faultKinds } from "./fault-kinds.ts";
import { type Journal, promises } from "./journal.ts";
import { git, gitUrl, isDone, send } from "./send.ts";
import { openSetup, type Setup, type SetupName } from "./setups.ts";

export interface FaultRunOptions {
  setup: SetupName;
  seed: number;
  faults: number;
  print(text: string): void;
  /** Leaves the folder with all logs behind. */
  keep?: boolean;
}

const clients = 4;
const seededProjects = 3;
const faultsAtOnceMax = 2;
const gapMilliseconds = { min: 200, max: 2_500 };

/** Mixes clients with faults, lets everything settle, and returns what is broken. */
export async function runFaults(
  options: FaultRunOptions,
): Promise<{ broken: string[]; counts: Record<string, number> }> {
  const setup = await openSetup(options.setup);
  const { journal } = setup;
  try {
    options.print(`${options.setup}: seed ${options.seed}, ${options.faults} faults, in ${setup.runFolder}`);
    const deps = await prepare(setup, seededRandom(options.seed));
    const stopping = new AbortController();
    const running = Array.from({ length: clients }, () => runClient(deps, stopping.signal));
    await injectFaults(setup, seededRandom(options.seed + 1), options);
    stopping.abort();
    await Promise.all(running);
    journal.note("the faults are over");
    await checkEverything(deps);
    await stopNodes(setup);
    report(setup, journal, options);
    return { broken: journal.violations.map(({ promise, text }) => `${promise}: ${text}`), counts: journal.counts() };
  } finally {
    if (options.keep === true) {
      setup.nodes.forEach((node) => {
        node.killLeftovers();
      });
    }
    await setup.close(options.keep === true);
  }
}

/** An organization with an account, a few projects with their first push, and their sites published. */
async function prepare(setup: Setup, random: () => number): Promise<ClientDeps> {
  const model = createModel();
  const { organizationId } = await setup.command<{ organizationId: string }>("org", "create", "--name", "Faults");
  const inOrganization = ["--organization", organizationId];
  const { key: adminKey } = await setup.command<{ key: string }>("key", "create", "--kind", "admin", ...inOrganization);
  const projects = [];
  for (let number = 1; number <= seededProjects; number += 1) {
    const domain = `docs-${number}`;
    const project = await newProjectModel({ setup, model }, { id: "", domain, assistantKey: "" });
    writeProject(project, `marker-first${number}`);
    writeWords(project.folder);
    const from = ["--from", project.folder, "--name", domain, "--domain", domain];
    const created = await setup.command<{ projectId: string }>("project", "create", ...inOrganization, ...from);
    const made = await setup.command<{ key: string }>("key", "create", "--kind", "assistant", "--project", domain);
    projects.push(Object.assign(project, { id: created.projectId, assistantKey: made.key, hasWords: true }));
  }
  await Promise.all(setup.nodes.map((node) => node.start()));
  // A start shows a link of its own, and any earlier one stops working.
  const { link } = await setup.command<{ link: string }>("account", "link", ...inOrganization);
  const cookie = await createAccount(setup, new URL(link).hash.slice(1));
  const deps = { setup, model, random, organizationId, adminKey, cookie };
  for (const project of projects) {
    await firstFetch(deps, project);
    while (!project.isPublished) {
      const node = choose(random, setup.apis);
      const page = node && (await send(setup.journal, { node, path: "/", site: project.domain }));
      project.isPublished = page?.status === 200;
      await setTimeout(200);
    }
  }
  return deps;
}

async function createAccount({ apis: [node], journal }: Setup, token: string): Promise<string> {
  if (node === undefined) throw new Error("There is no API node.");
  const body = JSON.stringify({ token, name: "Ada", email: "ada@example.com", password: "faults are fine 42" });
  const headers = {
    "content-type": "application/json",
    "x-lectern-dashboard": "1",
    origin: `http://127.0.0.1:${node.port}`,
  };
  const reply = await fetch(`http://127.0.0.1:${node.port}/v1/dashboard/account`, { method: "POST", headers, body });
  const [cookie = ""] = (reply.headers.get("set-cookie") ?? "").split(";");
  journal.note(`account: ${reply.status}`);
  if (cookie === "") throw new Error(`No account: ${reply.status} ${await reply.text()}`);
  return cookie;
}

async function firstFetch(
  { setup, adminKey }: Pick<ClientDeps, "setup" | "adminKey">,
  project: ClientDeps["model"]["projects"][number],
): Promise<void> {
  const [node] = setup.apis;
  if (node === undefined) return;
  const url = gitUrl(node, project.domain, adminKey);
  const fetched = await git(setup.journal, project.folder, ["fetch", url, "+refs/heads/main:refs/seen"], node);
  if (!fetched.isDone) throw new Error(`${project.domain} can't be fetched: ${fetched.output}`);
  const acknowledged = (await git(setup.journal, project.folder, ["rev-parse", "refs/seen"])).output;
  project.branches.set("main", { name: "main", acknowledged, unsure: new Set(), broken: new Set() });
}

/** Up to two faults at once, each kind once before any comes again. */
async function injectFaults(setup: Setup, random: () => number, { faults, print }: FaultRunOptions): Promise<void> {
  const kinds = faultKinds(setup);
  const active = new Map<unknown, Promise<void>>();
  let deck: FaultKind[] = [];
  for (let number = 1; number <= faults; number += 1) {
    if (deck.length === 0) deck = shuffled(kinds, random);
    const kind = deck.pop() as FaultKind;
    const part = kind.part(setup, random);
    await active.get(part);
    while (active.size >= faultsAtOnceMax) {
      await Promise.race(active.values());
    }
    const node = typeof part === "string" ? undefined : part;
    const name = `fault ${number}: ${kind.name}${node === undefined ? "" : ` (${node.name})`}`;
    setup.journal.note(name);
    setup.journal.count(`fault: ${kind.name}`);
    const fault = kind
      .run(setup, node, random)
      .catch((error: unknown) => setup.journal.broken("nothing is stuck", `${name}: ${error}`))
      .finally(() => {
        setup.journal.note(`${name} is over`);
        active.delete(part);
      });
    active.set(part, fault);
    if (number % 25 === 0) print(`  ${number} faults, ${setup.journal.violations.length} promises broken`);
    await setTimeout(gapMilliseconds.min + random() * (gapMilliseconds.max - gapMilliseconds.min));
  }
  await Promise.all(active.values());
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** All of them end when they are asked to, and leave no process behind. */
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
