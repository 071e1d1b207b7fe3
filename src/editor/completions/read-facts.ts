import type { EditorFacts } from "../../contract/editor-fact-schemas.ts";
import { readBlobs } from "../../git/blobs.ts";
import type { TreeFile } from "../../git/list-tree.ts";
import { defaultRepositoryLimits as limits, type Repository } from "../../git/repository.ts";
import type { Project } from "../../projects/store.ts";
import { defaultSiteLimits } from "../../site/ground/site-limits.ts";
import { isCodeFile, isPageFile, isSnippetPath } from "../../site/source/file-types.ts";
import { createIgnoreRules } from "../../site/source/ignore-rules.ts";
import { pageSlug, pageUrl, titleFromSlug } from "../../site/source/page-url.ts";
import { isMediaPath } from "../check-write.ts";
import type { EditorDraft } from "../draft.ts";
import type { DraftFileDeps } from "../draft-files.ts";
import { listBaseFiles, openBase, readBaseFile } from "../draft-source.ts";
import { listDraftFiles } from "../store.ts";
import { formatFacts } from "./format-facts.ts";
import { type FileFacts, readFileFacts } from "./read-file-facts.ts";
import { readSettings } from "./read-settings.ts";

const factLimits = {
  pagesMax: 5_000,
  snippetsMax: 2_000,
  mediaMax: 5_000,
  /** Files of any project whose facts are remembered. */
  knownFilesMax: 20_000,
};

/** Facts by the hash of the content, which is all they depend on. */
export type KnownFiles = Map<string, FileFacts>;

/** Everything that the editor completes in a draft. */
export async function readFacts(
  deps: DraftFileDeps,
  known: KnownFiles,
  { project, draft, signal }: { project: Project; draft: EditorDraft; signal: AbortSignal },
): Promise<EditorFacts> {
  const repository = await openBase(deps, project, draft, signal);
  const [base, changed] = await Promise.all([
    listBaseFiles(repository, project, draft.baseSha, signal),
    listDraftFiles(deps.database.query, draft.id),
  ]);
  const own = new Map(changed.map((file) => [file.path, file]));
  const readText = async (path: string) => {
    const file = own.get(path);
    if (file !== undefined) return file.content ?? undefined;
    const bytesMax = defaultSiteLimits.configBytesMax;
    return (await readBaseFile(repository, project, { sha: draft.baseSha, path, bytesMax, signal }))?.toString("utf8");
  };
  const { ignores } = createIgnoreRules(await readText(".mintignore"));
  const settings = readSettings(await readText("docs.json"));
  const kept = base.filter(({ path }) => !own.has(path) && !ignores(path));
  const added = changed.filter(({ path, kind }) => kind !== "removed" && !ignores(path));
  const files = await readBaseFacts(repository, kept.filter(isRead), known, signal);
  for (const { path, content } of added) {
    if (content !== null && (isPageFile(path) || isCodeFile(path))) files.set(path, readFileFacts(path, content));
  }
  const media = [...kept, ...added].map(({ path }) => path).filter(isMediaPath);
  return { ...formatFacts, ...settings, ...listFiles(files, media) };
}

function isRead({ path, bytes }: TreeFile): boolean {
  return (isPageFile(path) || isCodeFile(path)) && bytes <= defaultSiteLimits.pageBytesMax;
}

/** Reads the texts that weren't read before, for this draft or another one. */
async function readBaseFacts(
  repository: Repository,
  files: readonly TreeFile[],
  known: KnownFiles,
  signal: AbortSignal,
): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  const unknown: TreeFile[] = [];
  for (const file of files) {
    const found = known.get(keyOf(file));
    if (found === undefined) unknown.push(file);
    else facts.set(file.path, found);
  }
  if (unknown.length === 0) return facts;
  await readBlobs(repository, unknown, { limits, signal }, async (file, content) => {
    const read = readFileFacts(file.path, content.toString("utf8"));
    facts.set(file.path, read);
    if (known.size >= factLimits.knownFilesMax) known.clear();
    known.set(keyOf(file), read);
  });
  return facts;
}

/** Relative imports resolve against the path, so it is part of the key. */
function keyOf({ path, blob }: TreeFile): string {
  return `${blob} ${path}`;
}

function listFiles(
  files: ReadonlyMap<string, FileFacts>,
  media: string[],
): Pick<EditorFacts, "pages" | "snippets" | "media" | "isCut"> {
  const included = new Set([...files.values()].flatMap(({ imports }) => imports));
  const isSnippet = (path: string) => included.has(path) || isSnippetPath(path);
  const paths = [...files.keys()].sort();
  const pages = paths
    .filter((path) => !isSnippet(path))
    .map((path) => ({
      path,
      title: files.get(path)?.title ?? titleFromSlug(pageSlug(path)),
      url: pageUrl(path),
    }));
  const snippets = paths.filter(isSnippet).map((path) => ({ path, exports: files.get(path)?.exports ?? [] }));
  const { pagesMax, snippetsMax, mediaMax } = factLimits;
  return {
    pages: pages.slice(0, pagesMax),
    snippets: snippets.slice(0, snippetsMax),
    media: media.sort().slice(0, mediaMax),
    isCut: pages.length > pagesMax || snippets.length > snippetsMax || media.length > mediaMax,
  };
}
