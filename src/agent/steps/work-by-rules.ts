import { count } from "../../contract/count.ts";
import type { Declined, Explanation } from "../../docs-edits/edited-docs.ts";
import { agentLimits } from "../agent-limits.ts";
import type { AgentProcess } from "../child/agent-process.ts";
import type { RulesOutcome } from "../rules/run-rules.ts";
import type { Turn, Work } from "../turn.ts";
import type { TurnReport, TurnStart } from "../turn-store.ts";
import { type DeadLinkDeps, findDeadLinks } from "./find-dead-links.ts";

/** Runs the built-in tasks. The same docs and prompt always give the same changes. */
export async function workByRules(
  deps: DeadLinkDeps,
  process: AgentProcess,
  { turn, job, events, signal }: Turn,
  start: TurnStart,
): Promise<Work> {
  events.step("work", "Running the built-in tasks.");
  const { outcome: read, edits } = await process.call("rules", { prompt: turn.prompt, now: start.at });
  if (read.external.length > 0) events.step("work", `Checking ${count(read.external.length, "external link")}.`);
  const dead = await findDeadLinks(deps, job.projectId, read.external, signal);
  const outcome = withDeadLinks(read, dead);
  const { task, changes, explanations, declined, refusal, summary } = outcome;
  if (task !== undefined) events.emit("plan", { text: `Tasks: ${task}.` });
  for (const edit of edits.slice(0, agentLimits.editEventsMax)) {
    events.emit("edit", edit);
  }
  for (const { path, line, what, why } of declined.slice(0, agentLimits.editEventsMax)) {
    const where = line === undefined ? path : `${path}:${line}`;
    events.emit("step", { step: "work", text: `Skipped: ${where}: ${what}: ${why}` });
  }
  const rules = [...new Set(explanations.map(({ rule }) => rule))].join(", ");
  return {
    changes,
    report: rulesReport(outcome, turn.prompt),
    commitNote: `Made by Lectern's built-in tasks (${rules}). No language model was used.`,
    summary,
    refusal,
  };
}

function withDeadLinks(outcome: RulesOutcome, dead: readonly Declined[]): RulesOutcome {
  if (dead.length === 0) return outcome;
  const found = `${count(dead.length, "external link")} ${dead.length === 1 ? "fails" : "fail"}.`;
  const summary = outcome.explanations.length > 0 ? `${outcome.summary} ${found}` : `Nothing was changed. ${found}`;
  return { ...outcome, summary, declined: [...outcome.declined, ...dead] };
}

const bodyCharactersMax = 50_000;
const rowsMax = 200;
const cellCharactersMax = 120;

/** The pull request text: every edit with its reason. */
function rulesReport(outcome: RulesOutcome, prompt: string): TurnReport {
  const { explanations, declined } = outcome;
  const parts = [
    `Asked for:\n\n${quote(prompt)}`,
    `## What changed\n\n${editTable(explanations)}`,
    declined.length === 0
      ? ""
      : `## Skipped\n\n${bulletList(
          declined.map(({ path, line, what, why }) => `${code(place(path, line))}: ${plain(what)}: ${plain(why)}`),
        )}`,
    "Made by Lectern's built-in tasks. No language model was used.",
  ];
  const [title = ""] = outcome.summary.split(". ", 1);
  return { title: title.replace(/\.$/, ""), body: cut(parts.filter((part) => part !== "").join("\n\n")) };
}

function editTable(explanations: readonly Explanation[]): string {
  const rows = explanations
    .slice(0, rowsMax)
    .map(({ path, line, rule, before, after, why }) =>
      [code(place(path, line)), rule, code(before), code(after), plain(why)].join(" | "),
    );
  const more = explanations.length - rows.length;
  const rest = more > 0 ? `\n\nAnd ${count(more, "more edit", "more edits")}.` : "";
  return `| Where | Rule | Before | After | Why |\n|---|---|---|---|---|\n${rows.map((row) => `| ${row} |`).join("\n")}${rest}`;
}

function place(path: string, line: number | undefined): string {
  return line === undefined ? path : `${path}:${line}`;
}

function bulletList(items: readonly string[]): string {
  const shown = items.slice(0, rowsMax).map((item) => `- ${item}`);
  return items.length > rowsMax ? [...shown, `- and ${items.length - rowsMax} more`].join("\n") : shown.join("\n");
}

/** Formats repository text as code, so that no character has a special meaning in Markdown, not even in a table. */
function code(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().slice(0, cellCharactersMax).replaceAll("|", "\\|");
  if (line === "") return "";
  const fence = "`".repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  return line.includes("`") ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** Escapes text so that it contains no Markdown, HTML, links or mentions. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .slice(0, cellCharactersMax * 2)
    .replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&")
    .replaceAll("@", "@\u200b");
}

function quote(text: string): string {
  const lines = text.slice(0, cellCharactersMax * 10).split("\n");
  return lines.map((line) => `> ${plain(line)}`).join("\n");
}

function cut(text: string): string {
  return text.length <= bodyCharactersMax ? text : `${text.slice(0, bodyCharactersMax)}\n\n… (cut)`;
}
