import type { Connection } from "../../platform/db/database.ts";
import type { DraftFileRow } from "../../platform/db/tables/editor.ts";

interface FileStamp {
  path: string;
  kind: DraftFileRow["kind"];
  /** Different after every change. */
  stamp: string;
}

/** The files that a draft changes, without their texts, which may be large. */
export async function listFileStamps(connection: Connection, draftId: string): Promise<FileStamp[]> {
  const rows = await connection
    .selectFrom("draft_files")
    .select(["path", "kind", "sequence", "bytes", "updated_at"])
    .where("draft_id", "=", draftId)
    .orderBy("path")
    .execute();
  return rows.map(({ path, kind, sequence, bytes, updated_at }) => ({
    path,
    kind,
    stamp: `${sequence}/${bytes}/${updated_at}`,
  }));
}
