import type { CodeHost, LinePlace, NewComment } from "./code-host.ts";
import { githubLikeHost, repositoryPath, toLink } from "./github-like-host.ts";
import { isOwnComment, markOf } from "./host-comments.ts";
import { field, listOf, numberOf, textOf } from "./host-fields.ts";
import { readJobLog } from "./job-log.ts";
import { type Call, callsTo, openOnce, optionally, type RemoteRepository } from "./remote-host.ts";

const pagesMax = 5;
const perPage = 50;
const labelColor = "#6b7280";

/** Gitea and Forgejo. */
export function giteaHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const repository = repositoryPath(remote);
  const shared = githubLikeHost(call, repository);

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
    ...shared,
    comment: (comment, signal) =>
      comment.thread?.places?.length
        ? reviewLines(call, repository, { ...comment, places: comment.thread.places }, signal)
        : shared.comment(comment, signal),
    // The output of other checks is not in Gitea's API.
    readCheck: (id, signal) => readJobLog(remote, `${repository}/actions/jobs/${id}/logs`, signal),
    async readReview(number, account, signal) {
      const reviews = `${repository}/pulls/${number}/reviews`;
      const newest = (await listReviews(call, reviews, signal)).findLast(
        (review) => field(field(review, "user"), "login") === account && !isOwnComment(String(field(review, "body"))),
      );
      if (newest === undefined) return undefined;
      const comments = listOf(await call("GET", `${reviews}/${numberOf(newest, "id")}/comments`, signal));
      return {
        text: textOf(newest, "body"),
        comments: comments.map((one) => ({
          path: textOf(one, "path"),
          line: numberOf(one, "position"),
          text: textOf(one, "body"),
        })),
      };
    },
  };
}

/** Gitea has no replies, but comments on the same line become one discussion. */
async function reviewLines(
  call: Call,
  repository: string,
  { number, key, body, places }: NewComment & { places: readonly LinePlace[] },
  signal: AbortSignal,
): Promise<void> {
  const reviews = `${repository}/pulls/${number}/reviews`;
  const known = await listReviews(call, reviews, signal);
  if (known.some((review) => String(field(review, "body")).startsWith(markOf(key)))) return;
  const comments = places.map(({ path, line }) => ({ path, new_position: line, body }));
  await call("POST", reviews, signal, { event: "COMMENT", body: markOf(key), comments });
}

/** Oldest first. */
async function listReviews(call: Call, reviews: string, signal: AbortSignal): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const some = listOf(await call("GET", `${reviews}?limit=${perPage}&page=${page}`, signal));
    found.push(...some);
    if (some.length < perPage) break;
  }
  return found;
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
