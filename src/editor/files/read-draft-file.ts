import type { Static } from "typebox";
import type { DraftText } from "../../contract/editor-file-operations.ts";
import { AppError } from "../../platform/errors.ts";
import type { Project } from "../../projects/store.ts";
import { isPageFile, isSnippetPath } from "../../site/source/file-types.ts";
import { pageUrl } from "../../site/source/page-url.ts";
import { canWrite, isTextPath } from "../check-write.ts";
import type { EditorDraft } from "../draft.ts";
import { type DraftFileDeps, readDraftText } from "../draft-files.ts";
import { explainGitErrors } from "../explain-git-errors.ts";
import { findDraftFile } from "../store.ts";

interface ReadDeps extends DraftFileDeps {
  siteUrl(subdomain: string): string;
}

/** A text in the draft, together with the committed version. */
export async function readDraftFile(
  deps: ReadDeps,
  project: Project,
  draft: EditorDraft,
  path: string,
  signal: AbortSignal,
): Promise<Static<typeof DraftText>> {
  const isAllowed = canWrite(path) && isTextPath(path);
  const found = isAllowed ? await explainGitErrors(() => readDraftText(deps, project, draft, path, signal)) : undefined;
  const isRemoved = found === undefined && isAllowed && (await isRemovedIn(deps, draft, path));
  if (found === undefined && !isRemoved) {
    throw new AppError("not_found", "Text not found in this draft.");
  }
  const base = found?.base ?? null;
  const isPublished = base !== null && isPageFile(path) && !isSnippetPath(path);
  return {
    path,
    text: found?.text ?? null,
    base,
    url: isPublished ? new URL(pageUrl(path), deps.siteUrl(project.domain)).href : null,
  };
}

async function isRemovedIn({ database }: ReadDeps, draft: EditorDraft, path: string): Promise<boolean> {
  return (await findDraftFile(database.query, draft.id, path))?.kind === "removed";
}
