import type { UpdateStatus, UpdateSummary } from "../contract/schemas.ts";
import { isoTime } from "../platform/clock.ts";
import type { Author, Commit, Update } from "./update.ts";

/** In the contract, unknown values are left out, never null. */
export function presentUpdate(update: Update, logs: string[]): UpdateStatus {
  return { ...presentSummary(update), logs };
}

export function presentSummary(update: Update): UpdateSummary {
  return {
    _id: update.id,
    projectId: update.projectId,
    createdAt: isoTime(update.createdAt),
    ...(update.endedAt === null ? undefined : { endedAt: isoTime(update.endedAt) }),
    status: update.status,
    summary: update.summary,
    subdomain: update.subdomain,
    ...(update.screenshotLight === null
      ? undefined
      : { screenshot: update.screenshotLight, screenshotLight: update.screenshotLight }),
    ...(update.screenshotDark === null ? undefined : { screenshotDark: update.screenshotDark }),
    ...(update.author === null ? undefined : { author: presentAuthor(update.author) }),
    ...(update.commit === null ? undefined : { commit: presentCommit(update.commit) }),
    source: update.source,
  };
}

function presentAuthor({ name, avatarUrl, githubUserId }: Author): NonNullable<UpdateSummary["author"]> {
  return {
    name,
    ...(avatarUrl === null ? undefined : { avatarUrl }),
    ...(githubUserId === null ? undefined : { githubUserId }),
  };
}

function presentCommit({ sha, ref, message, filesChanged }: Commit): NonNullable<UpdateSummary["commit"]> {
  return {
    sha,
    ...(ref === null ? undefined : { ref }),
    ...(message === null ? undefined : { message }),
    ...(filesChanged === null ? undefined : { filesChanged }),
  };
}
