import { stripVTControlCharacters } from "node:util";
import type { EventOf } from "../contract/operation.ts";
import type { Operations } from "../contract/operations.ts";
import { count } from "./output.ts";

type JobEvent = EventOf<Operations["streamAgentJobEvents"]["reply"]["events"]>;

/** Formats an event for the terminal. Control characters are removed because the text comes from repositories and models. */
export function describeJobEvent(event: JobEvent): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this removes them.
  return stripVTControlCharacters(describe(event)).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}

function describe(event: JobEvent): string {
  switch (event.event) {
    case "status":
      return `[${event.data.status}] ${event.data.summary}`;
    case "message":
      return `${event.data.role === "user" ? "you" : "agent"}: ${event.data.text}`;
    case "plan":
      return `plan: ${event.data.text}`;
    case "tool":
      return `${event.data.ok ? "tool" : "refused"}: ${event.data.name} ${event.data.input}\n${indent(event.data.result)}`;
    case "edit":
      return `${event.data.change}: ${event.data.path}\n${indent(event.data.diff)}`;
    case "validation": {
      const { pages, errors, warnings, problems } = event.data;
      const counts = `validation: ${count(pages, "page")}, ${count(errors, "new error")}, ${count(warnings, "new warning")}`;
      return [counts, ...problems.map(indent)].join("\n");
    }
    case "usage": {
      const { steps, inputTokens, outputTokens, cost } = event.data;
      const money = cost === undefined ? "" : `, cost ${cost}`;
      return `usage: ${count(steps, "step")}, ${count(inputTokens, "input token")}, ${count(outputTokens, "output token")}${money}`;
    }
    case "heartbeat":
      return `… ${event.data.text}`;
    case "end": {
      const { outcome, kind, text, help = [] } = event.data;
      const head = `${outcome}${kind === undefined ? "" : ` (${kind})`}: ${text}`;
      return [head, ...help.map((line) => indent(line))].join("\n");
    }
    default: {
      const { text, step, at: _at, ...more } = event.data;
      return typeof text === "string" ? `${String(step)}: ${text}` : JSON.stringify({ step, ...more });
    }
  }
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
}
