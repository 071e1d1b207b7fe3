import { hash } from "node:crypto";
import { findCommit, findMergeBase } from "../../git/branches.ts";
import type { TreeFile } from "../../git/list-tree.ts";
import { defaultRepositoryLimits as limits, type Repository } from "../../git/repository.ts";
import { unlessTooLarge } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { findTip } from "../../projects/source/find-tip.ts";
import { type DraftFile, type DraftRequest, draftLimits, type EditorDraft } from "../draft.ts";
import type { DraftFileDeps } from "../draft-files.ts";
import { listBaseFiles, readBaseFile } from "../draft-source.ts";
import { moveSources, textFrom } from "../draft-tree.ts";
import { listDraftFiles } from "../store.ts";
import { type CommittedFile, type FileConflict, type FileMerge, planMerge, type Sides } from "./plan-merge.ts";
import { listOpenedPaths } from "./publish-store.ts";

export type BaseMoveDeps = DraftFileDeps & Pick<Services, "objects">;

/** How far the base branch is ahead of a draft, and how the draft's files would be merged. */
export interface BaseMove {
  repository: Repository;
  /** The newest commit of the base branch. */
  tip: string;
  /** The number of files that changed in the base branch. */
  changes: number;
  files: readonly DraftFile[];
  conflicts: readonly FileConflict[];
  /** Whether the newest commit has the file. */
  hasFile(path: string): boolean;
  /** How to merge each of the files. */
  plans: ReadonlyMap<DraftFile, FileMerge>;
  /** Pages that changed in the base branch and that someone has open but hasn't changed in the draft. */
  opened: ReadonlyMap<string, Sides>;
  sidesOf(file: Pick<DraftFile, "path" | "baseSha">): Sides | undefined;
}

export async function readBaseMove(deps: BaseMoveDeps, { project, draft, signal }: DraftRequest): Promise<BaseMove> {
  const location = await deps.locate(project, signal);
  const { repository, sha: tip } = await findTip({ location, branch: draft.baseBranch, signal });
  const [files, openedPaths] = await Promise.all([
    listDraftFiles(deps.database.query, draft.id),
    listOpenedPaths(deps.database.query, draft.id),
  ]);
  const listings = new Map<string, ReadonlyMap<string, TreeFile>>();
  const listed = async (sha: string) => {
    const known = listings.get(sha) ?? byPath(await listBaseFiles(repository, project, sha, signal));
    listings.set(sha, known);
    return known;
  };
  const [base, theirs] = [await listed(draft.baseSha), await listed(tip)];
  const readText = async (sha: string, path: string): Promise<CommittedFile | undefined> => {
    const file = (await listed(sha)).get(path);
    const bytesMax = draftLimits.textBytesMax;
    if (file === undefined || file.bytes > bytesMax) return file && { blob: file.blob };
    const content = await readBaseFile(repository, project, { sha, path, bytesMax, signal });
    return { blob: file.blob, text: content && textFrom(content) };
  };
  const readSides = async (baseSha: string, path: string, needsText: boolean): Promise<Sides> => {
    const [from, to] = [(await listed(baseSha)).get(path), theirs.get(path)];
    const isSame = from?.blob === to?.blob;
    return isSame && !needsText
      ? { base: from && { blob: from.blob }, theirs: to && { blob: to.blob } }
      : { base: await readText(baseSha, path), theirs: await readText(tip, path) };
  };

  const ownBase = (await findMergedHead(repository, draft, tip, signal)) ?? draft.baseSha;
  const baseOf = (file: DraftFile) => file.baseSha ?? ownBase;
  const sides = new Map<string, Sides>();
  const mineBlobs = new Map<string, string>();
  for (const file of files) {
    const baseSha = baseOf(file);
    // A moved file is compared with the file at its old path.
    const compared = file.movedFrom === null || theirs.has(file.path) ? file.path : file.movedFrom;
    sides.set(keyOf(file), await readSides(baseSha, compared, baseSha !== draft.baseSha));
    if (file.objectKey !== null && base.get(file.path)?.blob !== theirs.get(file.path)?.blob) {
      const bytes = await deps.objects.read(file.objectKey, draftLimits.mediaBytesMax, signal);
      if (bytes !== undefined) mineBlobs.set(file.objectKey, blobId(bytes));
    }
  }
  const changed = new Set(files.map(({ path }) => path));
  const opened = new Map<string, Sides>();
  for (const path of openedPaths) {
    if (!changed.has(path) && base.get(path)?.blob !== theirs.get(path)?.blob) {
      opened.set(path, await readSides(draft.baseSha, path, true));
    }
  }
  const sidesOf: BaseMove["sidesOf"] = (file) => sides.get(keyOf(file));
  const sources = moveSources(files);
  const plans = new Map<DraftFile, FileMerge>();
  for (const file of files) {
    const known = sidesOf(file) ?? { base: undefined, theirs: undefined };
    const mineBlob = file.objectKey === null ? undefined : mineBlobs.get(file.objectKey);
    const isMoveSource = sources.has(file.path);
    const merge = await planMerge(file, known, { isMoveSource, mineBlob }, (versions) =>
      deps.texts.call(draft.organizationId, "mergeTexts", versions, signal).catch(unlessTooLarge),
    );
    // The file was compared with a commit that is newer than the draft's base and that may already contain the change.
    const isNewer = merge.kind === "keep" && baseOf(file) !== draft.baseSha;
    plans.set(file, isNewer && isSame(file, known.theirs, mineBlob) ? { kind: "drop" } : merge);
  }
  const conflicts = [...plans.values()].flatMap((merge) => (merge.kind === "conflict" ? [merge.conflict] : []));
  const changes = countChanges(base, theirs);
  return { repository, tip, changes, files, conflicts, hasFile: (path) => theirs.has(path), plans, opened, sidesOf };
}

/**
 * The commit that was made from the draft, if the base branch already contains it. This happens after a merged pull
 * request and after an interrupted push. Later edits of the draft are compared with that commit.
 */
async function findMergedHead(
  repository: Repository,
  { headSha, baseSha }: EditorDraft,
  tip: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (headSha === null || tip === baseSha) return undefined;
  const use = { limits, signal };
  if ((await findCommit(repository, headSha, use)) === undefined) return undefined;
  const isMerged = (await findMergeBase(repository, headSha, tip, use)) === headSha;
  const isKnown = (await findMergeBase(repository, headSha, baseSha, use)) === headSha;
  return isMerged && !isKnown ? headSha : undefined;
}

function isSame(
  { kind, content }: DraftFile,
  theirs: CommittedFile | undefined,
  mineBlob: string | undefined,
): boolean {
  if (kind === "removed" || theirs === undefined) return kind === "removed" && theirs === undefined;
  return kind === "text" ? theirs.text === content : theirs.blob === mineBlob;
}

function keyOf({ path, baseSha }: Pick<DraftFile, "path" | "baseSha">): string {
  return `${baseSha ?? ""} ${path}`;
}

function byPath(files: readonly TreeFile[]): ReadonlyMap<string, TreeFile> {
  return new Map(files.map((file) => [file.path, file]));
}

function countChanges(base: ReadonlyMap<string, TreeFile>, theirs: ReadonlyMap<string, TreeFile>): number {
  const paths = new Set([...base.keys(), ...theirs.keys()]);
  return [...paths].filter((path) => base.get(path)?.blob !== theirs.get(path)?.blob).length;
}

/** The blob ID that git gives these bytes. */
function blobId(bytes: Uint8Array): string {
  return hash("sha1", Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
}
