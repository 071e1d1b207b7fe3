import { findHostedProject } from "../projects/store.ts";
import { followPush } from "../pull-requests/get-pull-request.ts";
import type { PullRequestDeps } from "../pull-requests/hosted-repository.ts";
import { actOnPush, openPreview, removePreview } from "../updates/act-on-push.ts";
import type { Push } from "./routes.ts";

/** Triggers updates, previews and pull request checks after a push to a hosted repository. */
export async function receivePush(
  deps: PullRequestDeps,
  { repository, branch, sha, isNew = false }: Push,
): Promise<void> {
  const project = await findHostedProject(deps.database.query, repository);
  if (project === undefined) {
    return;
  }
  await deps.database.transaction(async (tx) => {
    if (sha === undefined) {
      await removePreview(deps, tx, project, branch);
    } else if (isNew && branch !== project.branch) {
      await openPreview(deps, tx, { project, branch, source: "internal" });
    } else {
      await actOnPush(deps, tx, { project, branch, source: "internal", author: null });
    }
  });
  await followPush(deps, project, branch);
}
