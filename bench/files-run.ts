import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSite } from "../src/site/pipeline/build-site.ts";
import type { RenderPool } from "../src/site/pipeline/render/render-pool.ts";
import { runTask } from "../src/site/pipeline/render/run-task.ts";
import { freePort, startLectern, stop, untilReady } from "./support/lectern.ts";
import { publishDocs } from "./support/published-docs.ts";

/**
 * Counts how many of Lectern's own files run for one request or one page, by call coverage. ARCHITECTURE.md quotes
 * these numbers.
 */
const sources = pathToFileURL(join(import.meta.dirname, "../src/")).href;

const docs = await publishDocs();
await stop(docs.server);
const [port, coveragePort] = [await freePort(), await freePort()];
const serve = startLectern("serve", {
  PORT: String(port),
  LECTERN_DATA: docs.dataFolder,
  COVERAGE_PORT: String(coveragePort),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, "support/report-coverage.ts")}`,
});
const url = `http://127.0.0.1:${port}`;
await untilReady(url);

const body = (text: string) =>
  JSON.stringify({ fp: "bench", messages: [{ id: "1", role: "user", parts: [{ type: "text", text }] }] });
await count("read a status", async () => {
  await (await fetch(`${url}/v1/project/update-status/${docs.updateId}`, { headers: docs.adminHeaders })).text();
});
await count("ask", async (round) => {
  const path = new URL(docs.messageUrl).pathname;
  const text = round === 0 ? "How do I back up a server?" : "How do I rotate an API key?";
  await (await fetch(url + path, { method: "POST", headers: docs.headers, body: body(text) })).text();
});
await count("read a page", (round) => readPage(round === 0 ? "/guides/first-steps" : "/guides/keys"));
await stop(serve);
await docs.remove();
await countPage();

/** Counts the files of the second call, because the first call loads code and fills caches that later calls reuse. */
async function count(name: string, call: (round: number) => Promise<void>): Promise<void> {
  await call(0);
  await takeFiles();
  await call(1);
  report(name, await takeFiles());
}

async function takeFiles(): Promise<string[]> {
  return (await fetch(`http://127.0.0.1:${coveragePort}`)).json();
}

function report(name: string, urls: readonly string[]): void {
  const files = urls.filter((file) => file.startsWith(sources)).map((file) => file.slice(sources.length));
  const folders = Map.groupBy(files, (file) => file.split("/")[0] ?? "");
  const parts = [...folders]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([folder, { length }]) => `${folder} ${length}`);
  console.log(`  ${name.padEnd(14)} ${String(files.length).padStart(4)} files: ${parts.join(", ")}`);
}

function readPage(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, headers: { host: `docs.localhost:${port}` } };
    request(options, (response) => response.resume().on("end", resolve).on("error", reject)).end();
  });
}

/** Builds a project with one page in this process, and counts the files that run in its render task. */
async function countPage(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-one-page-"));
  const settings = { theme: "mint", name: "One", colors: { primary: "#16A34A" }, navigation: { pages: ["index"] } };
  writeFileSync(join(folder, "docs.json"), JSON.stringify(settings));
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const take = async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .map((script) => script.url);
  };
  let rendering: string[] = [];
  let building: string[] = [];
  const pool: RenderPool = {
    size: 1,
    prepare: () => undefined,
    close: async () => undefined,
    async render({ setup, tasks, onOutcome }) {
      for (const task of tasks) {
        building.push(...(await take()));
        const result = await runTask(setup, task);
        rendering.push(...(await take()));
        onOutcome(task, { ok: true, result });
      }
    },
  };
  for (const text of ["Hello.", "Hello world."]) {
    writeFileSync(join(folder, "index.mdx"), text);
    const cacheFolder = mkdtempSync(join(folder, "cache-"));
    await take();
    building = [];
    rendering = [];
    await buildSite({ pool }, { folder, cacheFolder, signal: new AbortController().signal, onLine: () => undefined });
    building.push(...(await take()));
  }
  report("render a page", [...new Set(rendering)]);
  report("build it", [...new Set([...building, ...rendering])]);
  rmSync(folder, { recursive: true, force: true });
}
