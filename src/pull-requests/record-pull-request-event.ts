import { type EventDeps, recordEvent } from "../activity/events/record-event.ts";
import type { Connection } from "../platform/db/database.ts";
import type { PullRequest } from "./pull-request.ts";

const types = { open: "pull_request.opened", merged: "pull_request.merged", closed: "pull_request.closed" } as const;

/** Reports that a pull request of the built-in host was opened or ended, in the same transaction. */
export async function recordPullRequestEvent(
  deps: EventDeps,
  tx: Connection,
  { projectId, number, title, head, base, author }: PullRequest,
  { status, endedBy }: Pick<PullRequest, "status" | "endedBy">,
): Promise<void> {
  const pullRequest = { number, title, status, head, base, author, endedBy, host: "lectern" as const };
  await recordEvent(deps, tx, {
    type: types[status],
    projectId,
    subject: String(number),
    data: { pullRequest: { ...pullRequest, url: null } },
  });
}
