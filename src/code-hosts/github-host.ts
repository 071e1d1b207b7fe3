import type { CodeHost, NewPullRequest, PullRequestLink } from "./code-host.ts";
import { CodeHostError, isConflict } from "./code-host-error.ts";
import { listOf, numberOf, webAddressOf } from "./host-fields.ts";
import { putCommitStatus, putIssueComment } from "./issue-comments.ts";
import { openOnce } from "./open-once.ts";
import { type Call, callsTo, type RemoteRepository } from "./remote-host.ts";

/** GitHub, GitHub Enterprise, and whatever speaks their API, as another Lectern does. */
export function githubHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const repository = `/repos/${remote.path.split("/").map(encodeURIComponent).join("/")}`;
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
    setCommitStatus: (status, signal) => putCommitStatus(call, repository, status, signal),
    comment: (comment, signal) => putIssueComment(call, repository, comment, signal),
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
    // Some plans know no drafts.
    if (draft && isConflict(error) && /draft/i.test(error.message)) {
      return toLink(await call("POST", path, signal, fields));
    }
    throw error;
  }
}

/** A pull request is worth having without its labels. */
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

function toLink(pull: unknown): PullRequestLink {
  return { number: numberOf(pull, "number"), url: webAddressOf(pull, "html_url") };
}
