import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { ReaderGroups } from "../shared/reader-groups.ts";
import { decodeUrl } from "../shared/text/decode-url.ts";
import type { DraftTree } from "../source/navigation/draft-tree.ts";
import type { SourcePage } from "../source/read-page.ts";
import type { SourceAsset, SourceProject } from "../source/read-project.ts";
import { snippetsOf } from "./plan-site.ts";
import { hiddenPages } from "./unique-pages.ts";

/** Lists of pages that an author may write. They would name pages that the readers may not see. */
const pageLists = /^(?:\.well-known\/)?(?:llms(?:-full)?\.txt|sitemap\.xml)$/;

/**
 * The files for readers who don't see every page. Files that only hidden pages mention are left out, and so are the
 * API descriptions of hidden pages, and files with parts for others. Readers who haven't signed in on a private site get only files that a page for them
 * mentions.
 */
export async function readerAssets(
  project: SourceProject,
  draft: DraftTree,
  reader: ReaderGroups,
  hiddenFiles: ReadonlySet<string>,
): Promise<SourceAsset[]> {
  const { assets, pages, folder, css, authorScripts, report } = project;
  const hidden = hiddenPages(pages, reader, draft);
  if (hidden.size === 0) return assets.filter(({ path }) => !hiddenFiles.has(path));
  const paths = new Set(assets.map(({ path }) => path));
  const [seen, unseen] = [new Set<string>(), new Set<string>()];
  const textOf = async (file: string) => (await readFile(join(folder, file)).catch(() => "")).toString();
  for (const page of pages) {
    const mentioned = hidden.has(page) ? unseen : seen;
    const texts = [[page.file, page.body ?? (await textOf(page.file))] as const, ...snippetsOf(page, project)];
    for (const [file, text] of texts) noteMentions(mentioned, paths, file, text);
  }
  for (const { bytes } of authorScripts.files) noteMentions(seen, paths, "", bytes.toString());
  noteMentions(seen, paths, "", css);
  for (const { kind, url } of report.uses) if (kind === "file") noteMentions(seen, paths, "", url);
  const specs = new Set([...[...hidden].flatMap(specOf), ...hiddenFiles]);
  for (const file of specs) {
    if (paths.has(file)) noteMentions(unseen, paths, file, await textOf(file));
  }
  return assets.filter(({ path }) => {
    if (specs.has(path) || pageLists.test(path)) return false;
    return seen.has(path) || (reader !== "public" && !unseen.has(path));
  });
}

function specOf({ api }: SourcePage): string[] {
  return api !== undefined && "file" in api.part ? [api.part.file] : [];
}

const betweenWords = /[\s"'`()<>[\]{}=,;?#]/;

/** Every word of a text that is the path of a file, from the root of the project or relative to `file`. */
function noteMentions(mentioned: Set<string>, paths: ReadonlySet<string>, file: string, text: string): void {
  for (const word of new Set(text.split(betweenWords))) {
    // All files have an extension.
    if (!word.includes(".")) continue;
    const path = decodeUrl(word).replace(/^\/+/, "");
    for (const candidate of [posix.normalize(path), posix.join(posix.dirname(file), path)]) {
      if (paths.has(candidate)) mentioned.add(candidate);
    }
  }
  // Names with spaces or brackets are several words.
  for (const path of paths) {
    if (betweenWords.test(path) && text.includes(posix.basename(path))) mentioned.add(path);
  }
}
