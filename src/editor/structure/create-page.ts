import { posix } from "node:path";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { checkPagePath, cleanPath } from "../../docs-edits/move-plan.ts";
import { AppError } from "../../platform/errors.ts";
import { normalizeSlug, pageSlug, pageUrl } from "../../site/project.ts";
import { createIgnoreRules } from "../../site/reading.ts";
import type { DraftTree } from "../draft-tree.ts";
import { planNavigationEdit } from "./change-navigation.ts";
import { listSources, type PageFacts } from "./draft-pages.ts";
import { editFrontmatter } from "./edit-frontmatter.ts";
import { listNodes } from "./navigation-nodes.ts";
import { checkEdit, getSettings, type SettingsText } from "./settings-text.ts";

export interface NewPageRequest {
  path?: string;
  title: string;
  parent?: string;
  before?: string;
}

interface CreatedPage {
  path: string;
  url: string;
  changes: FileChange[];
}

export async function createPage(
  tree: DraftTree,
  facts: PageFacts,
  { path: wanted, title, parent, before }: NewPageRequest,
): Promise<CreatedPage> {
  const settings = parent === undefined ? undefined : await getSettings(tree);
  const { pages } = await listSources(facts, tree);
  const folder = settings === undefined ? "" : await folderOf(settings, pages, parent ?? "");
  const path =
    wanted === undefined
      ? await freePath(tree, posix.join(folder, nameFrom(title)), ".mdx")
      : await checkNewPath(tree, wanted);
  const content = `---\ntitle: ${JSON.stringify(title.trim())}\n---\n\n`;
  const listed = settings === undefined ? [] : await listIn(settings, path, { parent: parent ?? "", before });
  return { path, url: pageUrl(path), changes: [{ path, content }, ...listed] };
}

/** Copies a page. The copy is placed next to the page, and after the page's first entry in the navigation. */
export async function duplicatePage(
  tree: DraftTree,
  facts: PageFacts,
  { path: original, title }: { path: string; title?: string },
): Promise<CreatedPage> {
  const { pages } = await listSources(facts, tree);
  const page = pages.find(({ file }) => file === original);
  const source = page && (await tree.read(original));
  if (page === undefined || source === undefined) throw new AppError("not_found", `There is no page ${original}.`);
  const extension = posix.extname(original);
  const path = await freePath(tree, `${pageSlug(original)}-copy`, extension);
  const content = editFrontmatter(source, "title", title ?? `${page.title} (copy)`) ?? source;
  const settings = await getSettings(tree);
  const nodes = listNodes(settings, pages);
  const index = nodes.findIndex((node) => node.kind === "page" && node.path === original);
  const node = nodes[index];
  if (node === undefined) return { path, url: pageUrl(path), changes: [{ path, content }] };
  const list = posix.dirname(node.address);
  const next = nodes.slice(index + 1).find((one) => posix.dirname(one.address) === list);
  const listed = await listIn(settings, path, { parent: node.parent, before: next?.address });
  return { path, url: pageUrl(path), changes: [{ path, content }, ...listed] };
}

async function listIn(
  settings: SettingsText,
  path: string,
  { parent, before }: { parent: string; before: string | undefined },
): Promise<FileChange[]> {
  const place = { parent, ...(before === undefined ? {} : { before }) };
  const planned = planNavigationEdit(settings, { kind: "add", what: "page", name: pageSlug(path), ...place });
  return (await checkEdit(settings, planned)).changes;
}

/** The folder that contains most pages of a group; if there is a tie, the first such folder. */
async function folderOf(
  settings: SettingsText,
  pages: Parameters<typeof listNodes>[1],
  parent: string,
): Promise<string> {
  const nodes = listNodes(settings, pages);
  const inside = nodes.filter(({ kind, address }) => kind === "page" && address.startsWith(`${parent}/`));
  const near = inside.filter((node) => node.parent === parent);
  const folders = (near.length > 0 ? near : inside).flatMap(({ path = [] }) => path).map((path) => posix.dirname(path));
  const counts = Map.groupBy(folders, (folder) => folder);
  const [best = "."] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return best === "." ? "" : best;
}

const nameLengthMax = 60;

function nameFrom(title: string): string {
  const words = title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return words.join("-").slice(0, nameLengthMax) || "page";
}

const copiesMax = 1_000;

async function freePath(tree: DraftTree, slug: string, extension: string): Promise<string> {
  const taken = takenUrls(tree);
  for (let number = 1; number <= copiesMax; number += 1) {
    const path = `${slug}${number === 1 ? "" : `-${number}`}${extension}`;
    if (!taken.has(pageUrl(path))) return checkNewPath(tree, path);
  }
  throw new AppError("conflict", "There are too many pages with this name; choose another path.");
}

function takenUrls(tree: DraftTree): ReadonlySet<string> {
  return new Set(tree.paths.filter((path) => /\.mdx?$/.test(path)).map(pageUrl));
}

async function checkNewPath(tree: DraftTree, wanted: string): Promise<string> {
  const rules = createIgnoreRules(await tree.read(".mintignore"));
  const clean = cleanPath(wanted);
  const fault = checkPagePath(clean, { rules });
  if (fault !== undefined) throw new AppError("bad_request", `The page can't be created: ${fault}.`);
  const path = `${normalizeSlug(clean)}${/\.md$/.test(clean) ? ".md" : ".mdx"}`;
  if (takenUrls(tree).has(pageUrl(path))) {
    throw new AppError("conflict", `A page already exists at ${pageUrl(path)}.`);
  }
  return path;
}
