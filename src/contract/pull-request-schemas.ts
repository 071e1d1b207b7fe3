import Type, { type Static } from "typebox";
import { dateTime, ListQuery, Nullable, Words } from "./schemas.ts";

/** Pull requests of the built-in git host. */

const PullRequestStatus = Words(["open", "closed", "merged"], "Status of the pull request.");

const summaryFields = {
  number: Type.Integer({ description: "Its number in the project." }),
  title: Type.String(),
  status: PullRequestStatus,
  draft: Type.Boolean({ description: "Whether it is not ready to be merged yet." }),
  head: Type.String({ description: "The branch that holds the change." }),
  base: Type.String({ description: "The branch that should take it." }),
  author: Type.String({ description: "Who opened it." }),
  labels: Type.Array(Type.String()),
  url: Type.String({ format: "uri", description: "Its page." }),
  createdAt: dateTime("When it was opened."),
  updatedAt: dateTime("When it last changed."),
  endedAt: Nullable(dateTime("When it was merged or closed.")),
  endedBy: Nullable(Type.String({ description: "Who merged or closed it; `null` where a push did." })),
};

export const PullRequestSummary = Type.Object(summaryFields);
export type PullRequestSummary = Static<typeof PullRequestSummary>;

export const PullRequestPage = Type.Object({
  pullRequests: Type.Array(PullRequestSummary),
  nextCursor: Nullable(Type.String({ description: "Pass it as `cursor` for the next page; `null` on the last one." })),
});

export const PullRequestComment = Type.Object({
  number: Type.Integer({ description: "Its number in the pull request." }),
  author: Type.String({ description: "Who wrote it." }),
  body: Type.String({ description: "The text, in Markdown." }),
  createdAt: dateTime("When it was written."),
  updatedAt: dateTime("When it last changed."),
});
export type PullRequestComment = Static<typeof PullRequestComment>;

export const PullRequest = Type.Object({
  ...summaryFields,
  body: Type.String({ description: "The description, in Markdown." }),
  headSha: Type.String({ description: "The commit at its head." }),
  baseSha: Type.String({ description: "Where head and base part: the diff begins there." }),
  mergeSha: Nullable(Type.String({ description: "The commit that took it into the base." })),
  conflicts: Type.Array(Type.String(), {
    description: "Files that both branches change in the same lines. While there are any it cannot be merged.",
  }),
  previewUrl: Nullable(
    Type.String({ format: "uri", description: "Where the branch is published; `null` while it is not." }),
  ),
  statuses: Type.Array(
    Type.Object({
      context: Type.String({ description: "Which check it is." }),
      state: Words(["pending", "success", "failure", "error"], "How it ended, if it did."),
      description: Type.String(),
      url: Type.String(),
    }),
    { description: "What checks say of the commit at its head." },
  ),
  commits: Type.Array(
    Type.Object({
      sha: Type.String(),
      message: Type.String(),
      authorName: Type.String(),
      authoredAt: dateTime("When."),
    }),
    { description: "Oldest first; the newest 250." },
  ),
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      previousPath: Type.Optional(Type.String({ description: "Of a renamed file." })),
      status: Words(["added", "removed", "modified", "renamed"], "What happened to it."),
      additions: Type.Integer({ description: "Lines that were added." }),
      deletions: Type.Integer({ description: "Lines that were removed." }),
      patch: Type.Optional(
        Type.String({ description: "Its hunks as git writes them; left out for binary files and long diffs." }),
      ),
    }),
    { description: "At most 300." },
  ),
  comments: Type.Array(PullRequestComment, { description: "Oldest first." }),
  isCut: Type.Boolean({ description: "Whether there is more than `commits` and `files` hold." }),
});
export type PullRequest = Static<typeof PullRequest>;

export const NewMerge = Type.Object({
  method: Type.Optional(Words(["merge", "squash"], "Keep every commit, or make one of them; `merge` without it.")),
  sha: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{40}$",
      description: "The head that was looked at: if it has moved since, nothing is merged.",
    }),
  ),
});

export const titleLengthMax = 300;
export const bodyLengthMax = 65_536;

const branchField = (description: string) => Type.String({ minLength: 1, maxLength: 250, description });
const titleField = Type.String({ minLength: 1, maxLength: titleLengthMax, description: "In one line." });
const bodyField = Type.String({ maxLength: bodyLengthMax, description: "The description, in Markdown." });
const draftField = Type.Boolean({ description: "Whether it is not ready to be merged yet." });

export const NewPullRequest = Type.Object({
  head: branchField("The branch that holds the change. Push it first."),
  base: Type.Optional(branchField("The branch to merge it into. Defaults to the branch that is published.")),
  title: titleField,
  body: Type.Optional(bodyField),
  draft: Type.Optional(draftField),
});

export const PullRequestChange = Type.Object({
  title: Type.Optional(titleField),
  body: Type.Optional(bodyField),
  draft: Type.Optional(draftField),
  status: Type.Optional(Words(["open", "closed"], "`open` reopens a closed pull request.")),
});

export const NewComment = Type.Object({
  body: Type.String({ minLength: 1, maxLength: bodyLengthMax, description: "The text, in Markdown." }),
});

export const PullRequestQuery = Type.Object({ status: Type.Optional(PullRequestStatus), ...ListQuery });
