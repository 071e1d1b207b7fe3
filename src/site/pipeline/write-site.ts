import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { joinFile } from "../../platform/join-file.ts";
import { html } from "../shared/html/html-template.ts";
import type { SiteFile } from "../shared/site-file.ts";
import { decodeUrl } from "../shared/text/decode-url.ts";
import { isPattern } from "../source/redirects.ts";
import { basePathOf, pathBelow } from "../theme/base-path.ts";
import { createAddressResolver } from "./resolve-addresses.ts";
import type { SiteBuild } from "./site-build.ts";

/** The number of files written concurrently. Low, to save memory and to react to a signal quickly. */
const filesAtOnce = 16;

/** File systems reject longer names. */
const nameLengthMax = 200;

/** A file of a static site. */
export type StaticFile = Pick<SiteFile, "path" | "load">;

export type WriteFile = (path: string, bytes: Buffer) => void | Promise<void>;

/** Writes a finished site for any static server, in the order of paths. */
export async function writeSite(build: SiteBuild, write: WriteFile, more: readonly StaticFile[] = []): Promise<void> {
  const pathOf = pathsIn(build);
  const resolve = createAddressResolver(build);
  const files: StaticFile[] = [
    ...build.files.map((file) => ({ ...withAddresses(file, resolve), path: pathOf(file.path) })),
    ...addedFiles(build),
    ...more,
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (let start = 0; start < files.length; start += filesAtOnce) {
    const loaded = files.slice(start, start + filesAtOnce).map(async ({ path, load }) => ({ path, ...(await load()) }));
    for (const { path, bytes } of await Promise.all(loaded)) await write(path, bytes);
    await setImmediate();
  }
}

/** Resolves the addresses in the document of a page and its banner. Those in its sidebar are pages already. */
function withAddresses({ path, load, joined }: SiteFile, resolve: (html: string) => string): StaticFile {
  if (joined === undefined) return { path, load };
  const { own, shared, at, topAt, topBytes, marks } = joined;
  return {
    path,
    async load() {
      const [page, common] = [own.load(), shared.load()];
      const resolved = (bytes: Buffer, from: number, to: number) =>
        Buffer.from(resolve(bytes.toString("utf8", from, to)));
      const [before, between, after] = [
        resolved(page, 0, topAt),
        resolved(page, topAt, at),
        resolved(page, at, page.length),
      ];
      const banner = resolved(common, 0, topBytes);
      const seam = { topAt: before.length, topBytes: banner.length, at: before.length + between.length, marks };
      const sharedBytes = Buffer.concat([banner, common.subarray(topBytes)]);
      return { bytes: joinFile(Buffer.concat([before, between, after]), sharedBytes, seam) };
    },
  };
}

/** Writes into a folder. Existing files are overwritten. */
export function folderWriter(outFolder: string): WriteFile {
  const made = new Set<string>();
  return (path, bytes) => {
    const target = join(outFolder, path);
    // Paths come from a validated project, but nothing is ever written outside the target folder.
    if (relative(outFolder, target).startsWith("..")) throw new Error(`refusing to write ${path}`);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    // Synchronous on purpose: asynchronous writes take twice the processor time.
    writeFileSync(target, bytes);
  };
}

/** If URLs end in a slash, `/guides/` must be the index file of a folder, so that static hosts find it. */
function pathsIn({ pages, trailingSlash }: SiteBuild): (path: string) => string {
  const ownFiles = new Set(trailingSlash ? pages.map(({ url }) => `${url.slice(1)}.html`) : []);
  return (path) => (ownFiles.has(path) ? path.replace(/\.html$/, "/index.html") : path);
}

/** Files that replace functions of the server on a static host: the 404 page and redirects. */
function addedFiles(build: SiteBuild): StaticFile[] {
  const basePath = basePathOf(build.address);
  const rules = build.redirects.map(({ source, destination, status }) => {
    return { source: pathBelow(basePath, source), destination: pathBelow(basePath, destination), status };
  });
  const redirects = `${JSON.stringify(rules, undefined, 2)}\n`;
  return [...notFoundFile(build), ...redirectPages(build, basePath), textFile("_lectern/redirects.json", redirects)];
}

/** Static hosts look for this page at the root. A file of the author takes precedence. */
function notFoundFile({ files, notFoundPath }: SiteBuild): StaticFile[] {
  const page = files.find(({ path }) => path === notFoundPath);
  const isTaken = files.some(({ path }) => path === "404.html");
  return page === undefined || isTaken ? [] : [{ path: "404.html", load: () => page.load() }];
}

/**
 * Static hosts don't apply redirect rules, so each source path gets a page that redirects, including the root of a site
 * without a home page. Patterns are only in `redirects.json`.
 */
function redirectPages({ files, redirects, trailingSlash }: SiteBuild, basePath: string): StaticFile[] {
  const taken = new Set(files.map(({ path }) => path));
  return redirects.flatMap(({ source, destination }) => {
    const name = decodeUrl(source).replace(/^\//, "");
    const page = name === "" ? "index.html" : `${name}${trailingSlash ? "/index" : ""}.html`;
    if (isPattern(source) || isPattern(destination) || name.split("/").some((part) => part.length > nameLengthMax))
      return [];
    if (taken.has(page) || taken.has(`${name}.html`) || taken.has(name)) return [];
    taken.add(page);
    const target = pathBelow(basePath, destination);
    const { markup } = html`<!doctype html>
<meta charset="utf-8">
<title>${target}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${target}">
<a href="${target}">${target}</a>
`;
    return [textFile(page, markup)];
  });
}

function textFile(path: string, text: string): StaticFile {
  return { path, load: async () => ({ bytes: Buffer.from(text) }) };
}
