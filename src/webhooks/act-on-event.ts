import { recordEvent } from "../activity/events/record-event.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Services } from "../platform/services.ts";
import type { Project } from "../projects/store.ts";
import { actOnPush, openPreview, type PushAnswer, removePreview } from "../updates/act-on-push.ts";
import { findPushedUpdate } from "../updates/find-pushed-update.ts";
import { triggerUpdate } from "../updates/trigger-update.ts";
import type { Release, WebhookEvent } from "./webhook-event.ts";
import type { WebhookHost } from "./webhook-request.ts";

export interface ActDeps extends Pick<Services, "clock" | "queue"> {
  /** Acts on a release of the project's repository, in the transaction of the delivery. */
  onRelease?(tx: Connection, projectId: string, release: Release): Promise<void>;
}

interface ProjectEvent {
  project: Project;
  host: WebhookHost;
  event: WebhookEvent;
}

export async function actOnEvent(deps: ActDeps, tx: Connection, projectEvent: ProjectEvent): Promise<PushAnswer> {
  const { project, host, event } = projectEvent;
  if (event.kind === "ping") {
    return { ignored: "The webhook works; a ping changes nothing." };
  }
  if (event.kind === "other") {
    return { ignored: `This event changes nothing: ${event.name}.` };
  }
  await reportPullRequest(deps, tx, projectEvent);
  const problem = repositoryProblem(project, event);
  if (problem !== null) {
    return { ignored: problem };
  }
  switch (event.kind) {
    case "push": {
      const { branch, author, pushed } = event;
      const known = pushed && (await findPushedUpdate(tx, project, { branch, sha: pushed.sha }));
      // The webhook reports a push made by this server, which has already triggered its update.
      if (known?.trigger === "push" || known?.trigger === "editor") return { statusId: known.id };
      return actOnPush(deps, tx, { project, branch, source: host, author, pushed });
    }
    case "installation": {
      const { id } = await triggerUpdate(deps, tx, { project, source: "github-app-installation" });
      return { statusId: id };
    }
    case "pull-request-opened":
      return openPreview(deps, tx, { project, branch: event.branch, source: host, pushed: event.pushed });
    case "release":
      await deps.onRelease?.(tx, project.id, event.release);
      return { ignored: "A release changes nothing by itself; automations may act on it." };
    case "branch-deleted":
    case "pull-request-closed":
      return removePreview(deps, tx, project, event.branch);
  }
}

/** Pull requests from forks are reported too, although they get no preview. */
async function reportPullRequest(deps: ActDeps, tx: Connection, { project, host, event }: ProjectEvent): Promise<void> {
  if (event.kind !== "pull-request-opened" && event.kind !== "pull-request-closed") return;
  const { branch, pullRequest } = event;
  if (pullRequest === undefined || repositoryProblem(project, { ...event, ...pullRequest }) !== null) return;
  const { repositories: _repositories, isMerged, number, ...rest } = pullRequest;
  const ended = isMerged ? "merged" : "closed";
  const status = event.kind === "pull-request-opened" ? "open" : ended;
  await recordEvent(deps, tx, {
    type: status === "open" ? "pull_request.opened" : `pull_request.${ended}`,
    projectId: project.id,
    subject: String(number),
    data: { pullRequest: { number, status, head: branch, host, ...rest } },
  });
}

/** Why an event is ignored if it isn't about the project's repository. */
export function repositoryProblem(project: Project, event: WebhookEvent): string | null {
  return !("repositories" in event) ||
    event.repositories.some((repository) => isSameRepository(repository, project.repository))
    ? null
    : `The event isn't about the project's repository, ${project.repository}.`;
}

/** Ignores the scheme, upper and lower case, and a trailing `.git`. */
export function isSameRepository(one: string, other: string): boolean {
  const place = placeOf(one);
  return place !== undefined && place === placeOf(other);
}

function placeOf(address: string): string | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const { host, pathname } = new URL(address);
  return (host + pathname)
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "");
}
