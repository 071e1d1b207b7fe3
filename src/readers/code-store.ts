import type { ReaderSessionMethod } from "../platform/db/column-types.ts";
import type { Connection } from "../platform/db/database.ts";
import { insertOnce, insertRow } from "../platform/db/rows.ts";
import type { ReaderCodeRow } from "../platform/db/tables.ts";
import { hashToken } from "../platform/tokens.ts";
import type { Reader } from "./reader.ts";

/** What a code stands for: the reader it signs in, and the page that the reader wanted to see. */
export interface CodeContent {
  reader: Reader;
  redirect: string;
}

interface NewCode extends Pick<ReaderCodeRow, "projectId" | "method" | "expiresAt"> {
  code: string;
  /** The hash of the value in the cookie of the only browser that may use the code; empty if any browser may. */
  browser: string;
  content: CodeContent;
}

export async function insertCode(tx: Connection, { code, content, ...row }: NewCode): Promise<void> {
  await insertRow(tx, "readerCodes", { ...row, hash: hashToken(code), reader: JSON.stringify(content) });
}

/** Removes a code and returns its content. Undefined if it was used, has expired, or belongs to another browser. */
export async function spendCode(
  tx: Connection,
  {
    code,
    browser,
    ...of
  }: { code: string; browser: string; projectId: string; method: readonly ReaderSessionMethod[] },
  now: number,
): Promise<CodeContent | undefined> {
  const row = await tx
    .deleteFrom("readerCodes")
    .where("hash", "=", hashToken(code))
    .where("projectId", "=", of.projectId)
    .where("method", "in", of.method)
    .where("browser", "=", browser === "" ? "" : hashToken(browser))
    .where("expiresAt", ">", now)
    .returning("reader")
    .executeTakeFirst();
  // Written by this server, so its form is trusted.
  return row?.reader == null ? undefined : (JSON.parse(row.reader) as CodeContent);
}

/** Remembers that a token was used. Returns false if it was used before. */
export async function noteUsed(
  tx: Connection,
  { token, ...row }: Pick<ReaderCodeRow, "projectId" | "method" | "expiresAt"> & { token: string },
): Promise<boolean> {
  return insertOnce(tx, "readerCodes", ["hash"], { ...row, hash: hashToken(token), browser: "", reader: null });
}

/** When the access to a site changes, links and codes that are on their way stop working. */
export async function deleteCodes(tx: Connection, projectId: string): Promise<void> {
  await tx.deleteFrom("readerCodes").where("projectId", "=", projectId).where("reader", "is not", null).execute();
}
