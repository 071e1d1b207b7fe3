import type { FileVersion } from "../../contract/editor-file-operations.ts";
import { listFileCommits } from "../../git/list-commits.ts";
import { defaultRepositoryLimits as limits } from "../../git/repository.ts";
import { AppError } from "../../platform/errors.ts";
import { canWrite, isTextPath } from "../check-write.ts";
import { type DraftRequest, draftLimits } from "../draft.ts";
import { type DraftSourceDeps, openBase, readBaseFile } from "../draft-source.ts";
import { explainGitErrors } from "../explain-git-errors.ts";

const versionsMax = 50;

/** The newest published versions of a text, newest first. */
export async function listFileVersions(
  deps: DraftSourceDeps,
  request: DraftRequest,
  path: string,
): Promise<FileVersion[]> {
  if (!canWrite(path) || !isTextPath(path)) throw new AppError("not_found", "Text not found in this draft.");
  const { project, draft, signal } = request;
  return explainGitErrors(async () => {
    const repository = await openBase(deps, request);
    const inRepository = project.directory === "" ? path : `${project.directory}/${path}`;
    const commits = await listFileCommits(repository, {
      ...{ sha: draft.baseSha, path: inRepository, max: versionsMax },
      ...{ limits, signal },
    });
    return commits.map(({ sha, authorName, authoredAt, message }) => ({
      sha,
      author: authorName,
      at: new Date(authoredAt).toISOString(),
      title: message.split("\n", 1)[0] ?? "",
    }));
  });
}

/** The text of a listed version. Other commits of the repository can't be read this way. */
export async function readFileVersion(
  deps: DraftSourceDeps,
  request: DraftRequest,
  { path, sha }: { path: string; sha: string },
): Promise<{ text: string }> {
  const versions = await listFileVersions(deps, request, path);
  const { project, signal } = request;
  const content = versions.some((version) => version.sha === sha)
    ? await explainGitErrors(async () => {
        const repository = await openBase(deps, request);
        return readBaseFile(repository, project, { sha, path, bytesMax: draftLimits.textBytesMax, signal });
      })
    : undefined;
  if (content === undefined) throw new AppError("not_found", "This version doesn't have the page.");
  return { text: content.toString() };
}
