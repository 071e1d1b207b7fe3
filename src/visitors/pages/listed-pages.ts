import type { Readable } from "node:stream";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { Manifest } from "../../platform/artifacts/manifest.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";
import { tryDecodeUrl } from "../../site/serving.ts";
import type { KnownPage } from "./closest-pages.ts";

const listBytesMax = 4 * 1024 * 1024;

/**
 * The pages that a site lists for everyone, in its llms.txt and sitemap, with the addresses that redirect to them.
 * Hidden pages are in neither list.
 */
export async function listedPages(
  manifest: Manifest,
  find: (path: string) => Promise<ServedFile | undefined>,
  signal: AbortSignal,
): Promise<KnownPage[]> {
  const { redirects, basePath = "" } = manifest.extra as unknown as SiteExtra;
  const pages = new Map<string, KnownPage>();
  const add = (url: string, title: string | undefined) => {
    const path = addressOf(url, basePath);
    if (path === undefined || pages.has(path) || !isPage(manifest, path)) return;
    pages.set(path, { path, title: title?.replaceAll(/\\(?=[^\p{L}\p{N}])/gu, "") ?? titleOf(path) });
  };
  const [list, sitemap] = await Promise.all(["llms.txt", "sitemap.xml"].map((path) => readList(find, path, signal)));
  for (const [, title = "", url = ""] of list?.matchAll(/\[((?:[^[\]\\\n]|\\.){1,500})\]\(([^()\s]{1,2000})\)/g) ?? [])
    add(url, title);
  for (const [, url = ""] of sitemap?.matchAll(/<loc>([^<]{1,2000})<\/loc>/g) ?? []) add(url, undefined);
  const moved = redirects.flatMap(({ source, destination }) => {
    const page = pages.get(addressOf(destination) ?? "");
    return page === undefined || /[:*]/.test(source) ? [] : [{ ...page, movedFrom: source }];
  });
  return [...pages.values(), ...moved];
}

async function readList(find: (path: string) => Promise<ServedFile | undefined>, path: string, signal: AbortSignal) {
  const file = await find(path);
  if (file === undefined || file.size > listBytesMax) return undefined;
  const body = await file.open(undefined, signal);
  return (Buffer.isBuffer(body) ? body : await readStream(body)).toString();
}

async function readStream(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The path of a page on this site; the lists contain full URLs. */
function addressOf(url: string, basePath = ""): string | undefined {
  const path = URL.parse(url, "http://site")?.pathname.slice(basePath.length);
  return path === undefined
    ? undefined
    : tryDecodeUrl(
        path
          .replace(/\.md$/, "")
          .replace(/(?<=.)\/$/, "")
          .replace(/^\/index$/, "/"),
      );
}

function isPage({ files }: Manifest, path: string): boolean {
  return files.has(`${path === "/" ? "index" : path.slice(1)}.html`);
}

function titleOf(path: string): string {
  const words = path.slice(path.lastIndexOf("/") + 1).replaceAll(/[-_]+/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
