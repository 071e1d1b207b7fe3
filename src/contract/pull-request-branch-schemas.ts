import Type, { type Static } from "typebox";
import { ChangedFile, filePath, PullRequestCommit } from "./pull-request-schemas.ts";
import { dateTime, Nullable, Words } from "./schemas.ts";

/** Branches of the built-in git host, and the contents of a pull request for a branch. */

/** The number of the open pull request for this branch; `null` if there is none. */
const pullRequestNumber = Type.Unsafe<number | null>({ type: ["integer", "null"] });

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

export const ComparisonQuery = Type.Object({
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

export const RenderedPagesQuery = Type.Object({
  path: Type.Optional(filePath),
});

export const RenderedQuery = Type.Object({
  /** The path of a page in `pages`. */
  path: filePath,
  side: Words(["old", "new"]),
  theme: Type.Optional(Words(["light", "dark"])),
});
