import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { foldersOf } from "../src/app/folders.ts";
import { type Client, createClient } from "../src/contract/client.ts";
import type { AgentJob } from "../src/contract/schemas.ts";
import { createHostedProject } from "../src/projects/create-hosted-project.ts";
import { triggerUpdate } from "../src/updates/trigger-update.ts";
import { printPrompts } from "./support/agent-prompts.ts";
import { writeBenchProject } from "./support/build-project.ts";
import { printInjections } from "./support/injections.ts";
import { createInstallation, startLectern, stop, untilReady } from "./support/lectern.ts";
import { load, printLoad } from "./support/load.ts";

const pageCount = 500;
const jobsAtOnce = 20;
const pollMilliseconds = 50;
const loadSeconds = 6;
const roundsMax = 5;
const wanted = 0.5;
const prompt = "fix broken links";

const isUnderstood = printPrompts();
const isHarmless = await printInjections();
const installation = await createInstallation();
const { app, url, environment } = installation;
const folder = writeProject();
const deps = { ...app, url, repositoriesFolder: foldersOf(app.config).repositories };
const request = { organizationId: installation.project.organizationId, name: "Agent", domain: "agent", folder };
const project = await createHostedProject(deps, request, async (tx, created) => {
  await triggerUpdate(app, tx, { project: created, source: "onboarding" });
});
const projectId = project.id;
const client = createClient({ url, key: installation.adminKey });
const server = startLectern("serve", environment);
const worker = startLectern("worker", environment);
await untilReady(url);
await untilIdle(client);

console.log(
  `From a prompt to a pull request: ${pageCount} pages, one broken link on every tenth; built-in rules; SQLite.`,
);
for (const name of ["first job", "second job", "third job"]) {
  const job = await run();
  const { total, git } = await measure(job);
  console.log(
    `  ${name.padEnd(12)} ${seconds(total)} s, of which git ${seconds(git)} s (${Math.round((100 * git) / total)} %)`,
  );
  await untilIdle(client);
}

console.log(`Status reads while ${jobsAtOnce} jobs are done:`);
const { id } = await run();
await untilIdle(client);
const path = `${url}/v2/agent/${projectId}/job/${id}`;
const headers = { authorization: `Bearer ${installation.adminKey}` };
await load(path, 2, headers);
const idle = await load(path, loadSeconds, headers);
printLoad("idle", idle);
const startedAt = performance.now();
const jobs = await Promise.all(Array.from({ length: jobsAtOnce }, () => client.createAgentJob({ projectId, prompt })));
const during: number[] = [];
for (let round = 0; round < roundsMax && (await countActive()) > 0; round += 1) {
  const busy = await load(path, loadSeconds, headers);
  printLoad(`busy, ${await countActive()} jobs left`, busy);
  during.push(busy.perSecond);
}
const ended = await Promise.all(jobs.map((job) => untilEnded(job.id)));
const wrong = ended.filter(({ status, prLink }) => status !== "completed" || prLink === null);
console.log(
  `  all ${jobsAtOnce} jobs: ${seconds(performance.now() - startedAt)} s, ${wrong.length} without a pull request`,
);
await untilIdle(client);
const after = await load(path, loadSeconds, headers);
printLoad("idle again", after);
// Other work on the machine affects the idle and the busy measurement alike.
const mean = during.reduce((sum, rate) => sum + rate, 0) / during.length;
const ratio = mean / ((idle.perSecond + after.perSecond) / 2);
console.log(`  ratio: ${ratio.toFixed(2)}   target: at least ${wanted.toFixed(2)}`);

await Promise.all([stop(worker), stop(server)]);
rmSync(folder, { recursive: true, force: true });
await installation.remove();
process.exitCode = isUnderstood && isHarmless && wrong.length === 0 && ratio >= wanted ? 0 : 1;

async function run(): Promise<AgentJob> {
  const created = await client.createAgentJob({ projectId, prompt });
  const job = await untilEnded(created.id);
  if (job.prLink === null) throw new Error(`The job ended ${job.status} without a pull request.`);
  return job;
}

async function untilEnded(jobId: string): Promise<AgentJob> {
  for (;;) {
    const job = await client.getAgentJob({ projectId, id: jobId });
    if (job.status !== "active") return job;
    await setTimeout(pollMilliseconds);
  }
}

async function countActive(): Promise<number> {
  return (await client.listAgentJobs({ projectId, status: "active", limit: 100 })).jobs.length;
}

/** Measures a job by its events: the total time, and the git time from the start of each git step to the next event. */
async function measure(job: AgentJob): Promise<{ total: number; git: number }> {
  let git = 0;
  let last: { isGit: boolean; at: number } | undefined;
  let endedAt = 0;
  for await (const { event, data } of await client.streamAgentJobEvents({ projectId, id: job.id })) {
    const at = Date.parse(data.at);
    if (last?.isGit) git += at - last.at;
    const step = event === "step" ? data.step : undefined;
    const isReady = event === "step" && String(data.text).endsWith("ready.");
    last = { isGit: (step === "prepare" && !isReady) || step === "commit" || step === "push", at };
    endedAt = at;
  }
  return { total: endedAt - Date.parse(job.createdAt), git };
}

/** Waits until the server is idle, including the previews that pull requests trigger. */
async function untilIdle({ listUpdates }: Client): Promise<void> {
  for (;;) {
    const { updates } = await listUpdates({ projectId, limit: 100 });
    if (updates.every(({ status }) => status === "success" || status === "failure")) return;
    await setTimeout(pollMilliseconds);
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(2);
}

/** A generated project in which every page links to another one, and every tenth of these links is misspelled. */
function writeProject(): string {
  const root = mkdtempSync(join(tmpdir(), "lectern-agent-bench-"));
  writeBenchProject(root, pageCount);
  const { navigation } = JSON.parse(readFileSync(join(root, "docs.json"), "utf8")) as {
    navigation: { tabs: { groups: { pages: string[] }[] }[] };
  };
  const pages = navigation.tabs.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
  for (const [index, page] of pages.entries()) {
    const other = pages[(index * 7 + 3) % pages.length] ?? page;
    const link = index % 10 === 0 ? `${other.slice(0, -1)}x${other.slice(-1)}` : other;
    appendFileSync(join(root, `${page}.mdx`), `\n\nSee [this](/${link}).\n`);
  }
  return root;
}
