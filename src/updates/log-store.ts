import type { EventOf } from "../contract/operation.ts";
import type { Operations } from "../contract/operations.ts";
import { isoTime } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { UpdateEventRow } from "../platform/db/tables.ts";
import { cutLine } from "./store.ts";

export const logLinesMax = 5_000;
export const logBytesMax = 1_048_576;
// Cut well below the limit, so that a verbose update isn't cut again with every batch.
const linesAfterCut = 4_000;
const bytesAfterCut = 838_860;
const eventsPerReadMax = 200;

export type UpdateEvent = EventOf<Operations["streamUpdateEvents"]["reply"]["events"]>;

/** Stores a batch of lines as one row; each line still has its own sequence number. */
export async function appendLog(tx: Connection, updateId: string, lines: readonly string[], now: number) {
  const text = lines.join("\n");
  const bytes = logBytes(text);
  const row = await tx
    .updateTable("updates")
    .set((update) => ({
      eventCount: update("eventCount", "+", lines.length),
      logLines: update("logLines", "+", lines.length),
      logBytes: update("logBytes", "+", bytes),
    }))
    .where("id", "=", updateId)
    .returning(["eventCount", "logLines", "logBytes"])
    .executeTakeFirstOrThrow();
  const { eventCount: sequence } = row;
  await insertRow(tx, "updateEvents", { updateId, sequence, kind: "log", text, lineCount: lines.length, at: now });
  if (row.logLines > logLinesMax || row.logBytes > logBytesMax) {
    await cutMiddle(tx, updateId);
  }
}

/** Events after this sequence number, a bounded number at a time. */
export async function readEvents(connection: Connection, updateId: string, after: number): Promise<UpdateEvent[]> {
  const rows = await connection
    .selectFrom("updateEvents")
    .selectAll()
    .where("updateId", "=", updateId)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .limit(eventsPerReadMax)
    .execute();
  return rows.flatMap(toEvents).filter(({ id }) => id > after);
}

export async function readRevisions(connection: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await connection.selectFrom("updates").select(["id", "eventCount"]).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row.eventCount]));
}

// The beginning says what was built and the end why it failed, so the middle is cut.
async function cutMiddle(tx: Connection, updateId: string): Promise<void> {
  const rows = await tx
    .selectFrom("updateEvents")
    .select(["sequence", "kind", "lineCount", "text", "at"])
    .where("updateId", "=", updateId)
    .where("kind", "in", ["log", "cut"])
    .orderBy("sequence")
    .execute();
  const sizes = rows.map((row) => ({ ...row, bytes: logBytes(row.text) }));
  // The head ends where an earlier cut begins, so that the earlier cut and the new one become a single cut.
  const earlierCut = sizes.findIndex((row) => row.kind === "cut");
  const head = fitting(earlierCut === -1 ? sizes : sizes.slice(0, earlierCut), linesAfterCut / 2, bytesAfterCut / 2);
  const tail = fitting(sizes.slice(head.length).reverse(), linesAfterCut / 2, bytesAfterCut / 2).reverse();
  const middle = sizes.slice(head.length, sizes.length - tail.length);
  const last = middle.at(-1);
  if (last === undefined) {
    return;
  }
  const cut = middle.reduce((sum, row) => sum + (row.kind === "cut" ? Number(row.text) : row.lineCount), 0);
  await tx
    .deleteFrom("updateEvents")
    .where("updateId", "=", updateId)
    .where("kind", "in", ["log", "cut"])
    .where("sequence", ">=", middle[0]?.sequence ?? last.sequence)
    .where("sequence", "<=", last.sequence)
    .execute();
  const { sequence, at } = last;
  await insertRow(tx, "updateEvents", { updateId, sequence, kind: "cut", text: String(cut), lineCount: 1, at });
  const kept = [...head, ...tail];
  const size = {
    logLines: kept.reduce((sum, row) => sum + row.lineCount, 1),
    logBytes: kept.reduce((sum, row) => sum + row.bytes, 0),
  };
  await tx.updateTable("updates").set(size).where("id", "=", updateId).execute();
}

// Every line ends with a line feed.
function logBytes(text: string): number {
  return Buffer.byteLength(text) + 1;
}

function fitting<Row extends { lineCount: number; bytes: number }>(
  rows: readonly Row[],
  linesMax: number,
  bytesMax: number,
): Row[] {
  let lines = 0;
  let bytes = 0;
  const end = rows.findIndex((row) => {
    lines += row.lineCount;
    bytes += row.bytes;
    return lines > linesMax || bytes > bytesMax;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}

function toEvents(row: UpdateEventRow): UpdateEvent[] {
  const at = isoTime(row.at);
  if (row.kind === "status") {
    return [{ id: row.sequence, event: "status", data: { ...JSON.parse(row.text), at } }];
  }
  const lines = row.kind === "cut" ? [cutLine(row.text)] : row.text.split("\n");
  const first = row.sequence - lines.length + 1;
  return lines.map((line, index) => ({ id: first + index, event: "log", data: { line, at } }));
}
