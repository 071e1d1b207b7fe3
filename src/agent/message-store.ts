import type { Connection } from "../platform/db/database.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { AgentTurn } from "./turn-store.ts";

type TurnKey = Pick<AgentTurn, "jobId" | "turn">;

export interface WaitingMessage {
  number: number;
  text: string;
  promptedBy: string | null;
}

const waitingMax = 20;

/** Stores a message to a running turn, which the model reads before its next step. Returns false if too many wait. */
export async function insertMessage(
  tx: Connection,
  { jobId, turn }: TurnKey,
  { text, promptedBy, now }: { text: string; promptedBy: string | null; now: number },
): Promise<boolean> {
  const rows = await tx
    .selectFrom("agentMessages")
    .select(["number", "takenStep"])
    .where("jobId", "=", jobId)
    .where("turn", "=", turn)
    .orderBy("number", "desc")
    .execute();
  if (rows.filter(({ takenStep }) => takenStep === null).length >= waitingMax) return false;
  const number = (rows[0]?.number ?? 0) + 1;
  await insertRow(tx, "agentMessages", { jobId, turn, number, text, promptedBy, createdAt: now, takenStep: null });
  return true;
}

/** The messages that the model hasn't read, oldest first. */
export async function readWaiting(connection: Connection, { jobId, turn }: TurnKey): Promise<WaitingMessage[]> {
  return connection
    .selectFrom("agentMessages")
    .select(["number", "text", "promptedBy"])
    .where("jobId", "=", jobId)
    .where("turn", "=", turn)
    .where("takenStep", "is", null)
    .orderBy("number")
    .execute();
}

/** In the transaction that journals the step, so that a message is neither lost nor read twice. */
export async function markTaken(
  tx: Connection,
  { jobId, turn }: TurnKey,
  messages: readonly WaitingMessage[],
  step: number,
): Promise<void> {
  if (messages.length === 0) return;
  await tx
    .updateTable("agentMessages")
    .set({ takenStep: step })
    .where("jobId", "=", jobId)
    .where("turn", "=", turn)
    .where(
      "number",
      "in",
      messages.map(({ number }) => number),
    )
    .execute();
}
