import { readFileSync } from "node:fs";
import { Agent, createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { publishDocs } from "./support/published-docs.ts";

const steps = [250, 500, 1_000];
const streamsPerAddress = 20;
const arrivalsAtOnce = 50;
const ratioMax = 3;
const question = "How do I publish a site?";
const word = "An update publishes the site again, and readers see the new pages at once. ";

/** Measures the memory of slow model answers: a server with many open answers, compared with an idle server. */
const open = new Set<ServerResponse>();
const model = createServer((incoming, response) => {
  incoming.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  open.add(response);
  say(response, word);
}).listen(0, "127.0.0.1");
await new Promise((resolve) => model.once("listening", resolve));
const { app, server, messageUrl, headers, remove } = await publishDocs({
  LECTERN_MODEL: "local/scripted",
  LECTERN_MODEL_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
  LECTERN_MODEL_TOKENS_PER_DAY: "2000000000",
  LECTERN_STREAMS: String(Math.max(...steps)),
});

// The first answer loads the SDK and the search index.
await round(20);
const idle = residentMegabytes();
console.log(`  idle, after 20 answers: ${idle} MB`);
for (const streams of steps) {
  const { most, whole } = await round(streams);
  const ratio = most / idle;
  console.log(
    `  ${streams} slow answers: ${most} MB, ${ratio.toFixed(2)} of idle, ${(((most - idle) * 1024) / streams).toFixed(0)} KB each; ${whole} complete, ${residentMegabytes()} MB after` +
      (streams === steps.at(-1) ? `   target: at most ${ratioMax} of idle` : ""),
  );
}
await remove();
model.close();

/** Opens the streams, lets the model write to each of them for a while, and then ends them. */
async function round(streams: number): Promise<{ most: number; whole: number }> {
  await app.database.query.updateTable("rateLimits").set({ count: 0 }).execute();
  const replies: Promise<string>[] = [];
  let most = 0;
  while (open.size < streams) {
    most = Math.max(most, residentMegabytes());
    // Readers don't all arrive at the same moment.
    const coming = Math.min(arrivalsAtOnce - (replies.length - open.size), streams - replies.length);
    for (let index = 0; index < coming; index++) replies.push(ask(replies.length));
    await setTimeout(50);
  }
  for (let words = 0; words < 50; words++) {
    for (const response of open) say(response, word);
    await setTimeout(100);
    most = Math.max(most, residentMegabytes());
  }
  for (const response of open) {
    write(response, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
    response.end("data: [DONE]\n\n");
  }
  open.clear();
  const ends = await Promise.all(replies);
  return { most, whole: ends.filter((text) => text.includes("[DONE]")).length };
}

function ask(number: number): Promise<string> {
  const localAddress = `127.0.0.${2 + Math.floor(number / streamsPerAddress)}`;
  return new Promise((resolve, reject) => {
    const agent = new Agent({ localAddress });
    const outgoing = request(messageUrl, { method: "POST", headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify({ fp: "bench", messages: [{ role: "user", content: question }] }));
  });
}

function say(response: ServerResponse, content: string): void {
  write(response, { choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }] });
}

function write(response: ServerResponse, chunk: object): void {
  const common = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 0, model: "scripted" };
  response.write(`data: ${JSON.stringify({ ...common, ...chunk })}\n\n`);
}

function residentMegabytes(): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0;
  return Math.round(Number(kilobytes) / 1024);
}
