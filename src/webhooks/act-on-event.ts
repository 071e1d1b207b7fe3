import { recordEvent } from "../activity/events/record-event.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Services } from "../platform/services.ts";
import { sourcesOfBranch } from "../projects/project-sources.ts";
import { isSameRepository } from "../projects/same-repository.ts";
import type { Project } from "../projects/store.ts";
import { actOnPush, openPreview, type PushAnswer, removePreview } from "../updates/act-on-push.ts";
import { findPushedUpdate } from "../updates/find-pushed-update.ts";
import { triggerUpdate } from "../updates/trigger-update.ts";
import type { FailedCheck, HostComment, Release, WebhookEvent } from "./webhook-event.ts";
import type { WebhookHost } from "./webhook-request.ts";

export interface ActDeps extends Pick<Services, "clock" | "queue"> {
  /** Acts on a release of the project's repository, in the transaction of the delivery. */
  onRelease?(tx: Connection, projectId: string, release: Release): Promise<void>;
  /** Acts on a push to a branch of a code repository that the agent reads. */
  onCodePush?(
    tx: Connection,
    projectId: string,
    push: { repository: string; sha: string; message: string | null },
  ): Promise<void>;
  /** Passes comments to the agent. Returns whether it has to do something. */
  onComment?(tx: Connection, project: Project, comment: HostComment): Promise<boolean>;
  onFailedCheck?(tx: Connection, project: Project, check: FailedCheck): Promise<boolean>;
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
  if (!isAbout(event.repositories, project.repository)) return actElsewhere(deps, tx, projectEvent);
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
    case "comment": {
      const isTaken = (await deps.onComment?.(tx, project, event.comment)) ?? false;
      return { ignored: isTaken ? "The agent reads the comment." : "The comment isn't for the agent." };
    }
    case "check-failed": {
      const isTaken = (await deps.onFailedCheck?.(tx, project, event.check)) ?? false;
      return { ignored: isTaken ? "The agent reads the failed check." : "The check isn't about the agent's work." };
    }
    case "branch-deleted":
    case "pull-request-closed":
      return removePreview(deps, tx, project, event.branch);
  }
}

/** Only a push to the branch of a source changes the site. Sources have no previews. */
async function actElsewhere(
  deps: ActDeps,
  tx: Connection,
  { project, host, event }: ProjectEvent,
): Promise<PushAnswer> {
  if (event.kind !== "push") return { ignored: "Only pushes to a source change the site." };
  const { branch, author, repositories, pushed } = event;
  const code = project.contextRepositories.find(
    (known) => known.branch === branch && isAbout(repositories, known.repository),
  );
  if (code !== undefined && pushed !== undefined) {
    const { sha, message } = pushed;
    await deps.onCodePush?.(tx, project.id, { repository: code.repository, sha, message: message ?? null });
  }
  const sources = sourcesOfBranch(
    project.sources,
    branch,
    (repository) => repository !== null && isAbout(repositories, repository),
  );
  if (sources.length === 0) return { ignored: `The site doesn't contain the branch ${branch} of this repository.` };
  const { id } = await triggerUpdate(deps, tx, { project, source: host, author });
  return { statusId: id };
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

function isAbout(repositories: readonly string[], known: string): boolean {
  return repositories.some((repository) => isSameRepository(repository, known));
}

/** Why an event is ignored if it isn't about the project's repository or one of its sources. */
export function repositoryProblem(project: Project, event: WebhookEvent): string | null {
  return !("repositories" in event) ||
    [project, ...project.sources, ...project.contextRepositories].some(
      ({ repository }) => repository !== null && isAbout(event.repositories, repository),
    )
    ? null
    : `The event isn't about the project's repository, ${project.repository}.`;
}
