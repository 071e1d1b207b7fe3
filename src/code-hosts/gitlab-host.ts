import type { CodeHost, CommitState, NewComment, PullRequestLink } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";
import { hasMark, withMark } from "./comment-mark.ts";
import { field, listOf, numberOf, webAddressOf } from "./host-fields.ts";
import { openOnce } from "./open-once.ts";
import { type Call, callsTo, type RemoteRepository } from "./remote-host.ts";

const pagesMax = 5;
const perPage = 50;
const states: Readonly<Record<CommitState, string>> = {
  pending: "pending",
  success: "success",
  failure: "failed",
  error: "failed",
};

/** GitLab, where pull requests are merge requests and comments are notes. */
export function gitlabHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const project = `/projects/${encodeURIComponent(remote.path)}`;

  const findOpenPullRequest = async (head: string, signal: AbortSignal): Promise<PullRequestLink | undefined> => {
    const query = new URLSearchParams({ state: "opened", source_branch: head, per_page: "1" });
    const [found] = listOf(await call("GET", `${project}/merge_requests?${query}`, signal));
    return found === undefined ? undefined : toLink(found);
  };

  return {
    kind: "gitlab",
    findOpenPullRequest,
    openPullRequest: ({ head, base, title, body, labels = [], draft = false }, signal) =>
      openOnce(
        () => findOpenPullRequest(head, signal),
        async () => {
          const opened = await call("POST", `${project}/merge_requests`, signal, {
            source_branch: head,
            target_branch: base,
            title: draft ? `Draft: ${title}` : title,
            description: body,
            ...(labels.length === 0 ? {} : { labels: labels.join(",") }),
          });
          return toLink(opened);
        },
      ),
    async setCommitStatus({ commit, state, description, url, context }, signal) {
      const status = { state: states[state], name: context, description, target_url: url };
      try {
        await call("POST", `${project}/statuses/${encodeURIComponent(commit)}`, signal, status);
      } catch (error) {
        // GitLab refuses a status that is set already, which is all that was asked for.
        if (!(error instanceof CodeHostError && /cannot transition status/i.test(error.message))) {
          throw error;
        }
      }
    },
    comment: (comment, signal) => putNote(call, project, comment, signal),
  };
}

async function putNote(
  call: Call,
  project: string,
  { number, key, body }: NewComment,
  signal: AbortSignal,
): Promise<void> {
  const notes = `${project}/merge_requests/${number}/notes`;
  const text = { body: withMark(key, body) };
  for (let page = 1; page <= pagesMax; page += 1) {
    const found = listOf(await call("GET", `${notes}?per_page=${perPage}&page=${page}`, signal));
    const own = found.find((note) => hasMark(key, field(note, "body")));
    if (own !== undefined) {
      await call("PUT", `${notes}/${numberOf(own, "id")}`, signal, text);
      return;
    }
    if (found.length < perPage) {
      break;
    }
  }
  await call("POST", notes, signal, text);
}

function toLink(mergeRequest: unknown): PullRequestLink {
  return { number: numberOf(mergeRequest, "iid"), url: webAddressOf(mergeRequest, "web_url") };
}
