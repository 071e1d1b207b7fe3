import { isPageFile, pageSlug, pageUrl } from "../site/project.ts";
import type { EditedDocs } from "./edited-docs.ts";
import { readKnownSite } from "./known-site.ts";
import { findMoveEdits, readMovedUrls } from "./move-links.ts";
import { type Moves, planMove } from "./move-plan.ts";
import { collectMoveSettings } from "./move-settings.ts";
import { editPages } from "./page-edits.ts";

const rule = "move-page";

/**
 * Moves a page or a folder: repairs links, the navigation and other settings, and redirects the old addresses. If the
 * move isn't possible, records the reason and returns undefined.
 */
export async function movePages(
  docs: EditedDocs,
  { from, to, secondsMax }: { from: string; to: string; secondsMax?: number },
): Promise<Moves | undefined> {
  const site = await readKnownSite(docs);
  if (site === undefined) return undefined;
  const plan = planMove(site, from, to);
  if ("why" in plan) {
    docs.decline({ path: from, line: undefined, what: `moving ${from} to ${to}`, why: plan.why });
    return undefined;
  }
  const { moves } = plan;
  const moved = readMovedUrls(moves);
  const affected = await listAffected(docs, moves);
  const edits = { covers: (path: string) => affected.has(path), secondsMax };
  await editPages(docs, rule, edits, (page) => findMoveEdits(page, moves, moved, site.snippets.has(page.path)));
  await collectMoveSettings(site, moves, moved).apply(docs, rule);
  for (const [path, target] of moves) {
    await docs.move(path, target, rule, `the page was moved to ${pageUrl(target)}`);
  }
  return moves;
}

/**
 * The files to parse. Parsing takes most of the time, so usually only files that move or contain the last part of a
 * moved page's address are parsed. All files are parsed in two cases: if an index page moves, because links to it may
 * consist of dots alone; and if a name has unusual letters, because links can encode it in many ways.
 */
async function listAffected(docs: EditedDocs, moves: Moves): Promise<ReadonlySet<string>> {
  const names = [...moves.keys()].map((path) => pageSlug(path).split("/").at(-1) ?? "");
  const isPlain = names.every((name) => name !== "index" && /^[\w-]+$/.test(name));
  const files = new Set(docs.paths().filter(isPageFile));
  if (!isPlain) return files;
  const distinct = [...new Set(names)];
  for (const file of files) {
    const text = moves.has(file) ? undefined : await docs.read(file);
    if (text !== undefined && !distinct.some((name) => text.includes(name))) files.delete(file);
  }
  return files;
}
