import type { DraftFile as PresentedFile } from "../../contract/editor-schemas.ts";
import type { TreeFile } from "../../git/list-tree.ts";
import type { Repository } from "../../git/repository.ts";
import type { Project } from "../../projects/store.ts";
import type { DraftFile, EditorDraft } from "../draft.ts";
import type { DraftFileDeps } from "../draft-files.ts";
import { listBaseFiles, openBase } from "../draft-source.ts";
import { listDraftFiles } from "../store.ts";
import { explainGitErrors } from "./explain-git-errors.ts";

/** The committed files and those that the draft changes. */
export interface DraftListing {
  repository: Repository;
  base: readonly TreeFile[];
  own: readonly DraftFile[];
}

export function listFilesOf(
  deps: DraftFileDeps,
  project: Project,
  draft: EditorDraft,
  signal: AbortSignal,
): Promise<DraftListing> {
  return explainGitErrors(async () => {
    const repository = await openBase(deps, project, draft, signal);
    const [base, own] = await Promise.all([
      listBaseFiles(repository, project, draft.baseSha, signal),
      listDraftFiles(deps.database.query, draft.id),
    ]);
    return { repository, base, own };
  });
}

/** What the draft does to each file. A renamed file is listed once, under its new path. */
export function describeChanges({ base, own }: Pick<DraftListing, "base" | "own">): PresentedFile[] {
  const committed = new Set(base.map(({ path }) => path));
  const left = new Set(own.flatMap(({ movedFrom }) => movedFrom ?? []));
  return own.flatMap(({ path, kind, movedFrom }): PresentedFile[] => {
    if (kind === "removed") return left.has(path) ? [] : [{ path, change: "removed" }];
    if (movedFrom !== null) return [{ path, change: "renamed", movedFrom }];
    return [{ path, change: committed.has(path) ? "modified" : "added" }];
  });
}

/** Every file of the draft's tree, by path. */
export function pathsOf({ base, own }: Pick<DraftListing, "base" | "own">): Set<string> {
  const paths = new Set(base.map(({ path }) => path));
  for (const { path, kind } of own) {
    if (kind === "removed") paths.delete(path);
    else paths.add(path);
  }
  return paths;
}
