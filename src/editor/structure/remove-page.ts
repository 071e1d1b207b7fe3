import type { RemovalPlan } from "../../contract/editor-structure-operations.ts";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { type EditedDocs, openEditedDocs } from "../../docs-edits/edited-docs.ts";
import { findLinks } from "../../docs-edits/find-links.ts";
import { type KnownSite, readKnownSite } from "../../docs-edits/known-site.ts";
import { collectRemovalRedirect } from "../../docs-edits/move-settings.ts";
import { listNamedPages } from "../../docs-edits/navigation-entries.ts";
import { openPages } from "../../docs-edits/page-edits.ts";
import { createLineCounter } from "../../docs-edits/text-edit.ts";
import { urlsOfFile } from "../../docs-edits/write-link.ts";
import { AppError } from "../../platform/errors.ts";
import { isExternalUrl, isPageFile, type Place, pageUrl, placePath, safeLinkUrl } from "../../site/project.ts";
import { resolveSiteUrl } from "../../site/reading.ts";
import { withoutEndSlash } from "../../site/serving.ts";
import type { DraftTree } from "../draft-tree.ts";
import { withTexts } from "./draft-pages.ts";
import { parseSecondsMax, presentSkipped } from "./move-page.ts";
import { addressOf } from "./navigation-nodes.ts";
import { createSettingsEditor } from "./settings-editor.ts";
import { checkEdit, getSettings, locate, type SettingsText } from "./settings-text.ts";

export interface Removal {
  path: string;
  /** The target of the redirect from the page's address. */
  redirect?: string;
}

/** Plans the removal of a page, its entries in the navigation, and a redirect. */
export async function planPageRemoval(
  tree: DraftTree,
  { path, redirect }: Removal,
): Promise<{ plan: RemovalPlan; changes: FileChange[] }> {
  const docs = openEditedDocs(await withTexts(tree));
  const site = await readKnownSite(docs);
  if (site === undefined) throw new AppError("conflict", `${docs.declined.at(-1)?.why ?? "docs.json is broken"}.`);
  const page = site.pages.find(({ file, body }) => file === path && body === undefined);
  if (page === undefined) throw new AppError("not_found", `There is no page ${path}.`);
  const entries = listNamedPages(site.navigation).filter(({ slug }) => urlsOfFile(path).includes(`/${slug}`));
  const links = await findIncoming(docs, site, path);
  const plan = { url: page.url, links, isListed: entries.length > 0, skipped: presentSkipped(docs) };
  const target = redirect === undefined || redirect === "" ? undefined : checkTarget(site, path, redirect);
  if (target !== undefined) await collectRemovalRedirect(site, page.url, target).apply(docs, "remove-page");
  const settings = await getSettings(docs);
  const editor = createSettingsEditor(settings);
  const written = new Set(entries.map(({ place }) => writtenAt(settings, place)));
  const isShared = written.size < entries.length;
  for (const { place } of entries.toReversed()) {
    // A file that is included twice is edited only once.
    if (written.delete(writtenAt(settings, place))) editor.remove(placePath(place));
  }
  const { texts, values } = editor.edit();
  const { changes } = await checkEdit(settings, { texts, values: isShared ? undefined : values });
  const redirected = docs.changes().filter((change) => !texts.has(change.path));
  return { plan, changes: [{ path, content: undefined }, ...redirected, ...changes] };
}

function writtenAt(settings: SettingsText, place: Place): string {
  const { file, path } = locate(settings, placePath(place)) ?? { file: "", path: placePath(place) };
  return `${file}#${addressOf(path)}`;
}

function checkTarget(site: KnownSite, path: string, redirect: string): string {
  const safe = safeLinkUrl(redirect.trim());
  const target = safe === undefined || isExternalUrl(safe) || safe.startsWith("/") ? safe : `/${safe}`;
  if (target === undefined || target === "") {
    throw new AppError("bad_request", "The redirect must lead to a page of the site or to a URL.");
  }
  const clean = withoutEndSlash(target.replace(/[?#].*$/s, ""));
  const isPage = site.pages.some(({ file, url, slug }) => file !== path && (url === clean || `/${slug}` === clean));
  if (!isExternalUrl(target) && !isPage) {
    throw new AppError("bad_request", `The redirect leads to ${target}, but the site has no such page.`);
  }
  return target;
}

const linksMax = 200;

/** Links from other pages to this one. Only pages that contain the page's name are parsed. */
async function findIncoming(docs: EditedDocs, site: KnownSite, path: string): Promise<RemovalPlan["links"]> {
  const urls = new Set(urlsOfFile(path));
  const name = pageUrl(path).split("/").at(-1) ?? "";
  const found: RemovalPlan["links"] = [];
  const files: string[] = [];
  for (const file of [...site.pages.map((page) => page.file), ...site.snippets.keys()]) {
    if (file !== path && isPageFile(file) && (await docs.read(file))?.includes(name)) files.push(file);
  }
  for await (const page of openPages(docs, files, parseSecondsMax)) {
    const lineAt = createLineCounter(page.source);
    for (const { url, kind, start } of findLinks(page)) {
      const clean = url.replace(/[?#].*$/s, "");
      if (kind !== "link" || clean === "" || isExternalUrl(url)) continue;
      const resolved = withoutEndSlash(resolveSiteUrl(clean, page.path.split("/").slice(0, -1).join("/") || "."));
      if (urls.has(resolved)) found.push({ path: page.path, line: lineAt(start) });
    }
    if (found.length >= linksMax) break;
  }
  return found.slice(0, linksMax);
}
