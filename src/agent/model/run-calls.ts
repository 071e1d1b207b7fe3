import type { ModelMessage, ToolModelMessage } from "ai";
import type { FileChange } from "../../docs-edits/docs-tree.ts";
import { cutText } from "../../platform/cut-text.ts";
import { describeProblem } from "../../site/project.ts";
import { AgentFailure } from "../agent-failure.ts";
import type { ToolAnswer } from "../child/agent-calls.ts";
import type { AgentProcess } from "../child/agent-process.ts";
import type { CodeTool } from "../context/code-tools.ts";
import type { Turn } from "../turn.ts";
import type { Validation } from "../validate-changes.ts";
import type { ToolCall } from "./ask-step.ts";
import { accepted, type FinishedWork, toFinished } from "./conversation.ts";
import { describeMalformed, isCodeTool, type ModelTools } from "./model-tools.ts";

export interface CallDeps {
  process: AgentProcess;
  /** Throws an AgentFailure for changes that the commit would refuse. */
  check(changes: readonly FileChange[]): void;
  /** Reads the project's code repositories; undefined if it has none. */
  readCode: CodeTool | undefined;
  validate(changes: readonly FileChange[]): Promise<Validation>;
}

interface DoneCalls {
  messages: ModelMessage[];
  changes: FileChange[];
  finished: FinishedWork | undefined;
}

const callsPerStepMax = 20;
const imagesPerStepMax = 4;
const shortCharacters = 300;
const problemsShownMax = 20;
const questionCharactersMax = 4_000;

/** Runs calls one by one in the model's order, so that edits of the same file don't conflict. */
export async function runCalls(
  deps: CallDeps,
  turn: Turn,
  calls: readonly ToolCall[],
  tools: ModelTools,
): Promise<DoneCalls> {
  const content: ToolModelMessage["content"] = [];
  const images: ModelMessage[] = [];
  const changes: FileChange[] = [];
  let finished: FinishedWork | undefined;
  for (const [index, { id, name, input }] of calls.entries()) {
    const answer =
      index >= callsPerStepMax
        ? refused(`At most ${callsPerStepMax} tools are run in one step; call this one again.`)
        : !Object.hasOwn(tools, name)
          ? refused(describeMalformed(name))
          : await runCall(deps, name, input, calls.length > 1);
    emitToolCall(turn, name, input, answer);
    changes.push(...answer.changes);
    if ((name === "finish" || name === "ask_person") && answer.ok) finished = toFinished(input);
    content.push({ type: "tool-result", toolCallId: id, toolName: name, output: { type: "text", value: answer.text } });
    if (answer.image !== undefined && images.length < imagesPerStepMax) {
      const { mediaType, base64 } = answer.image;
      images.push({ role: "user", content: [{ type: "file", data: base64, mediaType }] });
    }
  }
  return { messages: content.length === 0 ? [] : [{ role: "tool", content }, ...images], changes, finished };
}

async function runCall(deps: CallDeps, name: string, input: unknown, isOneOfMany: boolean): Promise<ToolAnswer> {
  const isEnd = name === "finish" || name === "ask_person";
  if (isEnd && isOneOfMany) return refused(`${name} must be called alone.`);
  if (name === "ask_person") {
    const { question = "" } = toFinished(input);
    if (question.trim() === "") return refused('"question" is missing.');
    if (question.length > questionCharactersMax) return refused(`Ask in at most ${questionCharactersMax} characters.`);
    return answered(accepted.ask_person);
  }
  if (isCodeTool(name) && deps.readCode !== undefined) {
    return { ...(await deps.readCode(name, input)), changes: [], edits: [] };
  }
  if (!isEnd && name !== "validate_docs") return runTool(deps, name, input);
  const changes = await deps.process.call("changes", {});
  if (name === "finish") {
    const { title, description } = toFinished(input);
    if (changes.length > 0 && (title.trim() === "" || description.trim() === "")) {
      return refused('finish needs "title" and "description".');
    }
  }
  const problems = await findProblems(deps, changes);
  if (name === "finish") {
    return problems.errors.length === 0
      ? answered(accepted.finish)
      : refused(`The work is not done: it breaks the documentation.\n${problems.errors.join("\n")}`);
  }
  const found = [...problems.errors, ...problems.warnings];
  return answered(found.length === 0 ? "The changes break nothing." : found.slice(0, problemsShownMax).join("\n"));
}

/** The changes of a tool count only if the commit would accept them, so that no paid step is lost. */
async function runTool({ process, check }: CallDeps, name: string, input: unknown): Promise<ToolAnswer> {
  const answer = await process.call("tool", { name, input });
  if (answer.changes.length === 0) return answer;
  try {
    check([...(await process.call("changes", {})), ...answer.changes]);
  } catch (error) {
    if (error instanceof AgentFailure) return refused(error.message);
    throw error;
  }
  await process.call("restore", { changes: answer.changes });
  return answer;
}

async function findProblems(
  { validate }: CallDeps,
  changes: readonly FileChange[],
): Promise<{ errors: string[]; warnings: string[] }> {
  if (changes.length === 0) return { errors: [], warnings: [] };
  const { errors, warnings } = await validate(changes);
  return {
    errors: errors.slice(0, problemsShownMax).map((problem) => `error: ${describeProblem(problem)}`),
    warnings: warnings.slice(0, problemsShownMax).map((problem) => `warning: ${describeProblem(problem)}`),
  };
}

export function emitToolCall({ events }: Turn, name: string, input: unknown, { ok, text, edits }: ToolAnswer): void {
  const written = cutText(JSON.stringify(input) ?? "", shortCharacters);
  events.emit("tool", { name, input: written, result: cutText(text, shortCharacters), ok });
  for (const edit of edits) events.emit("edit", edit);
}

export function refused(text: string): ToolAnswer {
  return { ok: false, text, changes: [], edits: [] };
}

function answered(text: string): ToolAnswer {
  return { ok: true, text, changes: [], edits: [] };
}
