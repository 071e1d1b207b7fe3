import { AppError } from "../errors.ts";
import type { CallMessage, CallReply, CallTable, TimedReply } from "./call-table.ts";

/** The loop of a process that answers calls, one at a time. */
export function answerCalls(table: CallTable): void {
  process.on("message", ({ name, input }: CallMessage) => {
    void answer(table, name, input).then(send);
  });
  // Exits together with the parent process.
  process.on("disconnect", () => process.exit());
  send({ kind: "ready" });
}

async function answer(table: CallTable, name: string, input: unknown): Promise<CallReply> {
  try {
    return { kind: "answer", answer: await table[name]?.(input as never) };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, details } = error;
      return { kind: "refused", code, message, ...(details && { details }) };
    }
    return { kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function send(reply: CallReply): void {
  const { user, system } = process.cpuUsage();
  const message: TimedReply = { ...reply, processorSeconds: (user + system) / 1e6 };
  process.send?.(message);
}
