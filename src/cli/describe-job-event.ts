import { stripVTControlCharacters } from "node:util";
import type { AskedAgentTask } from "../contract/agent-tasks.ts";
import { count } from "../contract/count.ts";
import type { EventOf } from "../contract/operation.ts";
import type { Operations } from "../contract/operations.ts";
import type { AgentJob } from "../contract/schemas.ts";
import { statusName } from "../contract/status-name.ts";

type JobEvent = EventOf<Operations["streamAgentJobEvents"]["reply"]["events"]>;

/**
 * Formats an event for the terminal. Control characters are removed because the text comes from repositories and
 * models.
 */
export function describeJobEvent(event: JobEvent): string {
  return stripControls(eventText(event));
}

/** Removes control characters except tabs and line breaks. */
export function stripControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this removes them.
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}

/** Undefined for jobs that no language model worked on. */
export function describeUsage({ steps, inputTokens, outputTokens, cost }: AgentJob["usage"]): string | undefined {
  if (inputTokens + outputTokens === 0) return undefined;
  const money = cost === undefined ? "" : ` (${cost})`;
  return `${count(inputTokens, "input token")}, ${count(outputTokens, "output token")} in ${count(steps, "step")}${money}`;
}

function eventText(event: JobEvent): string {
  switch (event.event) {
    case "status":
      return `[${statusName(event.data.status)}] ${event.data.summary}`;
    case "message":
      return `${event.data.role === "user" ? "you" : "agent"}: ${event.data.text}`;
    case "plan":
      return `plan: ${event.data.text}`;
    case "tool":
      return `${event.data.ok ? "tool" : "refused"}: ${event.data.name} ${event.data.input}\n${indent(event.data.result)}`;
    case "edit": {
      const { change, path, previousPath, diff } = event.data;
      const head = `${change}: ${previousPath === undefined ? "" : `${previousPath} → `}${path}`;
      return diff === "" ? head : `${head}\n${indent(diff)}`;
    }
    case "validation": {
      const { pages, errors, warnings, problems } = event.data;
      const counts = `validation: ${count(pages, "page")}, ${count(errors, "new error")}, ${count(warnings, "new warning")}`;
      return [counts, ...problems.map(indent)].join("\n");
    }
    case "usage":
      return `usage: ${describeUsage(event.data) ?? "nothing"}`;
    case "heartbeat":
      return `… ${event.data.text}`;
    case "end": {
      const { outcome, kind, text, help = [], offers = [] } = event.data;
      const head = `${statusName(outcome)}${kind === undefined ? "" : ` (${kind})`}: ${text}`;
      const commands = offers.map((task) => indent(`lectern job create <project> ${taskOptions(task)}`));
      return [head, ...help.map((line) => indent(line)), ...commands].join("\n");
    }
    default: {
      const { text, step, at: _at, ...more } = event.data;
      return typeof text === "string" ? `${String(step)}: ${text}` : JSON.stringify({ step, ...more });
    }
  }
}

/** `--task rename-term --from 'Acme'`, safe to paste into a shell. */
function taskOptions({ name, ...values }: AskedAgentTask): string {
  const options = Object.entries(values).map(([key, value]) => ` --${key} '${value.replaceAll("'", "'\\''")}'`);
  return `--task ${name}${options.join("")}`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
}
