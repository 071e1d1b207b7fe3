import type { DraftFile as PresentedFile } from "../contract/editor-schemas.ts";
import type { DocsTree } from "../docs-edits/docs-tree.ts";
import type { TreeFile } from "../git/list-tree.ts";
import type { Repository } from "../git/repository.ts";
import type { Services } from "../platform/services.ts";
import type { Project } from "../projects/store.ts";
import { isPageFile } from "../site/project.ts";
import { type DraftFile, type DraftRequest, draftLimits } from "./draft.ts";
import { type DraftSourceDeps, listBaseFiles, openBase, readBaseFile, readBaseFiles } from "./draft-source.ts";
import { explainGitErrors } from "./explain-git-errors.ts";
import { listDraftFiles } from "./store.ts";

type TreeDeps = DraftSourceDeps & Pick<Services, "database">;

/** A tree as plain data, from which a text process opens the same tree. */
export interface TreeData extends Repository, Pick<Project, "directory"> {
  baseSha: string;
  files: readonly TreeFile[];
  changes: readonly DraftFile[];
}

/** The files of a project with the draft's changes. Paths are relative to the content directory. */
export interface DraftTree extends DocsTree {
  data: TreeData;
  /** The commit that the unchanged files are from. */
  baseSha: string;
  /** The files of that commit, by path. */
  base: ReadonlyMap<string, TreeFile>;
  /** The files that the draft changes, by path. */
  changed: ReadonlyMap<string, DraftFile>;
  /** The committed text; undefined if the base commit has no such text. */
  readBase(path: string): Promise<string | undefined>;
  /** The committed texts of many files, with a single git process. */
  readBases(paths: readonly string[]): Promise<ReadonlyMap<string, string | undefined>>;
  /** Reads these committed files with a single git process, and calls back with each one. */
  eachBase(files: readonly TreeFile[], onFile: (file: TreeFile, content: Buffer) => void): Promise<void>;
}

export async function openTree(deps: TreeDeps, request: DraftRequest): Promise<DraftTree> {
  const { project, draft, signal } = request;
  const { baseSha } = draft;
  const data = await explainGitErrors(async () => {
    const { gitDir } = await openBase(deps, request);
    const [files, changes] = await Promise.all([
      listBaseFiles({ gitDir }, project, baseSha, signal),
      listDraftFiles(deps.database.query, draft.id),
    ]);
    return { gitDir, directory: project.directory, baseSha, files, changes };
  });
  return treeOf(data, signal);
}

export function treeOf(data: TreeData, signal: AbortSignal): DraftTree {
  const { baseSha, files, changes } = data;
  const base = new Map(files.map((file) => [file.path, file]));
  const changed = new Map(changes.map((file) => [file.path, file]));
  const paths = new Set(base.keys());
  for (const { path, kind } of changes) {
    if (kind === "removed") paths.delete(path);
    else paths.add(path);
  }
  const readBase = async (path: string) => {
    if (!base.has(path)) return undefined;
    const bytesMax = draftLimits.textBytesMax;
    const content = await explainGitErrors(() => readBaseFile(data, data, { sha: baseSha, path, bytesMax, signal }));
    return content && textFrom(content);
  };
  const eachBase: DraftTree["eachBase"] = (some, onFile) =>
    explainGitErrors(() => readBaseFiles(data, some, signal, onFile));
  return {
    data,
    paths: [...paths].sort(),
    baseSha,
    base,
    changed,
    readBase,
    async readBases(some) {
      const texts = new Map<string, string | undefined>();
      const wanted = [...new Set(some)].flatMap((path) => base.get(path) ?? []);
      const short = wanted.filter(({ bytes }) => bytes <= draftLimits.textBytesMax);
      await eachBase(short, ({ path }, content) => texts.set(path, textFrom(content)));
      return texts;
    },
    eachBase,
    async read(path) {
      const changedFile = changed.get(path);
      return changedFile === undefined ? readBase(path) : (changedFile.content ?? undefined);
    },
  };
}

/** The data for calls that read no pages. Many calls may wait, and a draft can have 200 MB of texts. */
export function withoutPages(data: TreeData): TreeData {
  const changes = data.changes.map((file) => (isPageFile(file.path) ? { ...file, content: null } : file));
  return { ...data, changes };
}

/** The text of a file; undefined if decoding and encoding it would change its bytes. */
export function textFrom(content: Buffer): string | undefined {
  const text = content.toString("utf8");
  return content.includes(0) || !Buffer.from(text).equals(content) ? undefined : text;
}

/** Lists how the draft changes each file. A renamed file is listed once, under its new path. */
export function listChanges({ base, changed }: Pick<DraftTree, "base" | "changed">): PresentedFile[] {
  const files = [...changed.values()];
  const sources = moveSources(files);
  return files.flatMap(({ path, kind, movedFrom }): PresentedFile[] => {
    if (kind === "removed") return sources.has(path) ? [] : [{ path, change: "removed" }];
    if (movedFrom !== null) return [{ path, change: "renamed", movedFrom }];
    return [{ path, change: base.has(path) ? "modified" : "added" }];
  });
}

/** The original paths of files that the draft has moved. */
export function moveSources(files: readonly DraftFile[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ movedFrom }) => movedFrom ?? []));
}
