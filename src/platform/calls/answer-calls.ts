import { AppError } from "../errors.ts";
import { type CallMessage, type CallReply, type CallTable, readyId, type TimedReply } from "./call-table.ts";

/** Makes this process answer the calls of its parent. A call that waits for something doesn't delay the next one. */
export function answerCalls(table: CallTable): void {
  process.on("message", ({ id, name, input }: CallMessage) => {
    void answer(table, name, input).then((reply) => send(id, reply));
  });
  // Exits together with the parent process.
  process.on("disconnect", () => process.exit());
  send(readyId, { kind: "answer" });
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

function send(id: number, reply: CallReply): void {
  const { user, system } = process.cpuUsage();
  const message: TimedReply = { ...reply, id, processorSeconds: (user + system) / 1e6 };
  // The parent may have exited in the meantime.
  process.send?.(message, undefined, undefined, () => undefined);
}
