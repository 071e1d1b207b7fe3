import { pdfsKept } from "../../contract/pdf-operations.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { PdfRow } from "../../platform/db/tables.ts";

/** Where the file of a PDF is stored. */
export function pdfKey(projectId: string, id: string): string {
  return `${pdfsPrefix(projectId)}${id}`;
}

export function pdfsPrefix(projectId: string): string {
  return `pdfs/${projectId}/`;
}

/** The PDFs of a project, newest first. */
export function listPdfs(connection: Connection, projectId: string): Promise<PdfRow[]> {
  return connection
    .selectFrom("pdfs")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("id", "desc")
    .limit(pdfsKept)
    .execute();
}

export function findPdf(connection: Connection, id: string): Promise<PdfRow | undefined> {
  return connection.selectFrom("pdfs").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Adds a PDF and forgets the oldest ones, whose files the next print removes. */
export async function insertPdf(tx: Connection, pdf: PdfRow): Promise<void> {
  await tx.insertInto("pdfs").values(pdf).execute();
  const oldest = (await listPdfs(tx, pdf.projectId)).at(-1);
  if (oldest === undefined) return;
  await tx.deleteFrom("pdfs").where("projectId", "=", pdf.projectId).where("id", "<", oldest.id).execute();
}

export async function endPdf(
  tx: Connection,
  id: string,
  end: Pick<PdfRow, "status" | "endedAt"> & Partial<Pick<PdfRow, "pages" | "bytes" | "problem">>,
): Promise<void> {
  await tx.updateTable("pdfs").set(end).where("id", "=", id).execute();
}
