import type { EventConsumer } from "../activity/events/dispatch-events.ts";
import type { StoredEvent } from "../activity/events/event.ts";
import type { AutomationDefinition } from "../contract/automation-operations.ts";
import type { Connection } from "../platform/db/database.ts";
import { type Occurrence, type StartRunDeps, startRun } from "./start-run.ts";
import { endRunOf, listAutomations, recordPullRequestEnd } from "./store.ts";

export interface AutomationEventDeps extends StartRunDeps {
  /** The questions about the same subject that nobody answered, oldest first, ending with this one. */
  listSameQuestions(tx: Connection, projectId: string, questionId: string): Promise<readonly string[]>;
}

/** Starts the runs that an event causes, and records the end of those whose job has ended. */
export function automationConsumer(deps: AutomationEventDeps): EventConsumer {
  return async (tx, event) => {
    if (event.type === "job.completed" || event.type === "job.failed") {
      const { outcome, summary, prLink } = event.data.job;
      const status = event.type === "job.failed" ? "failed" : "completed";
      const end = { status, outcome: outcome as OutcomeOf, summary, prLink, endedAt: deps.clock.now() } as const;
      return endRunOf(tx, event.subject, end);
    }
    if (event.type === "pull_request.merged" || event.type === "pull_request.closed") {
      const { head } = event.data.pullRequest;
      if (!head.startsWith(agentBranches)) return;
      return recordPullRequestEnd(tx, event.projectId, head.slice(agentBranches.length));
    }
    await startMatching(deps, tx, event.projectId, (definition) => findCause(deps, tx, definition, event));
  };
}

/** Starts the automations of a project for which something has happened. */
export async function startMatching(
  deps: StartRunDeps,
  tx: Connection,
  projectId: string,
  find: (definition: AutomationDefinition) => Promise<Occurrence | undefined> | Occurrence | undefined,
): Promise<void> {
  for (const { id, isOn, definition } of await listAutomations(tx, projectId)) {
    const cause = isOn === 1 ? await find(JSON.parse(definition)) : undefined;
    if (cause !== undefined) await startRun(deps, tx, id, cause);
  }
}

type OutcomeOf = Parameters<typeof endRunOf>[2]["outcome"];

const agentBranches = "agent/";

async function findCause(
  deps: AutomationEventDeps,
  tx: Connection,
  { when = {} }: AutomationDefinition,
  event: StoredEvent,
): Promise<Occurrence | undefined> {
  switch (event.type) {
    case "update.succeeded":
    case "update.failed": {
      const { isPreview, status, commit } = event.data.update;
      if (isPreview) return undefined;
      const wanted = status === "success" ? "succeeded" : "failed";
      if (when.update === "ended" || when.update === wanted) return { cause: "update", id: event.subject };
      // The commit is the occurrence, so another update of the same commit starts nothing.
      return when.push === true && commit !== null ? { cause: "push", id: commit.sha } : undefined;
    }
    case "feedback.received": {
      const { helpful, page, question, reason, comment } = event.data.feedback;
      if (when.feedback === undefined || (when.feedback === "negative" && helpful)) return undefined;
      const note = [page, question, reason, comment].filter((line) => line !== null).join("\n");
      return { cause: "feedback", id: event.id, note };
    }
    case "question.unanswered": {
      if (when.question === undefined) return undefined;
      const same = await deps.listSameQuestions(tx, event.projectId, event.subject);
      const [oldest] = same;
      if (oldest === undefined || same.length < when.question) return undefined;
      // Later questions about the subject belong to the same occurrence.
      return { cause: "question", id: oldest, note: event.data.question.text };
    }
    default:
      return undefined;
  }
}
