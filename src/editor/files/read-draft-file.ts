import type { Static } from "typebox";
import type { DraftText } from "../../contract/editor-file-operations.ts";
import { AppError } from "../../platform/errors.ts";
import { isPageFile, isSnippetPath, pageUrl } from "../../site/project.ts";
import { canWrite, isTextPath } from "../check-write.ts";
import type { DraftRequest } from "../draft.ts";
import { readDraftText } from "../draft-files.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { explainGitErrors } from "../explain-git-errors.ts";
import { findDraftFile } from "../store.ts";

/** A text in the draft, together with the committed version. */
export async function readDraftFile(
  deps: EditorDeps,
  request: DraftRequest,
  path: string,
): Promise<Static<typeof DraftText>> {
  const isAllowed = canWrite(path) && isTextPath(path);
  const found = isAllowed ? await explainGitErrors(() => readDraftText(deps, request, path)) : undefined;
  if (found === undefined) {
    const own = isAllowed ? await findDraftFile(deps.database.query, request.draft.id, path) : undefined;
    if (own?.kind !== "removed") throw new AppError("not_found", "Text not found in this draft.");
  }
  const base = found?.base ?? null;
  const isPublished = base !== null && isPageFile(path) && !isSnippetPath(path);
  return {
    path,
    text: found?.text ?? null,
    base,
    url: isPublished ? new URL(pageUrl(path), deps.siteUrl(request.project.domain)).href : null,
  };
}
