import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import { findProject } from "../projects/store.ts";
import { type DraftChangeRequest, isOver } from "./draft.ts";
import { findDraft } from "./store.ts";

export interface DraftParams {
  projectId: string;
  draftId: string;
}

/** The part of a call that identifies the draft and the person. */
export interface DraftCall {
  principal: { organizationId: string; user: { id: string } };
  params: DraftParams;
  signal: AbortSignal;
}

/** Gets a draft. A draft of another organization gives the same error as an unknown ID. */
export async function getDraft(
  { database }: Pick<Services, "database">,
  { principal: { organizationId, user }, params: { projectId, draftId }, signal }: DraftCall,
): Promise<DraftChangeRequest> {
  const [project, draft] = await Promise.all([
    findProject(database.query, organizationId, projectId),
    findDraft(database.query, organizationId, projectId, draftId),
  ]);
  if (project === undefined || draft === undefined) {
    throw new AppError("not_found", "Draft not found in this project.");
  }
  return { project, draft, by: user.id, signal };
}

/** Gets a draft in order to change it. Throws if the draft was published or discarded. */
export async function getOpenDraft(deps: Pick<Services, "database">, call: DraftCall): Promise<DraftChangeRequest> {
  const found = await getDraft(deps, call);
  if (isOver(found.draft)) {
    throw new AppError("conflict", `This draft is ${found.draft.status}; start a new one for more changes.`);
  }
  return found;
}
