import { type CronExpression, CronExpressionParser } from "cron-parser";
import { writeTaskPrompt } from "../contract/agent-tasks.ts";
import { AutomationDefinition } from "../contract/automation-operations.ts";
import { compileSchema } from "../platform/compile-schema.ts";

/** What is wrong with a definition, and where. */
export interface DefinitionProblem {
  /** The names of the fields that lead to it. */
  path: readonly string[];
  message: string;
}

const check = compileSchema(AutomationDefinition);
const cronFields = 5;

/** Checks what the schema can't say, too. Returns the first problem. */
export function readDefinition(value: unknown): { definition: AutomationDefinition } | { problem: DefinitionProblem } {
  if (!check(value)) {
    const [error] = check.errors ?? [];
    const names = (error?.instancePath ?? "").split("/").slice(1);
    const extra = error?.params.additionalProperty;
    if (typeof extra === "string") {
      return { problem: { path: [...names, extra], message: `unknown setting "${extra}"` } };
    }
    const allowed = error?.params.allowedValues;
    const message = Array.isArray(allowed) ? `must be one of ${allowed.join(", ")}` : (error?.message ?? "is invalid");
    return {
      problem: { path: names, message: `${names.length === 0 ? "the file" : `"${names.join(".")}"`} ${message}` },
    };
  }
  const problem = findProblem(value);
  return problem === undefined ? { definition: value } : { problem };
}

function findProblem({ when = {}, do: act, pullRequest }: AutomationDefinition): DefinitionProblem | undefined {
  if (Object.keys(act).length !== 1 || act.answerQuestions === false) {
    return { path: ["do"], message: '"do" needs exactly one of task, prompt and answerQuestions' };
  }
  if (act.answerQuestions === true && pullRequest === "none") {
    const message =
      '"pullRequest" can\'t be none: the check of the pull request shows whether the questions are answered';
    return { path: ["pullRequest"], message };
  }
  const task = act.task === undefined ? undefined : writeTaskPrompt(act.task);
  if (task !== undefined && "why" in task) return { path: ["do", "task"], message: `"do.task": ${task.why}` };
  const zone = when.timeZone;
  if (zone !== undefined && when.schedule === undefined) {
    return { path: ["when", "timeZone"], message: '"when.timeZone" needs "when.schedule"' };
  }
  if (zone !== undefined && !isTimeZone(zone)) {
    return { path: ["when", "timeZone"], message: `"when.timeZone" ${JSON.stringify(zone)} is no known time zone` };
  }
  if (when.schedule !== undefined && nextTime(when.schedule, zone, 0) === undefined) {
    const example = "0 6 * * 1 (Mondays at 6:00)";
    return {
      path: ["when", "schedule"],
      message: `"when.schedule" isn't a cron expression with five fields, such as ${example}`,
    };
  }
  return undefined;
}

/** The columns that follow from a definition. Whether the automation is on is a column of its own. */
export function automationColumns(definition: AutomationDefinition, now: number) {
  return { definition: JSON.stringify(definition), nextAt: nextRunAt(definition, now), updatedAt: now };
}

/** When the schedule of a definition is due next; null without a schedule. */
export function nextRunAt({ when = {} }: AutomationDefinition, now: number): number | null {
  return when.schedule === undefined ? null : (nextTime(when.schedule, when.timeZone, now) ?? null);
}

/** Undefined if the expression is invalid, or never due. */
function nextTime(schedule: string, zone = "UTC", now = 0): number | undefined {
  // Numbers and names only: other programs know more, such as seconds, or times that are chosen at random.
  if (!/^[\d*,\-/A-Z ]+$/i.test(schedule) || schedule.trim().split(/ +/).length !== cronFields) return undefined;
  if (/[HL]\b/i.test(schedule.replaceAll(/\b[A-Z]{3}\b/gi, ""))) return undefined;
  try {
    const parsed = CronExpressionParser.parse(schedule, { tz: zone, currentDate: new Date(now) });
    return hasDay(parsed.fields) ? parsed.next().getTime() : undefined;
  } catch {
    return undefined;
  }
}

/** The longest months. Without this check, the search for 31 April would try 10,000 times, which takes 200 ms. */
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a year can have one of the days. Weekdays exist in every month. */
function hasDay({ month, dayOfMonth, dayOfWeek }: CronExpression["fields"]): boolean {
  const first = Math.min(...dayOfMonth.values.map(Number));
  return !dayOfWeek.isWildcard || month.values.some((number) => first <= (daysOfMonth[number - 1] ?? 0));
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
