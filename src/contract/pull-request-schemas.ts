import Type, { type Static } from "typebox";
import { dateTime, ListQuery, Nullable, Words } from "./schemas.ts";

/** Pull requests of the built-in git host. */

const PullRequestStatus = Words(["open", "closed", "merged"], "Status of the pull request.");

const summaryFields = {
  number: Type.Integer({ description: "Number of the pull request in the project." }),
  title: Type.String(),
  status: PullRequestStatus,
  draft: Type.Boolean({ description: "Whether the pull request is a draft, which can't be merged yet." }),
  head: Type.String({ description: "The branch with the changes." }),
  base: Type.String({ description: "The branch to merge into." }),
  author: Type.String({ description: "Who opened it." }),
  labels: Type.Array(Type.String()),
  url: Type.String({ format: "uri", description: "URL of the pull request." }),
  createdAt: dateTime("When it was opened."),
  updatedAt: dateTime("When it last changed."),
  endedAt: Nullable(dateTime("When it was merged or closed.")),
  endedBy: Nullable(Type.String({ description: "Who merged or closed it. `null` if a push did." })),
};

export const PullRequestSummary = Type.Object(summaryFields);
export type PullRequestSummary = Static<typeof PullRequestSummary>;

export const PullRequestPage = Type.Object({
  pullRequests: Type.Array(PullRequestSummary),
  nextCursor: Nullable(
    Type.String({ description: "Pass this as `cursor` to get the next page. `null` on the last page." }),
  ),
});

const pathLengthMax = 1_024;
export const filePath = Type.String({ minLength: 1, maxLength: pathLengthMax });
const shaField = (description: string) => Type.String({ pattern: "^[0-9a-f]{40}$", description });
const pathField = (description: string) => Type.String({ minLength: 1, maxLength: pathLengthMax, description });
const sideField = Words(["old", "new"], "Whether the line is of the file before or after the change.");

export const PullRequestComment = Type.Object({
  number: Type.Integer({ description: "Number of the comment in the pull request." }),
  author: Type.String({ description: "Who wrote it." }),
  isOwn: Type.Boolean({ description: "Whether you wrote it, so that you can edit it." }),
  body: Type.String({ description: "The text, in Markdown. Empty if the comment was deleted but has replies." }),
  isDeleted: Type.Boolean({
    description: "Whether it was deleted. Deleted comments are listed only if they have replies.",
  }),
  replyTo: Type.Optional(Type.Integer({ description: "The number of the comment that started the thread." })),
  place: Type.Optional(
    Type.Object(
      {
        path: Type.String({ description: "The file." }),
        side: sideField,
        line: Type.Integer({ description: "Where the line is now; where it was, if it has changed since." }),
        sha: Type.String({ description: "The head of the pull request when the comment was written." }),
        text: Type.String({ description: "The line as it was." }),
        isOutdated: Type.Boolean({ description: "Whether the line has changed since." }),
      },
      { description: "The line it is about. Missing for general comments and for replies." },
    ),
  ),
  resolvedAt: Nullable(dateTime("When the thread was resolved; `null` while it is open.")),
  resolvedBy: Nullable(Type.String({ description: "Who resolved the thread." })),
  createdAt: dateTime("When it was written."),
  updatedAt: dateTime("When it last changed."),
});
export type PullRequestComment = Static<typeof PullRequestComment>;

const verdictField = Words(["approve", "request_changes", "comment"], "The verdict of the review.");

export const PullRequestReview = Type.Object({
  number: Type.Integer({ description: "Number of the comment in the pull request." }),
  author: Type.String({ description: "Who reviewed it." }),
  verdict: verdictField,
  body: Type.String({ description: "The text, in Markdown." }),
  sha: Type.String({ description: "The head that was reviewed." }),
  isCurrent: Type.Boolean({ description: "Whether it is the last verdict of its author." }),
  isOutdated: Type.Boolean({
    description: "Whether the branch has changed since. Approvals that are outdated don't count.",
  }),
  createdAt: dateTime("When it was written."),
});
export type PullRequestReview = Static<typeof PullRequestReview>;

export const PullRequestCommit = Type.Object({
  sha: Type.String(),
  message: Type.String(),
  authorName: Type.String(),
  authoredAt: dateTime("When the change was made."),
});

