import type { ModelMessage } from "ai";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import type { Connection } from "../../platform/db/database.ts";
import { findTurn, type ModelStep, readModelSteps } from "../turn-store.ts";

/** The conversation restored from the journal, after a crash or for a follow-up. */
interface Conversation {
  messages: ModelMessage[];
  /** The steps of the current turn. */
  steps: ModelStep[];
  /** The work of earlier turns that failed before pushing, oldest first. */
  unpublished: UnpublishedWork[];
}

export interface UnpublishedWork {
  /** The commit that the work was based on. */
  baseSha: string;
  changes: FileChange[];
}

/** More than this isn't even read into a conversation, which is shortened to what a model can take in. */
const historyCharactersMax = 4_000_000;

/** Reads every step of every turn, in order. With only the last step, the model would repeat its work. */
export async function readConversation(connection: Connection, jobId: string, turn: number): Promise<Conversation> {
  const earlier: ModelMessage[] = [];
  let unpublished: UnpublishedWork[] = [];
  for (let number = 1; number < turn; number += 1) {
    const before = await findTurn(connection, jobId, number);
    const steps = await readModelSteps(connection, jobId, number);
    if (before === undefined || steps.length === 0) continue;
    earlier.push({ role: "user", content: before.prompt }, ...steps.flatMap(messagesOf));
    const changes = steps.flatMap((step) => [...step.changes]);
    if (before.isPushed) unpublished = [];
    else if (before.start !== null && changes.length > 0) {
      unpublished.push({ baseSha: before.start.baseSha, changes });
    }
  }
  const current = await findTurn(connection, jobId, turn);
  const steps = await readModelSteps(connection, jobId, turn);
  const history = JSON.stringify(earlier).length > historyCharactersMax ? [] : earlier;
  return {
    messages: [...history, { role: "user", content: current?.prompt ?? "" }, ...steps.flatMap(messagesOf)],
    steps,
    unpublished,
  };
}

export interface FinishedWork {
  title: string;
  description: string;
  /** What the person has to answer before the work goes on. */
  question?: string;
}

/** The answers of a tool that end a turn, by the name of the tool. */
export const accepted = { finish: "Done.", ask_person: "The person will answer." } as const;

/** The model's final report or question, if the last step was the final one. */
export function findFinished(steps: readonly ModelStep[]): FinishedWork | undefined {
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const messages = messagesOf(last);
  const end = messages.at(-1);
  if (end?.role === "assistant") return toLastWords(textOf(end));
  const result = end?.role === "tool" ? end.content.at(-1) : undefined;
  const values: readonly string[] = Object.values(accepted);
  const isAccepted =
    result?.type === "tool-result" && result.output.type === "text" && values.includes(result.output.value);
  if (!isAccepted) return undefined;
  const said = messages.findLast(({ role }) => role === "assistant");
  const call =
    said?.role === "assistant" && typeof said.content !== "string"
      ? said.content.find((part) => part.type === "tool-call" && part.toolCallId === result.toolCallId)
      : undefined;
  return call?.type === "tool-call" ? toFinished(call.input) : undefined;
}

export function toFinished(input: unknown): FinishedWork {
  const { title, description, question } = (input ?? {}) as Record<string, unknown>;
  return {
    title: typeof title === "string" ? title : "",
    description: typeof description === "string" ? description : "",
    ...(typeof question === "string" && { question }),
  };
}

/** A reply without tool calls ends the turn. If its last sentence is a question, the person is asked. */
export function toLastWords(text: string): FinishedWork {
  const isQuestion = text.trimEnd().endsWith("?");
  return { title: "", description: text, ...(isQuestion && { question: text.trim() }) };
}

function messagesOf(step: ModelStep): ModelMessage[] {
  return step.messages as ModelMessage[];
}

function textOf(message: ModelMessage): string {
  if (typeof message.content === "string") return message.content;
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
