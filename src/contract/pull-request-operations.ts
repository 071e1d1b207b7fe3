import Type, { type Static } from "typebox";
import { read, write } from "./define-operation.ts";
import { namePattern } from "./name-rule.ts";
import {
  Described,
  dateTime,
  flag,
  integer,
  ListQuery,
  Nullable,
  nextCursor,
  text,
  texts,
  url,
  Words,
} from "./schemas.ts";

/** Pull requests of the built-in git host. */

const PullRequestStatus = Words(["open", "closed", "merged"], "Status of the pull request.");

const summaryFields = {
  number: integer("Number of the pull request in the project."),
  title: Type.String(),
  status: PullRequestStatus,
  draft: flag("Whether the pull request is a draft, which can't be merged yet."),
  head: text("The branch with the changes."),
  base: text("The branch to merge into."),
  author: text("Who opened it."),
  labels: Type.Array(Type.String()),
  url: url("URL of the pull request."),
  createdAt: dateTime("When it was opened."),
  updatedAt: dateTime("When it last changed."),
  endedAt: Nullable(dateTime("When it was merged or closed.")),
  endedBy: Nullable(text("Who merged or closed it. `null` if a push did.")),
};

export const PullRequestSummary = Type.Object(summaryFields);
export type PullRequestSummary = Static<typeof PullRequestSummary>;

export const PullRequestPage = Type.Object({
  pullRequests: Type.Array(PullRequestSummary),
  nextCursor,
});

const pathLengthMax = 1_024;
export const filePath = Type.String({ minLength: 1, maxLength: pathLengthMax });
const shaField = (description: string) => text(description, { pattern: "^[0-9a-f]{40}$" });
const pathField = (description: string) => text(description, { minLength: 1, maxLength: pathLengthMax });
const sideField = Words(["old", "new"], "Whether the line is in the file before or after the change.");

export const PullRequestComment = Type.Object({
  number: integer("Number of the comment in the pull request."),
  author: text("Who wrote it."),
  isOwn: flag("Whether you wrote it, so that you can edit it."),
  body: text("The text, in Markdown. Empty if the comment was deleted but has replies."),
  isDeleted: flag("Whether it was deleted. Deleted comments are listed only if they have replies."),
  replyTo: Type.Optional(integer("The number of the comment that started the thread.")),
  place: Type.Optional(
    Described("The line that the comment is about. Missing for general comments and for replies.", {
      path: text("The file."),
      side: sideField,
      line: integer("The line's current number, or the last one if the line has changed since."),
      sha: text("The head of the pull request when the comment was written."),
      text: text("The line as it was."),
      isOutdated: flag("Whether the line has changed since."),
    }),
  ),
  resolvedAt: Nullable(dateTime("When the thread was resolved; `null` while it is open.")),
  resolvedBy: Nullable(text("Who resolved the thread.")),
  createdAt: dateTime("When it was written."),
  updatedAt: dateTime("When it last changed."),
});
export type PullRequestComment = Static<typeof PullRequestComment>;

const verdictField = Words(["approve", "request_changes", "comment"], "The verdict of the review.");

export const PullRequestReview = Type.Object({
  number: integer("Number of the comment in the pull request."),
  author: text("Who reviewed it."),
  verdict: verdictField,
  body: text("The text, in Markdown."),
  sha: text("The head that was reviewed."),
  isCurrent: flag("Whether it is the last verdict of its author."),
  isOutdated: flag("Whether the branch has changed since. Outdated approvals don't count."),
  ignoredBecause: Type.Optional(text("Why its author's last verdict doesn't count. Missing if it counts.")),
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
  previousPath: Type.Optional(text("The path before, if the file was renamed.")),
  status: Words(["added", "removed", "modified", "renamed"], "What happened to the file."),
  similarity: Type.Optional(integer("How much of a renamed file is unchanged, in percent.")),
  additions: integer("Number of lines added."),
  deletions: integer("Number of lines removed."),
  blob: Type.Optional(text("Identifies this version of the file.")),
  isViewed: Type.Optional(flag("Whether you marked this version as viewed.")),
  patch: Type.Optional(text("The hunks in git's format. Missing for binary files and long diffs.")),
});
export type ChangedFile = Static<typeof ChangedFile>;

export const PullRequest = Type.Object({
  ...summaryFields,
  body: text("The description, in Markdown."),
  headSha: text("The latest commit of the head branch."),
  baseSha: text("The merge base, where the diff starts."),
  mergeSha: Nullable(text("The merge commit.")),
  conflicts: texts("Files with conflicts. The pull request can't be merged while there are any."),
  previewUrl: Nullable(url("URL of the branch preview. `null` if there is none.")),
  statuses: Type.Array(
    Type.Object({
      context: text("Name of the check."),
      state: Words(["pending", "success", "failure", "error"], "State of the check; `pending` until it has ended."),
      description: Type.String(),
      url: Type.String(),
    }),
    { description: "Results of the checks for the latest commit." },
  ),
  commits: Type.Array(PullRequestCommit, { description: "The latest 250 commits, oldest first." }),
  files: Type.Array(ChangedFile, { description: "The changed files, at most 300." }),
  comments: Type.Array(PullRequestComment, { description: "Oldest first." }),
  reviews: Type.Array(PullRequestReview, { description: "Oldest first." }),
  isOwn: flag("Whether you opened it, so that someone else has to review it."),
  approvals: integer("How many approvals count: those of the current head by editors who made none of its commits."),
  requiredApprovals: integer("How many approvals the rules of the base branch require."),
  blockers: texts("The reasons why the rules of the base branch don't let you merge, as sentences."),
  publishesTo: Nullable(url("The site that a merge publishes; `null` if a merge publishes nothing.")),
  isCut: flag("Whether `commits` or `files` is incomplete."),
});
export type PullRequest = Static<typeof PullRequest>;

