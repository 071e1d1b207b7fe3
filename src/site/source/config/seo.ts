import { listOf, mapOf, shape } from "./check-shape.ts";
import { anything, type Check, describe, filled, flag, oneOf, text, textOrNumber, withForm } from "./check-value.ts";
import { reportValue } from "./config-report.ts";

const foldersMax = 200;
const metatags = mapOf(filled(textOrNumber));

/** A folder of pages, as in an address. The format allows no slash at either end; slashes there are dropped. */
const folder: Check<string> = withForm(text.form, (value, place, report) => {
  const written = text(value, place, report);
  const path = written?.trim().replace(/^\/|\/$/g, "");
  if (path === undefined) return undefined;
  const isPlain = path.split("/").every((part) => /^[^\s\\?#]+$/.test(part) && part !== "." && part !== "..");
  if (!isPlain) return reportValue(report, place, `is ${describe(written)}, but must be a folder such as guides/v2`);
  if (path !== written) reportValue(report, place, `is ${describe(written)}`, `write "${path}"`, "note");
  return path;
});

const folders = listOf(shape({ path: folder, metatags }, ["path", "metatags"]), foldersMax);

export const seo = shape({
  indexing: oneOf("navigable", "all"),
  metatags,
  /** Meta tags of the pages in a folder. */
  paths: withForm(folders.form, (value, place, report) => {
    const checked = folders(value, place, report) ?? [];
    const known = new Map(checked.toReversed().map((entry) => [entry.path, entry]));
    if (known.size < checked.length)
      reportValue(report, place, "names a folder more than once; the first entry counts");
    return [...known.values()].toSorted((one, other) => one.path.length - other.path.length);
  }),
  /** The publisher, which is copied into JSON-LD unchanged. */
  organization: mapOf(anything),
  trailingSlash: flag,
});

interface SeoSettings {
  seo?: { metatags?: Record<string, string>; paths?: { path: string; metatags: Record<string, string> }[] };
}

/** The meta tags that docs.json gives a page: those of the site, then those of its folders, the deepest one last. */
export function siteMetatags({ seo: settings }: SeoSettings, slug: string): Record<string, string> {
  const tags = { ...settings?.metatags };
  for (const { path, metatags: own } of settings?.paths ?? []) {
    if (`${slug}/`.startsWith(`${path}/`)) Object.assign(tags, own);
  }
  return tags;
}

/** Whether `seo.metatags.robots`, which applies to every page, forbids search engines to list the site. */
export function forbidsIndexing({ seo: settings }: SeoSettings): boolean {
  return isForbidden(settings?.metatags?.robots);
}

export function isForbidden(robots: string | undefined): boolean {
  return /\b(?:noindex|none)\b/i.test(robots ?? "");
}
