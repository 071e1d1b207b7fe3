import type { CommitStatus, NewComment } from "./code-host.ts";
import { hasMark, withMark } from "./comment-mark.ts";
import { field, listOf, numberOf } from "./host-fields.ts";
import type { Call } from "./remote-host.ts";

const pagesMax = 5;
const perPage = 50;
const descriptionLengthMax = 140;

/** Writes a comment in the way that GitHub, Gitea and Forgejo share: pull requests are issues. */
export async function putIssueComment(
  call: Call,
  repository: string,
  { number, key, body }: NewComment,
  signal: AbortSignal,
): Promise<void> {
  const text = { body: withMark(key, body) };
  for (let page = 1; page <= pagesMax; page += 1) {
    const path = `${repository}/issues/${number}/comments?per_page=${perPage}&limit=${perPage}&page=${page}`;
    const comments = listOf(await call("GET", path, signal));
    const own = comments.find((comment) => hasMark(key, field(comment, "body")));
    if (own !== undefined) {
      await call("PATCH", `${repository}/issues/comments/${numberOf(own, "id")}`, signal, text);
      return;
    }
    if (comments.length < perPage) {
      break;
    }
  }
  await call("POST", `${repository}/issues/${number}/comments`, signal, text);
}

/** Sets a status in the way that GitHub, Gitea and Forgejo share. */
export async function putCommitStatus(
  call: Call,
  repository: string,
  { commit, state, description, url, context }: CommitStatus,
  signal: AbortSignal,
): Promise<void> {
  await call("POST", `${repository}/statuses/${encodeURIComponent(commit)}`, signal, {
    state,
    description: description.slice(0, descriptionLengthMax),
    target_url: url,
    context,
  });
}
