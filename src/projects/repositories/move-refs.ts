import type { RefMove } from "../../git/refs.ts";
import { foldersAbove } from "../../git/tree-path.ts";
import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { lockProject } from "../store.ts";
import { listRefs, putRef, raiseVersion, recordPack, type StoredPack } from "./store.ts";

/** Someone else changed the repository first, so nothing was changed. */
export class RefsMoved extends AppError {
  /** The refs that have moved since the change started; empty if only objects are gone. */
  readonly refs: readonly string[];

  constructor(refs: readonly string[]) {
    super("conflict", "The repository changed in the meantime; try again.");
    this.name = "RefsMoved";
    this.refs = refs;
  }
}

interface ChangeOfRefs {
  moves: readonly RefMove[];
  /** A pending pack with the objects of the new refs. */
  pack?: StoredPack | undefined;
  now: number;
}

/**
 * Blocks other changes of the project and its repository until the transaction ends. Must come first in every
 * transaction that changes a repository: operations lock the project before anything else, and in another order
 * transactions would deadlock. Throws RefsMoved if objects were dropped since the caller read the repository.
 */
export async function lockRepository(tx: Transaction, { projectId, epoch }: { projectId: string; epoch: number }) {
  await lockProject(tx, projectId);
  const raised = await raiseVersion(tx, projectId);
  if (raised === undefined) {
    throw new AppError("not_found", "The project of this repository was deleted.");
  }
  if (raised.epoch !== epoch) {
    throw new RefsMoved([]);
  }
}

/** Moves refs if none of them has moved since the caller read them. The repository is locked. */
export async function moveRefs(tx: Transaction, projectId: string, { moves, pack, now }: ChangeOfRefs): Promise<void> {
  const refs = await listRefs(tx, projectId);
  const moved = moves.filter(({ ref, from }) => refs.get(ref) !== from);
  if (moved.length > 0) {
    throw new RefsMoved(moved.map(({ ref }) => ref));
  }
  for (const { ref, to } of moves) {
    if (to === undefined) refs.delete(ref);
    else refs.set(ref, to);
  }
  checkNesting(refs, moves);
  for (const { ref, to } of moves) {
    await putRef(tx, projectId, ref, to);
  }
  if (pack !== undefined && !(await recordPack(tx, pack.id, now))) {
    throw new RefsMoved([]);
  }
}

/** Git can't have both `docs` and `docs/new`. Git checked each push, but two concurrent ones can conflict here. */
function checkNesting(refs: ReadonlyMap<string, string>, moves: readonly RefMove[]): void {
  const folders = new Set([...refs.keys()].flatMap(foldersAbove));
  const nested = moves.filter(
    ({ ref, to }) => to !== undefined && (folders.has(ref) || foldersAbove(ref).some((folder) => refs.has(folder))),
  );
  if (nested.length > 0) {
    throw new RefsMoved(nested.map(({ ref }) => ref));
  }
}