export const ChangedFile = Type.Object({
  path: Type.String(),
  previousPath: Type.Optional(Type.String({ description: "The path before, if the file was renamed." })),
  status: Words(["added", "removed", "modified", "renamed"], "What happened to the file."),
  similarity: Type.Optional(
    Type.Integer({ description: "How much of a renamed file is unchanged, in percent; 100 if all of it is." }),
  ),
  additions: Type.Integer({ description: "Number of lines added." }),
  deletions: Type.Integer({ description: "Number of lines removed." }),
  blob: Type.Optional(Type.String({ description: "Identifies this version of the file." })),
  isViewed: Type.Optional(Type.Boolean({ description: "Whether you marked this version as viewed." })),
  patch: Type.Optional(
    Type.String({ description: "The hunks in git's format. Missing for binary files and long diffs." }),
  ),
});
export type ChangedFile = Static<typeof ChangedFile>;

export const PullRequest = Type.Object({
  ...summaryFields,
  body: Type.String({ description: "The description, in Markdown." }),
  headSha: Type.String({ description: "The latest commit of the head branch." }),
  baseSha: Type.String({ description: "The merge base, which the diff is compared with." }),
  mergeSha: Nullable(Type.String({ description: "The merge commit." })),
  conflicts: Type.Array(Type.String(), {
    description: "Files with conflicts. The pull request can't be merged while there are any.",
  }),
  previewUrl: Nullable(
    Type.String({ format: "uri", description: "URL of the branch preview. `null` if there is none." }),
  ),
  statuses: Type.Array(
    Type.Object({
      context: Type.String({ description: "Name of the check." }),
      state: Words(["pending", "success", "failure", "error"], "How it ended, if it did."),
      description: Type.String(),
      url: Type.String(),
    }),
    { description: "Results of the checks for the latest commit." },
  ),
  commits: Type.Array(PullRequestCommit, { description: "The latest 250 commits, oldest first." }),
  files: Type.Array(ChangedFile, { description: "The changed files, at most 300." }),
  comments: Type.Array(PullRequestComment, { description: "Oldest first." }),
  reviews: Type.Array(PullRequestReview, { description: "Oldest first." }),
  isOwn: Type.Boolean({ description: "Whether you opened it, so that someone else has to review it." }),
  approvals: Type.Integer({ description: "How many people have approved the current head." }),
  requiredApprovals: Type.Integer({ description: "How many approvals the rules of the base branch require." }),
  blockers: Type.Array(Type.String(), {
    description: "Why the rules of the base branch don't let you merge it, each as a sentence.",
  }),
  publishesTo: Nullable(
    Type.String({ format: "uri", description: "The site that merging publishes; `null` if it publishes nothing." }),
  ),
  isCut: Type.Boolean({ description: "Whether `commits` or `files` is incomplete." }),
});
export type PullRequest = Static<typeof PullRequest>;

export const NewMerge = Type.Object({
  method: Type.Optional(Words(["merge", "squash"], "Keep every commit, or make one of them; `merge` without it.")),
  sha: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{40}$",
      description: "The head you reviewed. If the branch has changed since, nothing is merged.",
    }),
  ),
});

export const titleLengthMax = 300;
export const bodyLengthMax = 65_536;

const branchField = (description: string) => Type.String({ minLength: 1, maxLength: 250, description });
const titleField = Type.String({ minLength: 1, maxLength: titleLengthMax, description: "The title, on one line." });
const bodyField = Type.String({ maxLength: bodyLengthMax, description: "The description, in Markdown." });
const draftField = Type.Boolean({ description: "Whether the pull request is a draft, which can't be merged yet." });

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

const commentBody = Type.String({ minLength: 1, maxLength: bodyLengthMax, description: "The text, in Markdown." });

export const NewComment = Type.Object({
  body: commentBody,
  replyTo: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: "The comment to reply to." })),
  place: Type.Optional(
    Type.Object(
      {
        path: pathField("A file that the pull request changes."),
        side: sideField,
        line: Type.Integer({ minimum: 1, maximum: 10_000_000, description: "A line that the diff shows." }),
        sha: shaField("The head you are looking at. If the branch has changed since, the comment is rejected."),
      },
      { description: "The line to comment on. Omit it for a general comment or a reply." },
    ),
  ),
});

export const CommentChange = Type.Object({
  body: Type.Optional(commentBody),
  resolved: Type.Optional(Type.Boolean({ description: "`true` resolves the thread, `false` reopens it." })),
});

export const NewReview = Type.Object({
  verdict: verdictField,
  body: Type.Optional(
    Type.String({ maxLength: bodyLengthMax, description: "The text, in Markdown. Optional if you approve." }),
  ),
  sha: Type.Optional(shaField("The head you reviewed. If the branch has changed since, the review is rejected.")),
});

export const ViewedFile = Type.Object({
  path: filePath,
  blob: Type.String({ pattern: "^[0-9a-f]{40}$" }),
  viewed: Type.Boolean(),
});

export const PatchQuery = Type.Object({ path: filePath });

export const PullRequestQuery = Type.Object({ status: Type.Optional(PullRequestStatus), ...ListQuery });
