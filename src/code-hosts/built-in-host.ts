import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import { commentPullRequest } from "../pull-requests/comment-pull-request.ts";
import { putStatus } from "../pull-requests/comment-store.ts";
import { getPullRequest } from "../pull-requests/get-pull-request.ts";
import type { PullRequestDeps } from "../pull-requests/hosted-repository.ts";
import { openPullRequest } from "../pull-requests/open-pull-request.ts";
import { pullRequestUrl } from "../pull-requests/pull-request.ts";
import { listOpenByProject } from "../pull-requests/store.ts";
import type { CodeHost, PullRequestLink } from "./code-host.ts";
import { CodeHostError, type CodeHostErrorKind } from "./code-host-error.ts";
import { openOnce } from "./remote-host.ts";

export interface BuiltInDeps extends PullRequestDeps {
  /** The server's public address. */
  url: string;
}

const ownName = "Lectern";

/** The built-in git host. It needs no network and no token. */
export function builtInHost(deps: BuiltInDeps, project: Project): CodeHost {
  const { database, clock } = deps;
  const linkTo = (number: number): PullRequestLink => ({ number, url: pullRequestUrl(deps.url, project, number) });
  return {
    kind: "built-in",
    ...openOnce(
      async (head) => {
        const [open] = await listOpenByProject(database.query, project.id, head);
        return open && linkTo(open.number);
      },
      (request, signal) =>
        asCodeHostErrors(async () => {
          const withAuthor = { ...request, author: request.author ?? ownName };
          return linkTo((await openPullRequest(deps, project, withAuthor, signal)).number);
        }),
    ),
    readPullRequestStatus: (number, signal) =>
      asCodeHostErrors(async () => (await getPullRequest(deps, project, number, signal)).status),
    setCommitStatus: (status) => putStatus(database.query, project.id, status, clock.now()),
    comment: ({ thread, ...comment }) =>
      asCodeHostErrors(async () => {
        const replyTo = thread?.id === undefined ? undefined : Number(thread.id);
        const own = { ...comment, replyTo, author: ownName };
        await database.transaction((tx) => commentPullRequest(deps, tx, project, own));
      }),
    // Only people and keys that may write can comment here.
    mayWrite: async () => true,
    findBranch: (number, signal) =>
      asCodeHostErrors(async () => (await getPullRequest(deps, project, number, signal)).head),
    readCheck: async () => "",
  };
}

const kinds: Partial<Record<AppError["code"], CodeHostErrorKind>> = {
  not_found: "not-found",
  bad_request: "conflict",
  conflict: "conflict",
};

async function asCodeHostErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const kind = error instanceof AppError ? kinds[error.code] : undefined;
    throw kind === undefined || !(error instanceof Error)
      ? error
      : new CodeHostError(kind, error.message, { cause: error });
  }
}
