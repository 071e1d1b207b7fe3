import type { CodeHost, PullRequestLink } from "./code-host.ts";
import { putComment } from "./host-comments.ts";
import { field, numberOf, statusFrom, webAddressOf } from "./host-fields.ts";
import type { Call, RemoteRepository } from "./remote-host.ts";

const descriptionLengthMax = 140;

export function repositoryPath({ path }: RemoteRepository): string {
  return `/repos/${path.split("/").map(encodeURIComponent).join("/")}`;
}

export function toLink(pull: unknown): PullRequestLink {
  return { number: numberOf(pull, "number"), url: webAddressOf(pull, "html_url") };
}

/** The part of the API that GitHub, Gitea and Forgejo share. They treat pull requests as issues. */
export function githubLikeHost(
  call: Call,
  repository: string,
): Pick<CodeHost, "readPullRequestStatus" | "setCommitStatus" | "comment"> {
  const issues = `${repository}/issues`;
  return {
    async readPullRequestStatus(number, signal) {
      const pull = await call("GET", `${repository}/pulls/${number}`, signal);
      return statusFrom({ open: "open", closed: field(pull, "merged") === true ? "merged" : "closed" }, pull);
    },
    async setCommitStatus({ commit, state, description, url, context }, signal) {
      await call("POST", `${repository}/statuses/${encodeURIComponent(commit)}`, signal, {
        state,
        description: description.slice(0, descriptionLengthMax),
        target_url: url,
        context,
      });
    },
    comment: (comment, signal) =>
      putComment(
        call,
        {
          all: `${issues}/${comment.number}/comments`,
          one: (id) => `${issues}/comments/${id}`,
          editMethod: "PATCH",
        },
        comment,
        signal,
      ),
  };
}
