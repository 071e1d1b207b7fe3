import { CodeHostError, isTransient, waitForHost } from "../code-hosts/code-host-error.ts";
import type { AgentFailureKind } from "../contract/agent-event-schemas.ts";
import { GitError, type GitErrorKind } from "../git/git-error.ts";
import { AppError } from "../platform/errors.ts";
import { PermanentFailure, RetryLater } from "../platform/queue/handler.ts";

/** The job failed for good, and the message says what to do. Retrying won't help. */
export class AgentFailure extends Error {
  readonly kind: AgentFailureKind;

  constructor(kind: AgentFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AgentFailure";
    this.kind = kind;
  }
}

/** A git host that is down or limits requests usually recovers, so the job is retried later. */
export function toRetryLater(error: unknown): unknown {
  if (error instanceof CodeHostError && isTransient(error)) {
    return waitForHost(error);
  }
  const isAway = error instanceof GitError && waitedFor.includes(error.kind);
  return isAway ? new RetryLater(error.message, { cause: error }) : error;
}

/** The failure to show to users; undefined for internal errors and for errors that a retry may fix. */
export function toAgentFailure(error: unknown, isLastTry: boolean): AgentFailure | undefined {
  if (error instanceof AgentFailure) {
    return error;
  }
  if (error instanceof GitError) {
    const kind = gitKinds[error.kind];
    return kind === undefined || (retryable.includes(error.kind) && !isLastTry)
      ? undefined
      : new AgentFailure(kind, error.message, { cause: error });
  }
  if (error instanceof CodeHostError) {
    const kind = error.kind === "conflict" ? "conflict" : "no-access";
    return isTransient(error) ? undefined : new AgentFailure(kind, error.message, { cause: error });
  }
  if (error instanceof AppError || error instanceof PermanentFailure) {
    return isLastTry || error instanceof PermanentFailure
      ? new AgentFailure("internal", error.message, { cause: error })
      : undefined;
  }
  return undefined;
}

const gitKinds: Readonly<Partial<Record<GitErrorKind, AgentFailureKind>>> = {
  auth: "no-access",
  "not-found": "no-access",
  "too-large": "budget",
  refused: "policy",
  corrupt: "internal",
  failed: "internal",
};

const waitedFor: readonly GitErrorKind[] = ["network", "timeout"];
const retryable: readonly GitErrorKind[] = ["corrupt", "failed"];
