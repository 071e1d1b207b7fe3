import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { SiteFile } from "../ground/site-file.ts";
import type { SiteBuild } from "./site-build.ts";

/** Few enough that they do not lie in memory for long, and that a signal is heard soon. */
const filesAtOnce = 16;

/** Writes a finished site into a folder that any static server can serve, with compressed files beside the plain ones. */
export async function writeSite(build: SiteBuild, outFolder: string): Promise<void> {
  const made = new Set<string>();
  const pathOf = pathsIn(build);
  for (let start = 0; start < build.files.length; start += filesAtOnce) {
    const batch = build.files.slice(start, start + filesAtOnce);
    for (const { path, content } of await loadAll(build, batch)) {
      // One after the other and without waiting: a write that is waited for takes the processor twice as long.
      writeContent(targetOf(outFolder, pathOf(path)), content, made);
    }
    await setImmediate();
  }
  await writeNotFound(build, outFolder, made);
  const redirects = JSON.stringify(build.redirects, undefined, 2);
  writeFileSync(targetOf(outFolder, "_lectern/redirects.json"), `${redirects}\n`);
}

/** A static host answers at `/guides/` with the index of that folder. */
function pathsIn({ pages, trailingSlash }: SiteBuild): (path: string) => string {
  const ownFiles = new Set(trailingSlash ? pages.map(({ url }) => `${url.slice(1)}.html`) : []);
  return (path) => (ownFiles.has(path) ? path.replace(/\.html$/, "/index.html") : path);
}

/** Static hosts look for this page at the root. A file that the author has put there stays. */
async function writeNotFound({ files, notFoundPath }: SiteBuild, outFolder: string, made: Set<string>): Promise<void> {
  if (files.some(({ path }) => path === "404.html")) return;
  const page = files.find(({ path }) => path === notFoundPath);
  if (page !== undefined) writeContent(targetOf(outFolder, "404.html"), await page.load(), made);
}

async function loadAll(build: SiteBuild, files: SiteFile[]) {
  let loading: ReturnType<SiteFile["load"]>[] = [];
  build.readBatch(() => {
    loading = files.map((file) => file.load());
  });
  const contents = await Promise.all(loading);
  return files.flatMap(({ path }, place) => {
    const content = contents[place];
    return content === undefined ? [] : [{ path, content }];
  });
}

/** Paths come from a checked project, but nothing is ever written outside of the folder that was asked for. */
function targetOf(outFolder: string, path: string): string {
  const target = join(outFolder, path);
  if (relative(outFolder, target).startsWith("..")) throw new Error(`refusing to write ${path}`);
  return target;
}

function writeContent(target: string, content: Awaited<ReturnType<SiteFile["load"]>>, made: Set<string>): void {
  const folder = dirname(target);
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  writeFileSync(target, content.bytes);
  if (content.gzip !== undefined) writeFileSync(`${target}.gz`, content.gzip);
  if (content.brotli !== undefined) writeFileSync(`${target}.br`, content.brotli);
}
