import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { findProject, type Project } from "../projects/store.ts";
import { type EditorDraft, isOver } from "./draft.ts";
import { findDraft } from "./store.ts";

export interface DraftParams {
  projectId: string;
  draftId: string;
}

/** A draft of another organization gives the same error as an unknown ID. */
export async function getDraft(
  connection: Connection,
  { organizationId }: { organizationId: string },
  { projectId, draftId }: DraftParams,
): Promise<{ project: Project; draft: EditorDraft }> {
  const [project, draft] = await Promise.all([
    findProject(connection, organizationId, projectId),
    findDraft(connection, organizationId, projectId, draftId),
  ]);
  if (project === undefined || draft === undefined) {
    throw new AppError("not_found", "Draft not found in this project.");
  }
  return { project, draft };
}

/** For changes: throws if the draft was published or discarded. */
export async function getOpenDraft(
  connection: Connection,
  principal: { organizationId: string },
  params: DraftParams,
): Promise<{ project: Project; draft: EditorDraft }> {
  const found = await getDraft(connection, principal, params);
  if (isOver(found.draft)) {
    throw new AppError("conflict", `This draft is ${found.draft.status}; start a new one for more changes.`);
  }
  return found;
}
