import type { CodeHost, NewPullRequest, PullRequestLink } from "./code-host.ts";
import { isConflict } from "./code-host-error.ts";
import { githubLikeHost, repositoryPath, toLink } from "./github-like-host.ts";
import { putComment } from "./host-comments.ts";
import { field, listOf } from "./host-fields.ts";
import { readJobLog } from "./job-log.ts";
import { type Call, callsTo, openOnce, optionally, type RemoteRepository } from "./remote-host.ts";

const annotationsMax = 50;
const annotationsCharactersMax = 2_000;

/** GitHub and GitHub Enterprise. */
export function githubHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const repository = repositoryPath(remote);
  const shared = githubLikeHost(call, repository);
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
    ...shared,
    comment: (comment, signal) => {
      const { number, thread } = comment;
      if (thread?.id === undefined) return shared.comment(comment, signal);
      const comments = `${repository}/pulls/${number}/comments`;
      const paths = {
        all: comments,
        one: (id: number) => `${repository}/pulls/comments/${id}`,
        reply: `${comments}/${encodeURIComponent(thread.id)}/replies`,
        editMethod: "PATCH",
      } as const;
      return putComment(call, paths, comment, signal);
    },
    async readCheck(id, signal) {
      const path = `${repository}/check-runs/${id}/annotations?per_page=${annotationsMax}`;
      const annotations = listOf(await optionally(call("GET", path, signal)));
      const lines = annotations.map(
        (one) => `${field(one, "path")}:${field(one, "start_line")}: ${field(one, "message")}`,
      );
      // The check run of a job of GitHub Actions has the job's number.
      const log = await readJobLog(remote, `${repository}/actions/jobs/${id}/logs`, signal);
      return [lines.join("\n").slice(0, annotationsCharactersMax), log].filter((part) => part !== "").join("\n\n");
    },
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
