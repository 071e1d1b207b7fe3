import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { questions } from "./support/assistant-questions.ts";
import { freePort, stop, untilReady } from "./support/lectern.ts";
import { median } from "./support/load.ts";
import { processorMillisecondsOf } from "./support/processor-time.ts";
import { publishDocs } from "./support/published-docs.ts";

const rounds = 200;
const streamsAtOnce = 200;
// The server's limit of concurrent streams per address.
const streamsPerAddress = 20;
const comparedRounds = 6;
const comparedStreams = 2_000;

interface Streamed {
  firstByte: number;
  end: number;
  text: string;
  chunks: string[];
  sent: IncomingHttpHeaders;
}

/**
 * Measures the latency and throughput of built-in answers about Lectern's own documentation. The benchmark `answers`
 * measures whether they are right.
 */
const { app, server, messageUrl, headers, remove } = await publishDocs();

const agents = Array.from(
  { length: streamsAtOnce / streamsPerAddress },
  (_, index) => new Agent({ keepAlive: true, maxSockets: streamsPerAddress, localAddress: `127.0.0.${index + 2}` }),
);
const ask = (question: string, number = 0) => stream(messageUrl, question, agents[number % agents.length]);

const alone: Streamed[] = [];
for (let i = 0; i < rounds; i++) alone.push(await ask(questions[i % questions.length] ?? ""));
report("one at a time", alone);
const before = residentKilobytes();
const together = await Promise.all(
  Array.from({ length: streamsAtOnce }, (_, i) => ask(questions[i % questions.length] ?? "", i)),
);
report(`${streamsAtOnce} at once`, together);
console.log(
  `  memory for each running stream: at most ${Math.round((residentKilobytes() - before) / streamsAtOnce)} KB`,
);

await compareWithBare();

for (const agent of agents) agent.destroy();
await remove();

function report(name: string, streams: readonly Streamed[]): void {
  const at = (times: number[], share: number) => times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
  const first = streams.map(({ firstByte }) => firstByte);
  const end = streams.map((streamed) => streamed.end);
  const figures = [at(first, 0.5), at(first, 0.99), at(end, 0.5), at(end, 0.99)].map((time) => time.toFixed(1));
  console.log(
    `  ${name.padEnd(16)} first byte p50 ${figures[0]} ms, p99 ${figures[1]} ms; end p50 ${figures[2]} ms, p99 ${figures[3]} ms`,
  );
}

/** Compares with a bare server that sends the same headers and bytes in the same chunks. */
async function compareWithBare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bare-"));
  const file = join(folder, "stream.json");
  const { sent, chunks } = await ask(questions[0] ?? "");
  const ofConnection = ["connection", "keep-alive", "transfer-encoding", "date"];
  const own = Object.entries(sent).filter(([name]) => !ofConnection.includes(name));
  writeFileSync(file, JSON.stringify({ headers: Object.fromEntries(own), chunks }));
  const port = await freePort();
  const bare = spawn(process.execPath, [join(import.meta.dirname, "support/bare-stream.ts"), String(port), file], {
    stdio: "ignore",
  });
  const bareUrl = `http://127.0.0.1:${port}/`;
  await untilReady(bareUrl.slice(0, -1));
  const same = [questions[0] ?? ""];
  const shares: Record<"same" | "different", { speed: number[]; processor: number[] }> = {
    same: { speed: [], processor: [] },
    different: { speed: [], processor: [] },
  };
  for (let round = 0; round < comparedRounds; round++) {
    const reference = await measure(bareUrl, same, bare);
    for (const [name, questions] of [["same", same] as const, ["different", newQuestions(round)] as const]) {
      await beginLimits();
      const ours = await measure(messageUrl, questions, server);
      console.log(
        `  bare node:http ${describeThroughput(reference)}; lectern, ${name.padEnd(9)} ${describeThroughput(ours)}${round === 0 ? " (cold)" : ""}`,
      );
      // The first round is only a warm-up.
      if (round === 0) continue;
      shares[name].speed.push(ours.perSecond / reference.perSecond);
      shares[name].processor.push(reference.milliseconds / ours.milliseconds);
    }
  }
  for (const [name, { speed, processor }] of Object.entries(shares)) {
    console.log(
      `  ${name} question${name === "same" ? "" : "s"}, ratio (median of ${speed.length}): ${median(speed).toFixed(2)} of the streams/s, ${median(processor).toFixed(2)} by processor time${name === "same" ? "   target: at least 0.30" : ""}`,
    );
  }
  await stop(bare);
  rmSync(folder, { recursive: true, force: true });
}

interface Measured {
  perSecond: number;
  /** The server's processor time per stream. */
  milliseconds: number;
}

function describeThroughput({ perSecond, milliseconds }: Measured): string {
  return `${perSecond.toFixed(0)} streams/s (${milliseconds.toFixed(2)} ms of processor each)`;
}

async function measure(target: string, questions: readonly string[], { pid }: ChildProcess): Promise<Measured> {
  const streams = questions.length === 1 ? comparedStreams : questions.length;
  const processor = processorMillisecondsOf(pid);
  const began = performance.now();
  let next = 0;
  const client = async (number: number) => {
    for (let i = next++; i < streams; i = next++) {
      await stream(target, questions[i % questions.length] ?? "", agents[number % agents.length]);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, number) => client(number)));
  return {
    perSecond: (streams * 1_000) / (performance.now() - began),
    milliseconds: (processorMillisecondsOf(pid) - processor) / streams,
  };
}

/** Questions that no other round uses, because search results are cached. */
function newQuestions(round: number): string[] {
  const endings = ["", "on Linux", "with Docker", "for a team", "in production", "again", "please"];
  const when = ["today", "this week", "at work", "at home", "for my company", "on a Sunday"][round];
  return endings.flatMap((ending) => questions.map((asked) => `${asked} ${ending} ${when}`));
}

/** Resets the rate limits, because one round nearly exhausts them. */
async function beginLimits(): Promise<void> {
  await app.database.query.updateTable("rateLimits").set({ count: 0 }).execute();
}

function stream(target: string, question: string, agent: Agent | undefined): Promise<Streamed> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method: "POST", headers, agent }, (response) => {
      let firstByte = 0;
      const chunks: string[] = [];
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        firstByte ||= performance.now() - began;
        chunks.push(chunk);
      });
      response.on("end", () => {
        const text = chunks.join("");
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode}: ${text}`));
        else resolve({ firstByte, end: performance.now() - began, text, chunks, sent: response.headers });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify({ fp: "bench", messages: [{ role: "user", content: question }] }));
  });
}

function residentKilobytes(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0);
}
