import Type, { type Static } from "typebox";
import { ChangedFile, PullRequestCommit, pathField } from "./pull-request-schemas.ts";
import { dateTime, Nullable, Words } from "./schemas.ts";

/** Branches of the built-in git host, and what a pull request for one of them would contain. */

const pullRequestNumber = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  description: "The number of the open pull request for this branch; `null` if there is none.",
});

export const BranchList = Type.Object({
  branches: Type.Array(
    Type.Object({
      name: Type.String(),
      sha: Type.String({ description: "Its newest commit." }),
      message: Type.String({ description: "The first line of the commit message." }),
      authorName: Type.String(),
      committedAt: dateTime("When the newest commit was made."),
      isPublished: Type.Boolean({ description: "Whether it is the branch that the project publishes." }),
      isAhead: Type.Boolean({ description: "Whether it has commits that the published branch doesn't have." }),
      pullRequest: pullRequestNumber,
    }),
    { description: "Newest commit first; at most 100." },
  ),
  isCut: Type.Boolean({ description: "Whether there are more branches." }),
});
export type BranchList = Static<typeof BranchList>;

const branch = (description: string) => Type.String({ minLength: 1, maxLength: 250, description });

export const ComparisonQuery = Type.Object({
  head: branch("The branch with the change."),
  base: Type.Optional(branch("The branch to compare it with. Defaults to the branch that is published.")),
  path: Type.Optional(pathField("Returns only this file, with its patch.")),
});

export const Comparison = Type.Object({
  head: Type.String(),
  base: Type.String(),
  title: Type.String({ description: "A title for a pull request, from the commits." }),
  body: Type.String({ description: "A description for a pull request, from the commits." }),
  commits: Type.Array(PullRequestCommit, { description: "The latest 250 commits, oldest first." }),
  files: Type.Array(ChangedFile, { description: "At most 300, without their patches." }),
  conflicts: Type.Array(Type.String(), { description: "Files that both branches change in the same lines." }),
  pullRequest: pullRequestNumber,
  isCut: Type.Boolean({ description: "Whether `commits` or `files` is incomplete." }),
});
export type Comparison = Static<typeof Comparison>;

export const RenderedPages = Type.Object({
  state: Words(
    ["ready", "building", "failed", "none"],
    "Whether the branch preview shows the current head: it does, it is being built, it failed, or there is none.",
  ),
  message: Type.String({ description: "What to know about the comparison. Empty if there is nothing to add." }),
  updateId: Nullable(Type.String({ description: "The update that builds the preview, or that failed." })),
  pages: Type.Array(
    Type.Object({
      path: Type.String({ description: "The path on the site, such as `/guides/start`." }),
      status: Words(["added", "removed", "modified"], "What happened to the page."),
      changes: Type.Optional(
        Type.Integer({ description: "How many places are marked. Only if you asked for a single page." }),
      ),
    }),
    { description: "The changed files, at most 300." },
  ),
  isCut: Type.Boolean({ description: "Whether there are more pages." }),
});
export type RenderedPages = Static<typeof RenderedPages>;

export const RenderedPagesQuery = Type.Object({
  path: Type.Optional(pathField("Returns only this page, with the number of changes.")),
});

export const RenderedQuery = Type.Object({
  path: pathField("The path of a page in `pages`."),
  side: Words(["old", "new"], "The published page, or the page of the branch preview."),
  theme: Type.Optional(Words(["light", "dark"], "Defaults to the reader's system.")),
});
