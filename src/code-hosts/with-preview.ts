import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { openPreview } from "../updates/act-on-push.ts";
import type { ChooseCodeHost } from "./code-host.ts";

/** A pull request that we open gets a preview at once, also where no webhook tells us of it. */
export function withPreview(
  deps: { database: Database; queue: Queue; clock: Clock },
  choose: ChooseCodeHost,
): ChooseCodeHost {
  return async (project, signal) => {
    const host = await choose(project, signal);
    return {
      ...host,
      async openPullRequest(request, leaving) {
        const link = await host.openPullRequest(request, leaving);
        const branch = { project, branch: request.head, source: "internal" } as const;
        await deps.database.transaction((tx) => openPreview(deps, tx, branch));
        return link;
      },
    };
  };
}
