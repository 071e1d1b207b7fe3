import type { CodeHost } from "./code-host.ts";
import { githubLikeHost, repositoryPath, toLink } from "./github-like-host.ts";
import { field, listOf, numberOf } from "./host-fields.ts";
import { type Call, callsTo, openOnce, optionally, type RemoteRepository } from "./remote-host.ts";

const pagesMax = 5;
const perPage = 50;
const labelColor = "#6b7280";

/** Gitea and Forgejo. */
export function giteaHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const repository = repositoryPath(remote);

  return {
    kind: "gitea",
    ...openOnce(
      // The API can't filter by head, so this scans the open pull requests, newest first.
      async (head, signal) => {
        for (let page = 1; page <= pagesMax; page += 1) {
          const path = `${repository}/pulls?state=open&limit=${perPage}&page=${page}`;
          const pulls = listOf(await call("GET", path, signal));
          const found = pulls.find((pull) => isFrom(pull, head));
          if (found !== undefined || pulls.length < perPage) {
            return found === undefined ? undefined : toLink(found);
          }
        }
        return undefined;
      },
      async ({ head, base, title, body, labels = [], draft = false }, signal) => {
        const fields = { head, base, body, title: draft ? `WIP: ${title}` : title };
        const ids = labels.length === 0 ? [] : await optionally(labelIds(call, repository, labels, signal));
        const request = ids === undefined || ids.length === 0 ? fields : { ...fields, labels: ids };
        return toLink(await call("POST", `${repository}/pulls`, signal, request));
      },
    ),
    ...githubLikeHost(call, repository),
  };
}

/** The IDs of labels, because Gitea identifies labels by ID. Missing labels are created. */
async function labelIds(
  call: Call,
  repository: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  const known = listOf(await call("GET", `${repository}/labels?limit=${perPage}`, signal));
  const ids: number[] = [];
  for (const name of names) {
    const found =
      known.find((label) => field(label, "name") === name) ??
      (await call("POST", `${repository}/labels`, signal, { name, color: labelColor }));
    ids.push(numberOf(found, "id"));
  }
  return ids;
}

/** Whether a pull request comes from this branch of the same repository. Forks may have branches with the same name. */
function isFrom(pull: unknown, head: string): boolean {
  const [from, into] = [field(pull, "head"), field(pull, "base")];
  return field(from, "ref") === head && field(from, "repo_id") === field(into, "repo_id");
}
