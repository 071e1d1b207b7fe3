import { posix } from "node:path";
import type { DraftTree, TreeFile } from "../../contract/editor-file-schemas.ts";
import type { Project } from "../../projects/store.ts";
import { isPageFile, isSnippetPath } from "../../site/source/file-types.ts";
import { pageSlug } from "../../site/source/page-url.ts";
import { canWrite, isMediaPath } from "../check-write.ts";
import { draftLimits, type EditorDraft } from "../draft.ts";
import { type DraftFileDeps, textFrom } from "../draft-files.ts";
import { readBaseFiles } from "../draft-source.ts";
import { type DraftListing, describeChanges, listFilesOf } from "./draft-listing.ts";
import { chooseMediaFolder } from "./media-name.ts";
import { explainNavigation, readNavigationItems } from "./navigation-items.ts";
import { type PageHead, type PageHeads, readHead, titleOf } from "./page-heads.ts";

/** The files of a draft in both views: the folders, and the navigation with its titles. */
export async function readTree(
  deps: DraftFileDeps & { heads: PageHeads },
  project: Project,
  draft: EditorDraft,
  signal: AbortSignal,
): Promise<DraftTree> {
  const listing = await listFilesOf(deps, project, draft, signal);
  const { repository, base, own } = listing;
  const heads = new Map(await deps.heads.read(project.id, repository, base, signal));
  for (const { path, kind, content } of own) {
    if (kind === "removed") heads.delete(path);
    else if (content !== null && isPageFile(path)) heads.set(path, readHead(path, content));
  }
  const files = presentFiles(listing, heads);
  const kept = files.filter(({ change }) => change !== "removed");
  const names = {
    findFile: pageFinder(kept),
    titleOf: (path: string) => titleOf(path, heads.get(path)),
  };
  const mediaFolder = chooseMediaFolder(kept.map(({ path }) => path));
  try {
    const navigation = await readNavigationItems((path) => readText(listing, path, signal), names);
    return { files, navigation, navigationProblem: null, mediaFolder };
  } catch (error) {
    return { files, navigation: [], navigationProblem: explainNavigation(error), mediaFolder };
  }
}

function presentFiles({ base, own }: DraftListing, heads: ReadonlyMap<string, PageHead>): TreeFile[] {
  const changes = new Map(describeChanges({ base, own }).map((file) => [file.path, file]));
  const sizes = new Map(base.map(({ path, bytes }) => [path, bytes]));
  for (const { path, kind, bytes } of own) {
    if (kind !== "removed") sizes.set(path, bytes);
    else if (!changes.has(path)) sizes.delete(path);
  }
  return [...sizes.keys()]
    .filter(canWrite)
    .sort()
    .map((path): TreeFile => {
      const { change = null, movedFrom } = changes.get(path) ?? {};
      const kind = kindOf(path);
      return {
        path,
        kind,
        bytes: sizes.get(path) ?? 0,
        change,
        ...(movedFrom !== undefined && { movedFrom }),
        ...(kind === "page" && { title: titleOf(path, heads.get(path)) }),
        ...(heads.get(path)?.isHidden && { isHidden: true }),
      };
    });
}

const codeExtensions: ReadonlySet<string> = new Set([".css", ".js", ".jsx", ".ts", ".tsx"]);

function kindOf(path: string): TreeFile["kind"] {
  if (isMediaPath(path)) return "media";
  if (isPageFile(path)) return isSnippetPath(path) ? "snippet" : "page";
  if (codeExtensions.has(posix.extname(path).toLowerCase())) return "code";
  return "settings";
}

/** `guides` in docs.json may mean `guides/index`. */
function pageFinder(files: readonly TreeFile[]): (slug: string) => string | undefined {
  const bySlug = new Map(files.filter(({ path }) => isPageFile(path)).map(({ path }) => [pageSlug(path), path]));
  return (slug) => bySlug.get(slug) ?? bySlug.get(slug === "" ? "index" : `${slug}/index`);
}

async function readText(
  { repository, base, own }: DraftListing,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const changed = own.find((file) => file.path === path);
  if (changed !== undefined) return changed.content ?? undefined;
  let text: string | undefined;
  const files = base.filter((file) => file.path === path && file.bytes <= draftLimits.textBytesMax);
  await readBaseFiles(repository, files, signal, (_file, content) => {
    text = textFrom(content);
  });
  return text;
}
