import { CodeHostError, isTransient } from "../code-hosts/code-host-error.ts";
import type { AgentFailureKind } from "../contract/agent-event-schemas.ts";
import { GitError, type GitErrorKind } from "../git/git-error.ts";
import { AppError } from "../platform/errors.ts";
import { PermanentFailure } from "../platform/queue/handler.ts";

/** The job failed for good, and the message says what to do. Retrying won't help. */
export class AgentFailure extends Error {
  readonly kind: AgentFailureKind;

  constructor(kind: AgentFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AgentFailure";
    this.kind = kind;
  }
}

/** The failure to show to users; undefined for an internal error, or one that a retry may fix. */
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
    const kind = error.kind === "conflict" ? "conflict" : error.kind === "timeout" ? "time" : "no-access";
    return isTransient(error) && !isLastTry ? undefined : new AgentFailure(kind, error.message, { cause: error });
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
  network: "no-access",
  timeout: "time",
  "too-large": "budget",
  refused: "policy",
  corrupt: "internal",
  failed: "internal",
};

const retryable: readonly GitErrorKind[] = ["network", "timeout", "corrupt", "failed"];
