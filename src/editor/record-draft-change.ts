import { recordChange } from "../platform/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import type { EditorDraft } from "./draft.ts";

/** Tells everyone who has the draft open, in the transaction of the change. Not for typing, which has its own way. */
export async function recordDraftChange(
  tx: Connection,
  { id: subject, organizationId, projectId }: Pick<EditorDraft, "id" | "organizationId" | "projectId">,
  now: number,
): Promise<void> {
  await recordChange(tx, { organizationId, projectId, kind: "draft", subject }, now);
}
