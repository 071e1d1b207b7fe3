import { hash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { readBlobs } from "../git/blobs.ts";
import { diffCommits } from "../git/diff-commits.ts";
import { GitError } from "../git/git-error.ts";
import { listTree } from "../git/list-tree.ts";
import { defaultRepositoryLimits, type Repository } from "../git/repository.ts";
import type { ObjectStore } from "../platform/artifacts/object-store.ts";
import { readBlob, recallManifest } from "../platform/artifacts/read-artifact.ts";
import { privateFilesPath } from "../projects/sites/site-headers.ts";
import type { Site } from "../projects/sites/store.ts";
import {
  type FindGoodPages,
  findRoot,
  type GoodPage,
  readGoodPages,
  readRoots,
  type SiteBuild,
} from "../site/building.ts";
import { BuildFailure, BuildProblem, defaultSiteLimits, pageUrl } from "../site/project.ts";
import type { RecallSpec } from "../site/rendering.ts";
import { markdownFilePath, type SiteFile } from "../site/serving.ts";
import { serverFile } from "./steps/index-pages.ts";
import type { SourceCommit } from "./update.ts";

/** The last good versions of pages that the published site shows instead of the current ones. */
const goodPagesPath = `${privateFilesPath}good-pages`;
const bytesMax = 256 * 1024 * 1024;

/** A published site, and the commits of the sources it was built from. */
export interface PublishedSource extends Pick<Site, "artifact" | "commitSha"> {
  sources: readonly SourceCommit[];
}

/** The files of one repository on the site. */
interface SitePart {
  /** Their folder; empty for the project's own. */
  path: string;
  repository: Repository;
  /** The content directory. */
  directory: string;
  /** The commit to be built. */
  commit: { sha: string; repository?: string | null };
}

interface GoodPagesRequest {
  namespace: string;
  /** The published site, if any. */
  site: PublishedSource | undefined;
  /** The project's own repository, then its sources. */
  parts: readonly SitePart[];
  signal: AbortSignal;
}

/**
 * Finds the last good versions of pages: in the published site if it already shows an older version of them, and
 * otherwise in the commit that it was built from.
 */
export function createFindGoodPages(objects: ObjectStore, request: GoodPagesRequest): FindGoodPages {
  const { site, namespace, signal } = request;
  return async (files) => {
    if (site === undefined || files.length === 0) return new Map();
    const published = await recallManifest(objects, namespace, site.artifact, signal);
    const entry = published.files.get(goodPagesPath);
    const kept = entry === undefined ? undefined : decode(await readBlob(objects, namespace, entry, signal));
    const found = new Map(
      files.flatMap((file): [string, GoodPage][] => {
        const page = kept?.get(file);
        return page === undefined ? [] : [[file, page]];
      }),
    );
    const others = files.filter((file) => !found.has(file));
    for (const [file, page] of await readCommitted(others, kept ?? new Map(), request)) found.set(file, page);
    const lost = files.find((file) => !found.has(file) && published.files.has(markdownFilePath(pageUrl(file))));
    if (lost !== undefined) throw lostPage(lost);
    return found;
  };
}

/** The update fails, because a published page must not disappear when a mistake is made in it. */
function lostPage(file: string): BuildFailure {
  const message =
    "can't be built, and the repository no longer has its published version, so the update was not published";
  return new BuildFailure([new BuildProblem(message, { file, hint: "fix the page, or delete it" })]);
}

/** Reads pages as they were in the published commits, under the names they had then. */
async function readCommitted(
  files: readonly string[],
  kept: ReadonlyMap<string, GoodPage>,
  { site, parts: [own, ...sources], signal }: GoodPagesRequest,
): Promise<[string, GoodPage][]> {
  if (own === undefined || files.length === 0) return [];
  const partOf = (file: string) => findRoot(file, sources) ?? own;
  const shaOf = ({ path, commit }: SitePart) =>
    path === ""
      ? (site?.commitSha ?? undefined)
      : site?.sources.find((each) => each.path === path && each.repository === commit.repository)?.sha;
  const opened = new Map<SitePart, CommittedPart | undefined>();
  for (const [part, paths] of Map.groupBy(files, partOf)) {
    opened.set(part, await openPart(part, shaOf(part), paths, signal));
  }
  const oldName = (file: string) => opened.get(partOf(file))?.oldName(file) ?? file;
  const read = async (paths: readonly string[]) => {
    const texts = new Map<string, string>();
    for (const [part, found] of Map.groupBy(paths, partOf)) await opened.get(part)?.read(found, texts);
    return texts;
  };
  const blobs = [...opened.values()].flatMap((part) => (part === undefined ? [] : part.paths));
  const roots = readRoots(
    sources.map(({ path }) => ({ path })),
    blobs.map((path) => ({ path })),
  );
  const pages = await readGoodPages(files.map(oldName), read, defaultSiteLimits, roots);
  return files.flatMap((file): [string, GoodPage][] => {
    const page = kept.get(oldName(file)) ?? pages.get(oldName(file));
    return page === undefined ? [] : [[file, page]];
  });
}

/** The files of a part as they were published, by their path on the site. */
interface CommittedPart {
  paths: string[];
  oldName(file: string): string;
  read(files: readonly string[], texts: Map<string, string>): Promise<void>;
}

async function openPart(
  { path: folder, repository, directory, commit }: SitePart,
  sha: string | undefined,
  files: readonly string[],
  signal: AbortSignal,
): Promise<CommittedPart | undefined> {
  if (sha === undefined) return undefined;
  const use = { limits: defaultRepositoryLimits, signal };
  const onSite = (path: string) => (folder === "" ? path : `${folder}/${path}`);
  const tree = await listTree(repository, { sha, directory, ...use }).catch(ignoreMissing);
  const blobs = new Map(tree?.files.map((file) => [onSite(file.path), file]));
  const isRenamed = tree !== undefined && files.some((file) => !blobs.has(file));
  const diff = isRenamed ? await diffCommits(repository, { from: sha, to: commit.sha, ...use }) : undefined;
  const start = directory === "" ? 0 : directory.length + 1;
  const oldNames = new Map(
    diff?.files.map(({ path, previousPath }) => [
      onSite(path.slice(start)),
      previousPath && onSite(previousPath.slice(start)),
    ]),
  );
  return {
    paths: [...blobs.keys()],
    oldName: (file) => (blobs.has(file) ? file : (oldNames.get(file) ?? file)),
    async read(paths, texts) {
      const wanted = paths.flatMap((path) => {
        const blob = blobs.get(path);
        return blob === undefined || blob.bytes > defaultSiteLimits.pageBytesMax ? [] : [blob];
      });
      if (wanted.length === 0) return;
      await readBlobs(repository, wanted, use, async ({ path }, content) => {
        texts.set(onSite(path), content.toString());
      });
    },
  };
}

/** A commit is missing if the history was rewritten or the project moved to another repository. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof GitError && error.kind !== "aborted") return undefined;
  throw error;
}

/** Finds the API descriptions on other servers that the published site was built with. */
export function createRecallSpec(
  objects: ObjectStore,
  { namespace, site, signal }: Pick<GoodPagesRequest, "namespace" | "site" | "signal">,
): RecallSpec {
  return async (address) => {
    if (site === undefined) return undefined;
    const { files } = await recallManifest(objects, namespace, site.artifact, signal);
    const entry = files.get(specPath(address));
    return entry && (await readBlob(objects, namespace, entry, signal)).toString();
  };
}

/** Files of an artifact for the next update: last good versions of pages, and API descriptions on other servers. */
export function goodFiles({ goodPages, remoteSpecs }: Pick<SiteBuild, "goodPages" | "remoteSpecs">): SiteFile[] {
  const specs = [...remoteSpecs].filter(([, text]) => text !== "");
  return [
    ...(goodPages.size === 0 ? [] : [privateFile(goodPagesPath, encode(goodPages))]),
    ...specs.map(([address, text]) => privateFile(specPath(address), Buffer.from(text))),
  ];
}

function specPath(address: string): string {
  return `${privateFilesPath}descriptions/${hash("sha256", address)}`;
}

function privateFile(path: string, bytes: Buffer): SiteFile {
  return serverFile(path, { sha256: hash("sha256", bytes), byteLength: bytes.length, load: () => bytes });
}

/** Many pages may include the same files, so each text is stored once. */
interface StoredPages {
  texts: string[];
  /** Each file with the number of its text, and the same for the files it includes. */
  pages: [file: string, text: number, snippets: [path: string, text: number][]][];
}

function encode(pages: ReadonlyMap<string, GoodPage>): Buffer {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const stored = [...pages]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, { text, snippets }]): StoredPages["pages"][number] => [
      file,
      numberOf(text),
      snippets.map(([path, snippet]) => [path, numberOf(snippet)]),
    ]);
  return gzipSync(JSON.stringify({ texts: [...numbers.keys()], pages: stored } satisfies StoredPages));
}

function decode(bytes: Buffer): Map<string, GoodPage> {
  const { texts, pages } = JSON.parse(gunzipSync(bytes, { maxOutputLength: bytesMax }).toString()) as StoredPages;
  const textOf = (number: number) => texts[number] ?? "";
  return new Map(
    pages.map(([file, text, snippets]) => [
      file,
      { text: textOf(text), snippets: snippets.map(([path, number]) => [path, textOf(number)]) },
    ]),
  );
}
