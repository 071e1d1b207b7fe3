import type { ErrorCode, ErrorDetail } from "../errors.ts";

/** Functions that run in another process, by name. Input and answer are copied, so they must be plain data. */
export type CallTable = Record<string, (input: never) => unknown>;

export type CallInput<Table extends CallTable, Name extends keyof Table> = Parameters<Table[Name]>[0];
export type CallAnswer<Table extends CallTable, Name extends keyof Table> = Awaited<ReturnType<Table[Name]>>;

export interface CallMessage {
  id: number;
  name: string;
  input: unknown;
}

export type CallReply =
  | { kind: "answer"; answer?: unknown }
  /** The input was refused, with a message for the caller. */
  | { kind: "refused"; code: ErrorCode; message: string; details?: ErrorDetail[] }
  | { kind: "failed"; message: string };

/** The ID of the reply that a process sends when it has started. */
export const readyId = 0;

/** Each reply says how much processor time the process has used since it started. */
export type TimedReply = CallReply & { id: number; processorSeconds: number };
