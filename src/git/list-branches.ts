import { checkSha } from "./branches.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { readStart } from "./run-git.ts";

export interface Branch {
  name: string;
  sha: string;
  authorName: string;
  /** Milliseconds since the epoch. */
  committedAt: number;
  /** The first line of the message of the branch's newest commit. */
  message: string;
}

const fieldLengthMax = 500;
const listBytesMax = 2_000_000;
const format = "%(objectname)%00%(refname:lstrip=2)%00%(committerdate:unix)%00%(authorname)%00%(contents:subject)%00";

interface BranchesRequest extends RepositoryUse {
  max: number;
  /** Lists only branches with commits that this branch doesn't have. */
  notIn?: string | undefined;
}

/** The branches with the newest commits. */
export async function listBranches(
  repository: Repository,
  { max, notIn, ...use }: BranchesRequest,
): Promise<{ branches: Branch[]; isCut: boolean }> {
  if (notIn !== undefined) checkSha(notIn);
  const text = await readStart(repository, use, listBytesMax, [
    ...["for-each-ref", "--sort=-committerdate", `--count=${max + 1}`, `--format=${format}`],
    ...(notIn === undefined ? [] : [`--no-merged=${notIn}`]),
    "refs/heads/",
  ]);
  const fields = text.split("\0");
  const branches: Branch[] = [];
  for (let at = 0; at + 5 < fields.length; at += 5) {
    const [sha = "", name = "", seconds = "", authorName = "", message = ""] = fields.slice(at, at + 5);
    const committedAt = Number(seconds) * 1_000;
    branches.push({
      // Each record except the first starts with the line break that ended the previous one.
      sha: sha.trim(),
      name,
      authorName: authorName.slice(0, fieldLengthMax),
      committedAt: Number.isNaN(new Date(committedAt).getTime()) ? 0 : committedAt,
      message: message.slice(0, fieldLengthMax),
    });
  }
  return { branches: branches.slice(0, max), isCut: branches.length > max };
}
