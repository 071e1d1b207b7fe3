import type { CodeHost, NewPullRequest, PullRequestLink } from "./code-host.ts";
import { isConflict } from "./code-host-error.ts";
import { githubLikeHost, repositoryPath, toLink } from "./github-like-host.ts";
import { listOf } from "./host-fields.ts";
import { type Call, callsTo, openOnce, optionally, type RemoteRepository } from "./remote-host.ts";

/** GitHub and GitHub Enterprise. */
export function githubHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const repository = repositoryPath(remote);
  const [owner = ""] = remote.path.split("/");

  return {
    kind: "github",
    ...openOnce(
      async (head, signal) => {
        const query = new URLSearchParams({ state: "open", head: `${owner}:${head}`, per_page: "1" });
        const [found] = listOf(await call("GET", `${repository}/pulls?${query}`, signal));
        return found === undefined ? undefined : toLink(found);
      },
      async (request, signal) => {
        const link = await create(call, repository, request, signal);
        const labels = [...(request.labels ?? [])];
        const path = `${repository}/issues/${link.number}/labels`;
        if (labels.length > 0) await optionally(call("POST", path, signal, { labels }));
        return link;
      },
    ),
    ...githubLikeHost(call, repository),
  };
}

async function create(
  call: Call,
  repository: string,
  { head, base, title, body, draft = false }: NewPullRequest,
  signal: AbortSignal,
): Promise<PullRequestLink> {
  const path = `${repository}/pulls`;
  const fields = { head, base, title, body };
  try {
    return toLink(await call("POST", path, signal, { ...fields, draft }));
  } catch (error) {
    // Some GitHub plans don't support drafts.
    if (draft && isConflict(error) && /draft/i.test(error.message)) {
      return toLink(await call("POST", path, signal, fields));
    }
    throw error;
  }
}
