import type { Connection } from "../../platform/db/database.ts";
import type { DraftFileRow } from "../../platform/db/tables/editor.ts";

/** A file that a draft changes, without its text. */
export interface FileStamp {
  path: string;
  kind: DraftFileRow["kind"];
  objectKey: string | null;
  bytes: number;
  /** Changes whenever the content changes. */
  stamp: string;
}

/** The changed files of a draft. Small, because every preview reads this. */
export async function listFileStamps(connection: Connection, draftId: string): Promise<FileStamp[]> {
  const rows = await connection
    .selectFrom("draftFiles")
    .select(["path", "kind", "objectKey", "bytes", "sequence", "updatedAt"])
    .where("draftId", "=", draftId)
    .orderBy("path")
    .execute();
  return rows.map(({ path, kind, objectKey, bytes, sequence, updatedAt }) => ({
    path,
    kind,
    objectKey,
    bytes: Number(bytes),
    stamp: [kind, sequence, updatedAt, bytes, objectKey ?? ""].join(":"),
  }));
}

/** The texts of the given files, by path. */
export async function readFileTexts(
  connection: Connection,
  draftId: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const rows = await connection
    .selectFrom("draftFiles")
    .select(["path", "content"])
    .where("draftId", "=", draftId)
    .where("path", "in", paths)
    .execute();
  return new Map(rows.map(({ path, content }) => [path, content ?? ""]));
}
