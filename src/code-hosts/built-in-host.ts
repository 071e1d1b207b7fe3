import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import { commentPullRequest } from "../pull-requests/comment-pull-request.ts";
import { putStatus } from "../pull-requests/comment-store.ts";
import type { PullRequestDeps } from "../pull-requests/hosted-repository.ts";
import { openPullRequest } from "../pull-requests/open-pull-request.ts";
import { pullRequestUrl } from "../pull-requests/pull-request-url.ts";
import { listOpenOf } from "../pull-requests/store.ts";
import type { CodeHost, PullRequestLink } from "./code-host.ts";
import { CodeHostError, type CodeHostErrorKind } from "./code-host-error.ts";

export interface BuiltInDeps extends PullRequestDeps {
  /** The public address of this server. */
  url: string;
}

const ownName = "Lectern";

/** The git host of this server: no network, no token. */
export function builtInHost(deps: BuiltInDeps, project: Project): CodeHost {
  const { database, clock, url } = deps;
  const findOpen = async (head: string): Promise<PullRequestLink | undefined> => {
    const [open] = await listOpenOf(database.query, project.id, head, "head");
    return open && { number: open.number, url: pullRequestUrl(url, project, open.number) };
  };
  return {
    kind: "built-in",
    findOpenPullRequest: findOpen,
    openPullRequest: (request, signal) =>
      inWordsOfHosts(async () => {
        const found = await findOpen(request.head);
        if (found !== undefined) {
          return found;
        }
        const wanted = { ...request, author: request.author ?? ownName };
        try {
          const { number } = await openPullRequest(deps, project, wanted, signal);
          return { number, url: pullRequestUrl(url, project, number) };
        } catch (error) {
          // Another may have been quicker.
          const other = await findOpen(request.head);
          if (other === undefined) {
            throw error;
          }
          return other;
        }
      }),
    setCommitStatus: (status) => putStatus(database.query, project.id, status, clock.now()),
    comment: (comment) =>
      inWordsOfHosts(async () => {
        await commentPullRequest(deps, project, { ...comment, author: ownName });
      }),
  };
}

const kinds: Partial<Record<AppError["code"], CodeHostErrorKind>> = {
  not_found: "not-found",
  bad_request: "conflict",
  conflict: "conflict",
};

async function inWordsOfHosts<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const kind = error instanceof AppError ? kinds[error.code] : undefined;
    throw kind === undefined || !(error instanceof Error)
      ? error
      : new CodeHostError(kind, error.message, { cause: error });
  }
}
