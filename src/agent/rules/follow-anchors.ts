import { posix } from "node:path";
import { resolveSiteUrl } from "../../site/page/markdown/resolve-site-url.ts";
import { pageUrl } from "../../site/source/page-url.ts";
import { withoutEndSlash } from "../../site/source/redirects.ts";
import type { Draft } from "./draft.ts";
import { findLinks } from "./find-links.ts";
import { readKnownSite } from "./known-site.ts";
import { readAnchors } from "./page-anchors.ts";
import { editPages } from "./page-edits.ts";
import { urlsOfFile } from "./write-link.ts";

/** Leads links to sections whose headings a task has changed to their new anchors, on all pages. */
export async function followAnchors(
  draft: Draft,
  rule: string,
  signal: AbortSignal,
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const site = before.size === 0 ? undefined : await readKnownSite(draft);
  if (site === undefined) return;
  const changed = new Map<string, ReadonlyMap<string, string>>();
  for (const [path, source] of before) {
    const anchors = pairs(readAnchors(site, path, source), readAnchors(site, path, (await draft.read(path)) ?? ""));
    if (anchors === undefined) {
      const why = "its anchors could not be compared, so check the links to its headings";
      draft.decline({ path, line: undefined, what: "links to the changed headings", why });
    } else if (anchors.size > 0) for (const url of urlsOfFile(path)) changed.set(url, anchors);
  }
  if (changed.size === 0) return;
  await editPages(draft, rule, { covers: () => true, signal }, (page) =>
    findLinks(page).flatMap(({ start, url }) => {
      const at = url.indexOf("#");
      const resolved = resolveSiteUrl(url, posix.dirname(page.path)).replace(/[?#].*$/s, "");
      const target = withoutEndSlash(url.startsWith("#") ? pageUrl(page.path) : resolved);
      const text = at < 0 ? undefined : changed.get(target)?.get(url.slice(at + 1));
      if (text === undefined) return [];
      return [
        { start: start + at + 1, end: start + url.length, text, why: "the heading that it leads to has changed" },
      ];
    }),
  );
}

/** Old anchor → new anchor. A page with as many anchors as before has them in the same order. */
function pairs(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): Map<string, string> | undefined {
  if (before === undefined || after === undefined || before.length !== after.length) return undefined;
  const changed = before.flatMap((id, index): [string, string][] => {
    const now = after[index] ?? id;
    return now === id ? [] : [[id, now]];
  });
  return new Map(changed);
}
