import type { SiteFile } from "../site/ground/site-file.ts";
import type { SiteBuild } from "../site/pipeline/site-build.ts";

const addressesMax = 50;
/** What a page shows or loads from its own address. Files for machines are nothing that a reader looks at. */
const seenTypes = /^(?:image|font|video|audio)\/|^text\/(?:css|javascript)/;

/** The addresses of pages that look different now; `all` when that cannot be said page by page. */
export function changedAddresses(before: SiteBuild, after: SiteBuild): string[] | "all" {
  const old = new Map(seenFiles(before).map((file) => [file.path, file.sha256]));
  const files = seenFiles(after);
  // A page that has come or gone is linked from others, and one that shows "not found" may be there now.
  if (old.size !== files.length || files.some((file) => !old.has(file.path))) return "all";
  const changed = files.filter((file) => old.get(file.path) !== file.sha256);
  const isPagesOnly = changed.every(isPage);
  return isPagesOnly && changed.length <= addressesMax ? changed.map(addressOf) : "all";
}

function seenFiles({ files }: SiteBuild): SiteFile[] {
  return files.filter((file) => isPage(file) || seenTypes.test(file.type));
}

function isPage({ type }: SiteFile): boolean {
  return type.startsWith("text/html");
}

function addressOf({ path }: SiteFile): string {
  return path === "index.html" ? "/" : `/${path.replace(/\.html$/, "")}`;
}
