import type { CommitState } from "../pull-requests/pull-request.ts";
import type { CodeHost, PullRequestLink } from "./code-host.ts";
import { CodeHostError } from "./code-host-error.ts";
import { putComment } from "./host-comments.ts";
import { field, listOf, numberOf, statusFrom, textOf, webAddressOf } from "./host-fields.ts";
import { readJobLog } from "./job-log.ts";
import { callsTo, ifFound, openOnce, type RemoteRepository } from "./remote-host.ts";

const states: Readonly<Record<CommitState, string>> = {
  pending: "pending",
  success: "success",
  failure: "failed",
  error: "failed",
};

/** The lowest role that may push. */
const developer = 30;

/** GitLab, where pull requests are merge requests and comments are notes. */
export function gitlabHost(remote: RemoteRepository): CodeHost {
  const call = callsTo(remote);
  const project = `/projects/${encodeURIComponent(remote.path)}`;

  return {
    kind: "gitlab",
    ...openOnce(
      async (head, signal) => {
        const query = new URLSearchParams({ state: "opened", source_branch: head, per_page: "1" });
        const [found] = listOf(await call("GET", `${project}/merge_requests?${query}`, signal));
        return found === undefined ? undefined : toLink(found);
      },
      async ({ head, base, title, body, labels = [], draft = false }, signal) => {
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
    async readPullRequestStatus(number, signal) {
      const mergeRequest = await call("GET", `${project}/merge_requests/${number}`, signal);
      // GitLab locks a merge request while the request is being merged.
      return statusFrom({ opened: "open", locked: "open", merged: "merged", closed: "closed" }, mergeRequest);
    },
    async setCommitStatus({ commit, state, description, url, context }, signal) {
      const status = { state: states[state], name: context, description, target_url: url };
      try {
        await call("POST", `${project}/statuses/${encodeURIComponent(commit)}`, signal, status);
      } catch (error) {
        // GitLab rejects a status that is already set.
        if (!(error instanceof CodeHostError && /cannot transition status/i.test(error.message))) {
          throw error;
        }
      }
    },
    comment(comment, signal) {
      const { number, isOnIssue = false, thread } = comment;
      const about = `${project}/${isOnIssue ? "issues" : "merge_requests"}/${number}`;
      const all = `${about}/notes`;
      const reply = thread?.id && `${about}/discussions/${encodeURIComponent(thread.id)}/notes`;
      return putComment(call, { all, one: (id) => `${all}/${id}`, reply, editMethod: "PUT" }, comment, signal);
    },
    async mayWrite(account, signal) {
      const member = await ifFound(call("GET", `${project}/members/all/${encodeURIComponent(account)}`, signal));
      return Number(field(member, "access_level")) >= developer;
    },
    async findBranch(number, signal) {
      const mergeRequest = await call("GET", `${project}/merge_requests/${number}`, signal);
      const isFork = field(mergeRequest, "source_project_id") !== field(mergeRequest, "target_project_id");
      return isFork ? undefined : textOf(mergeRequest, "source_branch");
    },
    readCheck: (id, signal) => readJobLog(remote, `${project}/jobs/${id}/trace`, signal),
  };
}

function toLink(mergeRequest: unknown): PullRequestLink {
  return { number: numberOf(mergeRequest, "iid"), url: webAddressOf(mergeRequest, "web_url") };
}
