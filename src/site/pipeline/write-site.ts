import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { html } from "../ground/html/html-template.ts";
import type { SiteFile } from "../ground/site-file.ts";
import { decodeUrl } from "../ground/text/decode-url.ts";
import { isPattern } from "../source/redirects.ts";
import type { SiteBuild } from "./site-build.ts";

/** Few enough to keep memory low and to react to a signal quickly. */
const filesAtOnce = 16;

/** File systems refuse longer names. */
const nameLengthMax = 200;

/** Writes a finished site into a folder for any static server, with compressed files next to the plain ones. */
export async function writeSite(build: SiteBuild, outFolder: string): Promise<void> {
  const made = new Set<string>();
  const pathOf = pathsIn(build);
  for (let start = 0; start < build.files.length; start += filesAtOnce) {
    const batch = build.files.slice(start, start + filesAtOnce);
    for (const { path, content } of await loadAll(build, batch)) {
      // Synchronous on purpose: asynchronous writes take twice the processor time.
      writeContent(targetOf(outFolder, pathOf(path)), content, made);
    }
    await setImmediate();
  }
  await writeNotFound(build, outFolder, made);
  writeRedirects(build, outFolder, made);
  const redirects = JSON.stringify(build.redirects, undefined, 2);
  writeFileSync(targetOf(outFolder, "_lectern/redirects.json"), `${redirects}\n`);
}

/** A static host serves `/guides/` from the index of that folder. */
function pathsIn({ pages, trailingSlash }: SiteBuild): (path: string) => string {
  const ownFiles = new Set(trailingSlash ? pages.map(({ url }) => `${url.slice(1)}.html`) : []);
  return (path) => (ownFiles.has(path) ? path.replace(/\.html$/, "/index.html") : path);
}

/** Static hosts look for this page at the root. A file of the author takes precedence. */
async function writeNotFound({ files, notFoundPath }: SiteBuild, outFolder: string, made: Set<string>): Promise<void> {
  if (files.some(({ path }) => path === "404.html")) return;
  const page = files.find(({ path }) => path === notFoundPath);
  if (page !== undefined) writeContent(targetOf(outFolder, "404.html"), await page.load(), made);
}

/**
 * Static hosts don't know the rules, so each path gets a page that leads on; without one, the root of a site that has no
 * home page would not be found. Patterns are only in `redirects.json`.
 */
function writeRedirects({ files, redirects, trailingSlash }: SiteBuild, outFolder: string, made: Set<string>): void {
  const taken = new Set(files.map(({ path }) => path));
  for (const { source, destination } of redirects) {
    const name = decodeUrl(source).replace(/^\//, "");
    const page = name === "" ? "index.html" : `${name}${trailingSlash ? "/index" : ""}.html`;
    if (isPattern(source) || isPattern(destination) || name.split("/").some((part) => part.length > nameLengthMax))
      continue;
    if (taken.has(page) || taken.has(`${name}.html`) || taken.has(name)) continue;
    taken.add(page);
    const { markup } = html`<!doctype html>
<meta charset="utf-8">
<title>${destination}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${destination}">
<a href="${destination}">${destination}</a>
`;
    writeContent(targetOf(outFolder, page), { bytes: Buffer.from(markup), gzip: undefined, brotli: undefined }, made);
  }
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

/** Paths come from a validated project, but nothing is ever written outside the target folder. */
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
