import { posix } from "node:path";
import { unifiedDiff } from "../../agent/unified-diff.ts";
import type { ChangedDraftFile, DraftChanges } from "../../contract/editor-publish-operations.ts";
import type { Role } from "../../contract/operation.ts";
import { AppError } from "../../platform/errors.ts";
import { isPageFile, titleFromSlug } from "../../site/project.ts";
import { readFrontmatter, splitFrontmatter } from "../../site/reading.ts";
import type { DraftRequest } from "../draft.ts";
import { type DraftTree, listChanges, openTree } from "../draft-tree.ts";
import { presentConflict } from "./present-conflict.ts";
import { findPublishProblem, findReviewProblem } from "./publish-rules.ts";
import { type BaseMoveDeps, readBaseMove } from "./read-base-move.ts";
import { suggestText } from "./suggest-text.ts";
import { withAppErrors } from "./with-app-errors.ts";

const patchLengthMax = 200_000;
/** The maximum length of all diffs in one reply. */
const patchesLengthMax = 1_000_000;
const frontmatterBytesMax = 100_000;

/** The draft's changes, a suggested title, and the actions that the person may take. */
export async function describeChanges(deps: BaseMoveDeps, request: DraftRequest, role: Role): Promise<DraftChanges> {
  const { project, draft } = request;
  const tree = await openTree(deps, request);
  const { files, isCut } = await describeFiles(tree);
  const base = await describeBase(deps, request);
  const publish = findPublishProblem(project, draft, role) ?? null;
  const review = findReviewProblem(draft, role) ?? null;
  return {
    status: draft.status,
    ...suggestText(files),
    files: files.map(({ titleBefore: _before, ...file }) => file),
    isCut,
    base,
    publish: { allowed: publish === null, reason: publish },
    review: { allowed: review === null, reason: review },
    ...(draft.pullRequest !== null && { pullRequest: draft.pullRequest }),
  };
}

type DescribedFile = ChangedDraftFile & { titleBefore?: string | undefined };

async function describeFiles(tree: DraftTree): Promise<{ files: DescribedFile[]; isCut: boolean }> {
  const files: DescribedFile[] = [];
  let length = 0;
  let isCut = false;
  for (const change of listChanges(tree)) {
    const file = await describeFile(tree, change);
    length += file.patch?.length ?? 0;
    const isLong = (file.patch?.length ?? 0) > patchLengthMax || length > patchesLengthMax;
    isCut ||= isLong;
    const { patch: _patch, ...withoutPatch } = file;
    files.push(isLong ? withoutPatch : file);
  }
  return { files, isCut };
}

async function describeFile(tree: DraftTree, change: ReturnType<typeof listChanges>[number]): Promise<DescribedFile> {
  const { path, movedFrom } = change;
  const row = tree.changed.get(path);
  const before = await tree.readBase(movedFrom ?? path);
  const after = row?.content ?? undefined;
  const title = titleOf(path, after ?? before);
  const titleBefore = before === undefined ? title : titleOf(movedFrom ?? path, before);
  const common = { ...change, title, ...(titleBefore !== title && isPageFile(path) && { titleBefore }) };
  if (row?.kind === "media" || (row?.kind === "removed" && before === undefined)) {
    return { ...common, additions: 0, deletions: 0 };
  }
  const patch = unifiedDiff(before, after);
  const lines = patch.split("\n");
  return {
    ...common,
    additions: lines.filter((line) => line.startsWith("+")).length,
    deletions: lines.filter((line) => line.startsWith("-")).length,
    ...(patch !== "" && { patch }),
  };
}

/** The title in the navigation, or the file name for files that aren't pages. */
function titleOf(path: string, text: string | undefined): string {
  if (!isPageFile(path)) return posix.basename(path);
  const { yaml } = splitFrontmatter(text ?? "");
  const { title } = readFrontmatter(yaml, path, frontmatterBytesMax).frontmatter;
  return title ?? titleFromSlug(path.replace(/\.mdx?$/, ""));
}

/** Describes the base branch. The draft's changes can be read even if the git host can't be reached. */
async function describeBase(deps: BaseMoveDeps, request: DraftRequest): Promise<DraftChanges["base"]> {
  const { baseBranch: branch } = request.draft;
  try {
    const { changes, conflicts } = await withAppErrors(() => readBaseMove(deps, request));
    return { branch, changes, conflicts: conflicts.map((each) => presentConflict(each, branch)), problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { branch, changes: 0, conflicts: [], problem: error.message };
  }
}