export const NewMerge = Type.Object({
  method: Type.Optional(Words(["merge", "squash"], "`merge` (the default) keeps all commits, `squash` combines them.")),
  sha: Type.Optional(
    text("The head you reviewed. If the branch has changed since, nothing is merged.", { pattern: "^[0-9a-f]{40}$" }),
  ),
});

export const titleLengthMax = 300;
export const bodyLengthMax = 65_536;

const branchField = (description: string) => text(description, { minLength: 1, maxLength: 250 });
const titleField = text("The title, on one line.", { minLength: 1, maxLength: titleLengthMax, pattern: namePattern });
const bodyField = text("The description, in Markdown.", { maxLength: bodyLengthMax });
const draftField = flag("Whether the pull request is a draft, which can't be merged yet.");

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

const commentBody = text("The text, in Markdown.", { minLength: 1, maxLength: bodyLengthMax });

export const NewComment = Type.Object({
  body: commentBody,
  replyTo: Type.Optional(integer("The comment to reply to.", { minimum: 1, maximum: 1_000_000 })),
  place: Type.Optional(
    Described("The line to comment on. Omit it for a general comment or a reply.", {
      path: pathField("A file that the pull request changes."),
      side: sideField,
      line: integer("A line that the diff shows.", { minimum: 1, maximum: 10_000_000 }),
      sha: shaField("The head you are looking at. If the branch has changed since, the comment is rejected."),
    }),
  ),
});

export const CommentChange = Type.Object({
  body: Type.Optional(commentBody),
  resolved: Type.Optional(flag("`true` resolves the thread, `false` reopens it.")),
});

export const NewReview = Type.Object({
  verdict: verdictField,
  body: Type.Optional(text("The text, in Markdown. Optional if you approve.", { maxLength: bodyLengthMax })),
  sha: Type.Optional(shaField("The head you reviewed. If the branch has changed since, the review is rejected.")),
});

export const ViewedFile = Type.Object({
  path: filePath,
  blob: Type.String({ pattern: "^[0-9a-f]{40}$" }),
  viewed: Type.Boolean(),
});

export const PatchQuery = Type.Object({ path: filePath });

export const PullRequestQuery = Type.Object({ status: Type.Optional(PullRequestStatus), ...ListQuery });

const pullRequests = "/v1/project/pull-requests/{projectId}";
const pullRequest = `${pullRequests}/{number}` as const;

/** Pull requests of the built-in git host. Pull requests of other hosts are read and merged there. */
export const pullRequestOperations = {
  listPullRequests: read(pullRequests, "List pull requests", {
    about: "Lists a project's pull requests, newest first.",
    query: PullRequestQuery,
    reply: PullRequestPage,
  }),
  openPullRequest: write(pullRequests, "Open a pull request", {
    about: "Opens a pull request for a pushed branch and publishes a branch preview.",
    body: NewPullRequest,
    created: PullRequest,
  }),
  getPullRequest: read(pullRequest, "Get a pull request", {
    about: "Returns a pull request with its commits, diff, comments and reviews.",
    reply: PullRequest,
  }),
  changePullRequest: write(pullRequest, "Change a pull request", {
    about:
      "Changes the title or description, marks it as ready, or closes or reopens it. Fields you omit stay unchanged.",
    body: PullRequestChange,
    reply: PullRequest,
    hasStates: true,
  }),
  commentPullRequest: write(`${pullRequest}/comments`, "Comment on a pull request", {
    about: "Adds a general comment, a comment on a line of the diff, or a reply.",
    body: NewComment,
    created: PullRequestComment,
    creates: true,
  }),
  changePullRequestComment: write(`${pullRequest}/comments/{comment}`, "Change a comment", {
    about: "Edits your own comment, or resolves or reopens a thread.",
    body: CommentChange,
    reply: PullRequestComment,
  }),
  deletePullRequestComment: write(`${pullRequest}/comments/{comment}/delete`, "Delete a comment", {
    about: "Authors can delete their own comments, and admins can delete any comment. Replies stay.",
  }),
  reviewPullRequest: write(`${pullRequest}/reviews`, "Review a pull request", {
    about:
      "Approves the pull request, requests changes or comments. Only people can approve or request changes, and not on their own pull requests, so use a personal access token.",
    body: NewReview,
    created: PullRequestReview,
    creates: true,
  }),
  mergePullRequest: write(`${pullRequest}/merge`, "Merge a pull request", {
    about:
      "Merges it into its base, which is then published. The rules of a protected branch may require approvals first.",
    body: NewMerge,
    reply: PullRequest,
    hasStates: true,
    example: { status: "merged", endedAt: "2026-02-28T18:00:00.000Z", endedBy: "Ada Lovelace" },
  }),
  closePullRequest: write(`${pullRequest}/close`, "Close a pull request", {
    about: "Closes the pull request without merging it.",
    reply: PullRequest,
    hasStates: true,
    example: { status: "closed", endedAt: "2026-02-28T18:00:00.000Z", endedBy: "Ada Lovelace" },
  }),
};
