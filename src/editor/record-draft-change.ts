import { recordChange } from "../activity/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import type { EditorDraft } from "./draft.ts";

/**
 * Notifies the dashboards of the organization, in the transaction of the change. People who have the page open receive
 * typing directly. For everyone else, typing is recorded every few seconds (see live/announcer.ts).
 */
export async function recordDraftChange(
  tx: Connection,
  { id: subject, organizationId, projectId }: Pick<EditorDraft, "id" | "organizationId" | "projectId">,
  now: number,
): Promise<void> {
  await recordChange(tx, { organizationId, projectId, kind: "draft", subject }, now);
}
