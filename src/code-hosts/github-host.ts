import type { CodeHost, NewPullRequest, PullRequestLink } from "./code-host.ts";
import { CodeHostError, isConflict } from "./code-host-error.ts";
import { githubLikeHost, repositoryPath, toLink } from "./github-like-host.ts";
import { listOf } from "./host-fields.ts";
import { type Call, callsTo, openOnce, type RemoteRepository } from "./remote-host.ts";

/** GitHub and GitHub Enterprise. */
export function githubHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const repository = repositoryPath(remote);
  const [owner = ""] = remote.path.split("/");

  const findOpenPullRequest = async (head: string, signal: AbortSignal): Promise<PullRequestLink | undefined> => {
    const query = new URLSearchParams({ state: "open", head: `${owner}:${head}`, per_page: "1" });
    const [found] = listOf(await call("GET", `${repository}/pulls?${query}`, signal));
    return found === undefined ? undefined : toLink(found);
  };

  return {
    kind: "github",
    findOpenPullRequest,
    openPullRequest: (request, signal) =>
      openOnce(
        () => findOpenPullRequest(request.head, signal),
        async () => {
          const link = await create(call, repository, request, signal);
          await label(call, repository, link.number, request.labels ?? [], signal);
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

/** Labels are optional: a failure to set them is ignored. */
async function label(
  call: Call,
  repository: string,
  number: number,
  labels: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (labels.length === 0) {
    return;
  }
  try {
    await call("POST", `${repository}/issues/${number}/labels`, signal, { labels: [...labels] });
  } catch (error) {
    if (!(error instanceof CodeHostError)) {
      throw error;
    }
  }
}
