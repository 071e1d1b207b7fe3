import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import type { PreviewedPage } from "../src/contract/editor-preview-operations.ts";
import { readBrowserFile } from "../src/platform/browser-files.ts";
import { buildSite } from "../src/site/pipeline/build-site.ts";
import { createRenderPool } from "../src/site/pipeline/render/render-pool.ts";
import { openEditors } from "../test/support/live-client.ts";
import { writeBenchProject } from "./support/build-project.ts";
import { type EditorServer, startEditorServer } from "./support/editor-server.ts";
import { Latencies } from "./support/latencies.ts";

const pages = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1_000);
const keystrokes = 200;
const warmUps = 10;
const editors = 50;
const previewTargetMilliseconds = 200;
/** The size of the compressed scripts of the dashboard's first page, before the editor existed. */
const firstLoadBytesBefore = 160_720;
const firstLoadGrowthMax = 5 * 1024;

/** Measures opening a page in the editor, typing in it, and the server's resources for many editors. */
const work = mkdtempSync(join(tmpdir(), "lectern-bench-"));
const folder = join(work, "project");
const changed = writeBenchProject(folder, pages);
const path = relative(folder, changed);
const text = readFileSync(changed, "utf8");
console.log(`${pages} pages, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
const server = await startEditorServer(folder);
try {
  await measureOpening(server);
  await measureTyping(server);
  await measureMemory(server);
} finally {
  await server.stop();
}
await measureRebuild();
printScripts();
rmSync(work, { recursive: true, force: true });

/**
 * Measures opening a page. The first time includes the checkout and the plan of the project; after that, both are
 * usually cached.
 */
async function measureOpening({ startDraft, call, project }: EditorServer): Promise<void> {
  for (const when of ["first", "again"]) {
    const draft = await startDraft();
    const params = { projectId: project.id, draftId: draft.id };
    const frame = await timed(() => call("readPreviewFrame", params));
    const preview = await timed(() => call("previewPage", params, { path, text }));
    const tree = await timed(() => call("readTree", params));
    const file = await timed(() => call("readDraftFile", params, undefined, `?path=${encodeURIComponent(path)}`));
    console.log(`  open (${when}): tree ${tree}, page ${file}, frame ${frame}, first preview ${preview}`);
  }
}

async function timed(work: () => Promise<{ status: number; text: string } | undefined>): Promise<string> {
  const began = performance.now();
  const reply = await work();
  if (reply === undefined) return "not available";
  if (reply.status !== 200) throw new Error(`The server answered ${reply.status}: ${reply.text}`);
  return `${Math.round(performance.now() - began)} ms`;
}

async function measureTyping(editor: EditorServer): Promise<void> {
  const kinds: Record<string, (key: number) => string> = {
    text: (key) => `${text}\n\nTyped ${"a".repeat(key % 40)}.\n`,
    title: (key) => text.replace(/^title: .*$/m, `title: Title ${key}`),
  };
  for (const [kind, write] of Object.entries(kinds)) {
    const draft = await editor.startDraft();
    const params = { projectId: editor.project.id, draftId: draft.id };
    const latencies = new Latencies();
    for (let key = 0; key < keystrokes + warmUps; key += 1) {
      const send = async () => {
        const reply = await editor.call("previewPage", params, { path, text: write(key) });
        if (reply === undefined) return "not available";
        const { html } = JSON.parse(reply.text) as PreviewedPage;
        return html === null ? reply.text : undefined;
      };
      if (key < warmUps) await send();
      else await latencies.measure(send);
    }
    if (latencies.errors[0] !== undefined) throw new Error(latencies.errors[0]);
    const [p50, p95] = [latencies.at(0.5), latencies.at(0.95)].map(Math.round);
    const target = `target: p95 under ${previewTargetMilliseconds} ms`;
    console.log(`  keystroke → preview (${kind}): p50 ${p50} ms, p95 ${p95} ms (${keystrokes} keystrokes)   ${target}`);
  }
}

/** Measures memory. Each editor has a page of its own draft open and has just rendered a preview. */
async function measureMemory({ startDraft, call, project, memory, address }: EditorServer): Promise<void> {
  const before = memory();
  const connections = await Promise.all(
    Array.from({ length: editors }, async (_, editor) => {
      const draft = await startDraft();
      const opened = await openEditors(address, project, draft, [path]);
      const reply = await call(
        "previewPage",
        { projectId: project.id, draftId: draft.id },
        { path, text: `${text}\n\nEditor ${editor}.\n` },
      );
      if (reply?.status !== 200) throw new Error(`The server answered ${reply?.status}: ${reply?.text}`);
      return opened;
    }),
  );
  const after = memory();
  for (const connection of connections.flat()) connection.close();
  console.log(
    `  memory with ${editors} open editors: ${after.total} MB in ${after.processes} processes, ${after.server} MB of it the server (with one: ${before.total} MB, ${before.server} MB)`,
  );
}

/** For comparison, measures the same change as an update, which has no cached plan. */
async function measureRebuild(): Promise<void> {
  const pool = createRenderPool();
  const build = async () => {
    const began = performance.now();
    const signal = new AbortController().signal;
    await buildSite({ pool }, { folder, cacheFolder: join(work, "cache"), signal, onLine: () => undefined });
    return Math.round(performance.now() - began);
  };
  const whole = await build();
  writeFileSync(changed, `${text}\n\nSaved.\n`);
  const again = await build();
  await pool.close();
  console.log(`  for comparison, building the site: ${whole} ms, and again after the change: ${again} ms`);
}

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

function printScripts(): void {
  const manifest = JSON.parse(readBrowserFile("dashboard/manifest.json").toString()) as Record<string, ManifestEntry>;
  const visit = (name: string, files: Set<string>) => {
    const entry = manifest[name];
    if (entry === undefined || files.has(entry.file)) return;
    files.add(entry.file);
    for (const imported of entry.imports ?? []) visit(imported, files);
  };
  const first = new Set<string>();
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry === true) visit(name, first);
  const firstBytes = sizeOf(first);
  const growth = firstBytes - firstLoadBytesBefore;
  console.log(
    `  first load of the dashboard: ${firstBytes} bytes of compressed scripts, ${growth >= 0 ? "+" : ""}${growth} since before the editor   target: at most +${firstLoadGrowthMax}`,
  );
  const entries = Object.keys(manifest).filter(
    (name) => name.includes("dashboard/editor/") || name.startsWith("editor/"),
  );
  const editor = new Set<string>();
  for (const name of entries) visit(name, editor);
  const chunks = new Set([...editor].filter((file) => !first.has(file)));
  console.log(
    chunks.size === 0
      ? "  scripts of the editor: not available"
      : `  scripts of the editor: ${Math.round(sizeOf(chunks) / 1024)} KB compressed in ${chunks.size} files`,
  );
}

function sizeOf(files: ReadonlySet<string>): number {
  return [...files]
    .filter((file) => file.endsWith(".js"))
    .reduce((sum, file) => sum + gzipSync(readBrowserFile(`dashboard/${file}`)).length, 0);
}
