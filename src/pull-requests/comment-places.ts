import { diffFile, type FileChange } from "../git/diff-commits.ts";
import { followLines } from "../git/follow-lines.ts";
import type { Repository, RepositoryUse } from "../git/repository.ts";
import { AppError } from "../platform/errors.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import { boundedBy, type PullRequestDeps } from "./hosted-repository.ts";
import type { CommentPlace, PullRequestComment, PullRequestRequest } from "./pull-request.ts";

/** `sha` is the head commit that the author of the comment saw. */
type PlaceRequest = Omit<CommentPlace, "blob" | "text">;

const lineTextLengthMax = 500;
/** The maximum number of version pairs that are compared for one page. Lines in further versions count as changed. */
const comparisonsMax = 50;

/** Finds the line of a diff that a new comment is about. */
export async function findPlace(
  deps: PullRequestDeps,
  { project, pullRequest, signal }: PullRequestRequest,
  { path, side, line, sha }: PlaceRequest,
): Promise<CommentPlace> {
  const { baseSha: from, headSha: to } = pullRequest;
  if (sha !== to) {
    throw new AppError("conflict", "There are newer changes than those on this page; reload it and comment again.");
  }
  const repository = await openRepository(deps, project, signal);
  const file = await diffFile(repository, { from, to, path, ...boundedBy(signal) });
  const blob = file && blobOf(file, side);
  const text = findLine(file?.patch ?? "", side, line);
  if (blob === undefined || text === undefined) {
    throw new AppError("bad_request", `Line ${line} of ${path} isn't part of this change; comment on a line that is.`);
  }
  return { path, side, line, sha, blob, text: text.slice(0, lineTextLengthMax) };
}

/**
 * The current line of each comment, by the comment's number. Lines that have changed since the comment are left out.
 */
export async function locateComments(
  repository: Repository,
  comments: readonly PullRequestComment[],
  files: readonly FileChange[],
  use: RepositoryUse,
): Promise<Map<number, number>> {
  const lines = new Map<number, number>();
  const compared = new Map<string, Promise<(line: number) => number | undefined>>();
  const compare = (from: string, to: string) => {
    const key = `${from} ${to}`;
    const known = compared.get(key);
    if (known !== undefined || compared.size >= comparisonsMax) return known;
    const comparing = followLines(repository, { from, to, ...use });
    compared.set(key, comparing);
    return comparing;
  };
  for (const { number, place, deletedAt } of comments) {
    if (place === null || deletedAt !== null) continue;
    const file = files.find(({ path }) => path === place.path);
    const blob = file && blobOf(file, place.side);
    const follow = blob === undefined ? undefined : await compare(place.blob, blob);
    const line = follow?.(place.line);
    if (line !== undefined) lines.set(number, line);
  }
  return lines;
}

function blobOf({ status, blob, previousBlob }: FileChange, side: "old" | "new"): string | undefined {
  if (side === "old") return previousBlob;
  return status === "removed" ? undefined : blob;
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** The text of a line in a patch; undefined if the patch doesn't contain the line. */
function findLine(patch: string, side: "old" | "new", wanted: number): string | undefined {
  const own = side === "old" ? "-" : "+";
  let at = 0;
  for (const line of patch.split("\n")) {
    const head = hunkHead.exec(line);
    if (head !== null) {
      at = Number(side === "old" ? head[1] : head[2]);
    } else if (line.startsWith(own) || line.startsWith(" ")) {
      if (at === wanted) return line.slice(1);
      at += 1;
    }
  }
  return undefined;
}
