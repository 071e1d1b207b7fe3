import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { foldersOf } from "../src/app/folders.ts";
import { createKey } from "../src/keys/create-key.ts";
import { createHostedProject } from "../src/projects/create-hosted-project.ts";
import { triggerUpdate } from "../src/updates/trigger-update.ts";
import { answered, unanswered } from "./support/assistant-questions.ts";
import { createInstallation, freePort, startLectern, stop, untilReady } from "./support/lectern.ts";
import { median } from "./support/load.ts";

const rounds = 200;
const streamsAtOnce = 200;
// One address may have twenty streams at a time.
const streamsPerAddress = 20;
const publishSeconds = 120;

interface Streamed {
  firstByte: number;
  end: number;
  text: string;
}

/** Built-in answers from Lectern's own documentation: how fast, how many, and how often right. */
const installation = await createInstallation();
const { app, url } = installation;
const project = await app.database.transaction(async (tx) => {
  const deps = { clock: app.clock, url, repositoriesFolder: foldersOf(app.config).repositories };
  const folder = join(import.meta.dirname, "../docs");
  const { organizationId } = installation.project;
  const created = await createHostedProject(deps, tx, { organizationId, name: "Lectern", domain: "docs", folder });
  await triggerUpdate(app, tx, { project: created, source: "onboarding" });
  return created;
});
const { secret } = await createKey(app, app.database.query, {
  kind: "assistant",
  organizationId: project.organizationId,
  projectId: project.id,
});
const server = startLectern("start", installation.environment);
await untilReady(url);
const path = `/discovery/v2/assistant/${project.domain}/message`;
const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
await untilPublished();

const agents = Array.from(
  { length: streamsAtOnce / streamsPerAddress },
  (_, index) => new Agent({ keepAlive: true, maxSockets: streamsPerAddress, localAddress: `127.0.0.${index + 2}` }),
);
const ask = (question: string, number = 0) => stream(url + path, question, agents[number % agents.length]);

const alone: Streamed[] = [];
for (let i = 0; i < rounds; i++) alone.push(await ask(answered[i % answered.length] ?? ""));
report("one at a time", alone);
const before = residentKilobytes();
const together = await Promise.all(
  Array.from({ length: streamsAtOnce }, (_, i) => ask(answered[i % answered.length] ?? "", i)),
);
report(`${streamsAtOnce} at once`, together);
console.log(
  `  memory for each running stream: at most ${Math.round((residentKilobytes() - before) / streamsAtOnce)} KB`,
);

await compareWithBare();
await countRight();

for (const agent of agents) agent.destroy();
await stop(server);
await installation.remove();

function report(name: string, streams: readonly Streamed[]): void {
  const at = (times: number[], share: number) => times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
  const first = streams.map(({ firstByte }) => firstByte);
  const end = streams.map((streamed) => streamed.end);
  const figures = [at(first, 0.5), at(first, 0.99), at(end, 0.5), at(end, 0.99)].map((time) => time.toFixed(1));
  console.log(
    `  ${name.padEnd(16)} first byte p50 ${figures[0]} ms, p99 ${figures[1]} ms; end p50 ${figures[2]} ms, p99 ${figures[3]} ms`,
  );
}

/** The same bytes in the same pieces from a bare server. */
async function compareWithBare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bare-"));
  const file = join(folder, "stream.txt");
  writeFileSync(file, (await ask(answered[0] ?? "")).text);
  const port = await freePort();
  const bare = spawn(process.execPath, [join(import.meta.dirname, "support/bare-stream.ts"), String(port), file], {
    stdio: "ignore",
  });
  const bareUrl = `http://127.0.0.1:${port}/`;
  await untilReady(bareUrl.slice(0, -1));
  const ratios: number[] = [];
  for (let round = 0; round < 3; round++) {
    const reference = await streamsPerSecond(bareUrl);
    const ours = await streamsPerSecond(url + path);
    console.log(`  bare node:http ${reference.toFixed(0)} streams/s, lectern ${ours.toFixed(0)} streams/s`);
    ratios.push(ours / reference);
  }
  console.log(`  ratio (median of 3): ${median(ratios).toFixed(2)}   target: at least 0.50`);
  await stop(bare);
  rmSync(folder, { recursive: true, force: true });
}

async function streamsPerSecond(target: string): Promise<number> {
  const count = 600;
  const began = performance.now();
  let next = 0;
  const client = async (number: number) => {
    while (next++ < count) await stream(target, answered[0] ?? "", agents[number % agents.length]);
  };
  await Promise.all(Array.from({ length: 16 }, (_, number) => client(number)));
  return (count * 1_000) / (performance.now() - began);
}

async function countRight(): Promise<void> {
  const refusal = "does not seem to answer";
  const wrong: string[] = [];
  for (const [questions, shouldAnswer] of [
    [answered, true],
    [unanswered, false],
  ] as const) {
    const mistakes: string[] = [];
    for (const question of questions) {
      if ((await ask(question)).text.includes(refusal) === shouldAnswer) mistakes.push(question);
    }
    const right = questions.length - mistakes.length;
    console.log(
      `  ${shouldAnswer ? "answered" : "refused"} as they should be: ${right} of ${questions.length}   target: at least 90 %`,
    );
    wrong.push(...mistakes);
  }
  for (const question of wrong) console.log(`    not: ${question}`);
}

function stream(target: string, question: string, agent: Agent | undefined): Promise<Streamed> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method: "POST", headers, agent }, (response) => {
      let firstByte = 0;
      let text = "";
      response.on("data", (chunk: Buffer) => {
        firstByte ||= performance.now() - began;
        text += chunk;
      });
      response.on("end", () =>
        response.statusCode === 200
          ? resolve({ firstByte, end: performance.now() - began, text })
          : reject(new Error(`${response.statusCode}: ${text}`)),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify({ fp: "bench", messages: [{ role: "user", content: question }] }));
  });
}

async function untilPublished(): Promise<void> {
  const deadline = performance.now() + publishSeconds * 1_000;
  while (performance.now() < deadline) {
    if ((await stream(url + path, answered[0] ?? "", undefined)).text.includes("From the docs")) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("The documentation was not published.");
}

function residentKilobytes(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0);
}
