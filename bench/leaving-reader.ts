import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { startModelServer } from "../test/support/model-server.ts";
import { publishDocs } from "./support/published-docs.ts";

const rounds = 20;
const question = "How do I publish a site?";

/** Measures how long a model keeps generating after the reader has left, because every token costs money. */
const model = await startModelServer();
model.fallback = () => ({ text: ["A site is published by an update [1]. "], ending: "endless" });
const { messageUrl, headers, remove } = await publishDocs({
  LECTERN_MODEL: "local/scripted",
  LECTERN_MODEL_URL: model.url,
});

const times: number[] = [];
for (let round = 0; round < rounds; round++) {
  await askAndLeave();
  const left = performance.now();
  while (model.aborted <= round) await setTimeout(1);
  times.push(performance.now() - left);
}
times.sort((a, b) => a - b);
console.log(
  `  from leaving to the end of the model's stream: median ${times[rounds / 2]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms   target: 1000 ms`,
);
await remove();
await model.close();

/** Asks a question, and disconnects at the first token of the model's answer. */
function askAndLeave(): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(messageUrl, { method: "POST", headers }, (response) => {
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        if (!chunk.includes("and ")) return;
        outgoing.destroy();
        resolve();
      });
      response.on("error", () => undefined);
    });
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify({ fp: "bench", messages: [{ role: "user", content: question }] }));
  });
}
