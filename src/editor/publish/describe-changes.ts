import { posix } from "node:path";
import type { ChangedDraftFile, DraftChanges } from "../../contract/editor-publish-operations.ts";
import type { Role } from "../../contract/operation.ts";
import { AppError, unlessTooLarge } from "../../platform/errors.ts";
import type { DraftRequest } from "../draft.ts";
import { type DraftTree, listChanges, openTree } from "../draft-tree.ts";
import { presentConflict } from "./present-conflict.ts";
import { findPublishProblem, findReviewProblem } from "./publish-rules.ts";
import { type BaseMoveDeps, readBaseMove } from "./read-base-move.ts";
import { suggestText } from "./suggest-text.ts";
import { withAppErrors } from "./with-app-errors.ts";

/** The maximum length of all diffs in one reply. */
const patchesLengthMax = 1_000_000;

/** The draft's changes, a suggested title, and the actions that the person may take. */
export async function describeChanges(deps: BaseMoveDeps, request: DraftRequest, role: Role): Promise<DraftChanges> {
  const { project, draft } = request;
  const tree = await openTree(deps, request);
  const { files, isCut } = await describeFiles(deps, draft.organizationId, tree);
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

async function describeFiles(
  { texts }: Pick<BaseMoveDeps, "texts">,
  owner: string,
  tree: DraftTree,
): Promise<{ files: DescribedFile[]; isCut: boolean }> {
  const files: DescribedFile[] = [];
  let length = 0;
  let isCut = false;
  for (const change of listChanges(tree)) {
    const { path, movedFrom } = change;
    const row = tree.changed.get(path);
    const before = await tree.readBase(movedFrom ?? path);
    const after = row?.content ?? undefined;
    const isMedia = row?.kind === "media" || (row?.kind === "removed" && before === undefined);
    const versions = { path, movedFrom, before, after, isMedia };
    const described = await texts.call(owner, "describeText", versions).catch(unlessTooLarge);
    const { patch, isLong, ...file } = described ?? {
      title: posix.basename(path),
      additions: 0,
      deletions: 0,
      patch: undefined,
      isLong: true,
    };
    length += patch?.length ?? 0;
    const isLeftOut = isLong || length > patchesLengthMax;
    isCut ||= isLeftOut;
    files.push({ ...change, ...file, ...(patch !== undefined && !isLeftOut && { patch }) });
  }
  return { files, isCut };
}

/** Describes the base branch. The draft's changes can be read even if the git host can't be reached. */
async function describeBase(deps: BaseMoveDeps, request: DraftRequest): Promise<DraftChanges["base"]> {
  const { baseBranch: branch } = request.draft;
  try {
    const { changes, conflicts } = await withAppErrors(() => readBaseMove(deps, request));
    return { branch, changes, conflicts: conflicts.map(presentConflict), problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { branch, changes: 0, conflicts: [], problem: error.message };
  }
}
