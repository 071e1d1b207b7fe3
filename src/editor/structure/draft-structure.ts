import type { FileChange } from "../../docs-edits/docs-tree.ts";
import type { Connection } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { InTransaction } from "../../projects/repositories/change-repository.ts";
import type { DraftChangeRequest } from "../draft.ts";
import { changeTexts, type DraftFileDeps } from "../draft-files.ts";
import { type DraftTree, openTree } from "../draft-tree.ts";
import { findDraftFile } from "../store.ts";

const attemptsMax = 3;

/**
 * Plans a change of several files and stores it. If people type in one of the files in the meantime, the change is
 * planned again, so that none of their edits are lost.
 */
export async function changeStructure<Plan extends { changes: readonly FileChange[] }>(
  deps: DraftFileDeps,
  request: DraftChangeRequest,
  plan: (tree: DraftTree) => Promise<Plan>,
): Promise<Plan> {
  for (let attempt = 1; ; attempt += 1) {
    const tree = await openTree(deps, request);
    const planned = await plan(tree);
    if (planned.changes.length === 0) return planned;
    try {
      await storeChanges(deps, request, tree, await withOrigins(tree, planned.changes));
      return planned;
    } catch (error) {
      if (!(error instanceof TextMoved) || attempt >= attemptsMax) throw error;
    }
  }
}

/**
 * Sets the original paths of moved files. A file that moves again keeps its original path in git, and a file that isn't
 * in git has none.
 */
async function withOrigins(tree: DraftTree, changes: readonly FileChange[]): Promise<FileChange[]> {
  const stored: FileChange[] = [];
  for (const { movedFrom, ...change } of changes) {
    const row = movedFrom === undefined ? undefined : tree.changed.get(movedFrom);
    if (movedFrom === undefined || row === undefined) {
      stored.push(movedFrom === undefined ? change : { ...change, movedFrom });
      continue;
    }
    const isCommitted = (await tree.readBase(movedFrom)) !== undefined;
    const origin = row.movedFrom ?? (isCommitted ? movedFrom : undefined);
    if (origin !== movedFrom) stored.push({ path: movedFrom, content: undefined });
    stored.push(origin === undefined || origin === change.path ? change : { ...change, movedFrom: origin });
  }
  return stored;
}

class TextMoved extends AppError {
  constructor(path: string) {
    super("conflict", `Someone is changing ${path} right now; try again.`);
  }
}

async function storeChanges(
  deps: DraftFileDeps,
  request: DraftChangeRequest,
  tree: DraftTree,
  changes: readonly FileChange[],
): Promise<void> {
  const touched = changes.flatMap(({ path, movedFrom }) => (movedFrom === undefined ? [path] : [path, movedFrom]));
  const inTransaction: InTransaction = (run) =>
    deps.database.transaction(async (tx) => {
      for (const path of touched) await checkUnchanged(tx, request.draft.id, path, tree);
      return run(tx);
    });
  await changeTexts(deps, { ...request, from: tree, inTransaction }, changes);
}

async function checkUnchanged(tx: Connection, draftId: string, path: string, tree: DraftTree): Promise<void> {
  const now = await findDraftFile(tx, draftId, path);
  const before = tree.changed.get(path);
  if (now?.kind !== before?.kind || now?.content !== before?.content) throw new TextMoved(path);
}
