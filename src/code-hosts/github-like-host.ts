import type { CodeHost, PullRequestLink } from "./code-host.ts";
import { putComment } from "./host-comments.ts";
import { field, numberOf, statusFrom, textOf, webAddressOf } from "./host-fields.ts";
import { type Call, ifFound, type RemoteRepository } from "./remote-host.ts";

const descriptionLengthMax = 140;
const writers = ["write", "maintain", "admin", "owner"];

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
): Pick<CodeHost, "readPullRequestStatus" | "setCommitStatus" | "comment" | "mayWrite" | "findBranch"> {
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
    async mayWrite(account, signal) {
      const path = `${repository}/collaborators/${encodeURIComponent(account)}/permission`;
      const found = await ifFound(call("GET", path, signal));
      return writers.includes(String(field(found, "permission")));
    },
    async findBranch(number, signal) {
      const pull = await call("GET", `${repository}/pulls/${number}`, signal);
      const [head, base] = [field(pull, "head"), field(pull, "base")];
      const isFork = field(field(head, "repo"), "id") !== field(field(base, "repo"), "id");
      return isFork ? undefined : textOf(head, "ref");
    },
  };
}
