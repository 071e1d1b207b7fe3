import Type, { type Static } from "typebox";
import { get, post, project } from "./define-operation.ts";
import {
  ChangedFile,
  filePath,
  PatchQuery,
  PullRequest,
  PullRequestCommit,
  ViewedFile,
} from "./pull-request-operations.ts";
import { dateTime, Nullable, NullableInteger, Words } from "./schemas.ts";

/** Branches of the built-in git host, and the contents of a pull request for a branch. */

/** The number of the open pull request for this branch; `null` if there is none. */
const pullRequestNumber = NullableInteger();

export const BranchList = Type.Object({
  branches: Type.Array(
    Type.Object({
      name: Type.String(),
      sha: Type.String(),
      message: Type.String(),
      authorName: Type.String(),
      committedAt: dateTime(),
      isPublished: Type.Boolean(),
      isAhead: Type.Boolean(),
      pullRequest: pullRequestNumber,
    }),
  ),
  isCut: Type.Boolean(),
});
export type BranchList = Static<typeof BranchList>;

const branch = Type.String({ minLength: 1, maxLength: 250 });

const ComparisonQuery = Type.Object({
  head: branch,
  base: Type.Optional(branch),
  path: Type.Optional(filePath),
});

export const Comparison = Type.Object({
  head: Type.String(),
  base: Type.String(),
  title: Type.String(),
  body: Type.String(),
  commits: Type.Array(PullRequestCommit),
  files: Type.Array(ChangedFile),
  conflicts: Type.Array(Type.String()),
  pullRequest: pullRequestNumber,
  /** Whether `commits` or `files` is incomplete. */
  isCut: Type.Boolean(),
});
export type Comparison = Static<typeof Comparison>;

export const RenderedPages = Type.Object({
  state: Words(["ready", "building", "failed", "none"]),
  message: Type.String(),
  updateId: Nullable(Type.String()),
  pages: Type.Array(
    Type.Object({
      /** The path on the site, such as `/guides/start`. */
      path: Type.String(),
      status: Words(["added", "removed", "modified"]),
      changes: Type.Optional(Type.Integer()),
    }),
  ),
  isCut: Type.Boolean(),
});
export type RenderedPages = Static<typeof RenderedPages>;

const RenderedQuery = Type.Object({
  /** The path of a page in `pages`. */
  path: filePath,
  side: Words(["old", "new"]),
  theme: Type.Optional(Words(["light", "dark"])),
});

const path = "/project/{projectId}/pull-requests/{number}";

/** The author's markup is shown without its scripts, without an origin, and only inside the dashboard. */
const renderedHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Data that the dashboard's pull request pages load separately. */
export const pullRequestPageOperations = {
  readPullRequest: get("viewer", path, { reply: PullRequest }),
  readPatch: get("viewer", `${path}/patch`, { query: PatchQuery, reply: ChangedFile }),
  markFileViewed: post("viewer", `${path}/viewed`, { body: ViewedFile }),
  listRenderedPages: get("viewer", `${path}/pages`, {
    query: Type.Object({ path: Type.Optional(filePath) }),
    reply: RenderedPages,
  }),
  readRenderedPage: get("viewer", `${path}/rendered`, {
    query: RenderedQuery,
    reply: { status: 200, contentType: "text/html; charset=utf-8", headers: renderedHeaders },
  }),
  listBranches: get("viewer", `${project}/branches`, { reply: BranchList }),
  compareBranches: get("viewer", `${project}/compare`, { query: ComparisonQuery, reply: Comparison }),
};
