import { createHash } from "node:crypto";
import type { ServedFile } from "../../platform/artifacts/artifact-cache.ts";
import type { Manifest } from "../../platform/artifacts/manifest.ts";
import type { SiteExtra } from "../../projects/sites/site-extra.ts";
import { fillClosest } from "../../site/serving.ts";
import { type FindClosest, indexPages } from "./closest-pages.ts";
import { listedPages } from "./listed-pages.ts";

const closest = new WeakMap<Manifest, Promise<FindClosest>>();

/** The page for unknown addresses, with links to similar pages; undefined if there are none. */
export async function withClosestPages(
  manifest: Manifest,
  path: string,
  find: (path: string) => Promise<ServedFile | undefined>,
  signal: AbortSignal,
): Promise<ServedFile | undefined> {
  // Only .html, .md and .mdx can belong to a page. Requests with other extensions mostly come from scanners.
  if (/\.(?!html$|mdx?$)[a-z0-9]{1,5}$/i.test(path)) return undefined;
  let findClosest = closest.get(manifest);
  if (findClosest === undefined) {
    findClosest = listedPages(manifest, find, signal).then(indexPages);
    closest.set(manifest, findClosest);
    findClosest.catch(() => closest.delete(manifest));
  }
  const { notFound, basePath = "" } = manifest.extra as unknown as SiteExtra;
  const pages = (await findClosest)(path);
  const file = pages.length === 0 ? undefined : await find(notFound);
  const body = await file?.open(undefined, signal);
  if (file === undefined || !Buffer.isBuffer(body)) return undefined;
  const links = pages.map((page) => ({
    label: page.title,
    href: basePath + addressOf(page.path),
    description: page.path,
  }));
  const bytes = Buffer.from(fillClosest(body.toString(), links));
  return {
    type: file.type,
    encoding: undefined,
    hash: createHash("sha256").update(bytes).digest("hex"),
    size: bytes.byteLength,
    open: async () => bytes,
    inMemory: () => bytes,
  };
}

function addressOf(path: string): string {
  return encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent);
}
