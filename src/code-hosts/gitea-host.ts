import type { CodeHost, PullRequestLink } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";
import { githubLikeHost, repositoryPath, toLink } from "./github-like-host.ts";
import { field, listOf, numberOf } from "./host-fields.ts";
import { type Call, callsTo, openOnce, type RemoteRepository } from "./remote-host.ts";

const pagesMax = 5;
const perPage = 50;
const labelColor = "#6b7280";

/** Gitea and Forgejo. */
export function giteaHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const repository = repositoryPath(remote);

  // The API can't filter by head, so this scans the open pull requests, newest first.
  const findOpenPullRequest = async (head: string, signal: AbortSignal): Promise<PullRequestLink | undefined> => {
    for (let page = 1; page <= pagesMax; page += 1) {
      const pulls = listOf(await call("GET", `${repository}/pulls?state=open&limit=${perPage}&page=${page}`, signal));
      const found = pulls.find((pull) => isFrom(pull, head));
      if (found !== undefined || pulls.length < perPage) {
        return found === undefined ? undefined : toLink(found);
      }
    }
    return undefined;
  };

  return {
    kind: "gitea",
    findOpenPullRequest,
    openPullRequest: ({ head, base, title, body, labels = [], draft = false }, signal) =>
      openOnce(
        () => findOpenPullRequest(head, signal),
        async () => {
          const fields = { head, base, body, title: draft ? `WIP: ${title}` : title };
          const ids = await labelIds(call, repository, labels, signal);
          const request = ids.length === 0 ? fields : { ...fields, labels: ids };
          return toLink(await call("POST", `${repository}/pulls`, signal, request));
        },
      ),
    ...githubLikeHost(call, repository),
  };
}

/** Gitea identifies labels by ID; missing labels are created. Labels are optional: if this fails, none are set. */
async function labelIds(
  call: Call,
  repository: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  if (names.length === 0) {
    return [];
  }
  try {
    const known = listOf(await call("GET", `${repository}/labels?limit=${perPage}`, signal));
    const ids: number[] = [];
    for (const name of names) {
      const found =
        known.find((label) => field(label, "name") === name) ??
        (await call("POST", `${repository}/labels`, signal, { name, color: labelColor }));
      ids.push(numberOf(found, "id"));
    }
    return ids;
  } catch (error) {
    if (!(error instanceof CodeHostError)) {
      throw error;
    }
    return [];
  }
}

/** Whether a pull request comes from this branch of the same repository. Forks may have branches of the same name. */
function isFrom(pull: unknown, head: string): boolean {
  const [from, into] = [field(pull, "head"), field(pull, "base")];
  return field(from, "ref") === head && field(from, "repo_id") === field(into, "repo_id");
}
