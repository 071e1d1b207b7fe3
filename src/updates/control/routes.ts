import { join } from "node:path";
import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import { readFileOf } from "../../git/read-file.ts";
import { defaultRepositoryLimits } from "../../git/repository.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { getProject } from "../../projects/get-project.ts";
import { openRepository } from "../../projects/repositories/open-repository.ts";
import type { RepositoryDeps } from "../../projects/repositories/repository-deps.ts";
import { isPreview } from "../../projects/sites/site-address.ts";
import { listSites } from "../../projects/sites/store.ts";
import { removePreview } from "../act-on-push.ts";
import { cancelUpdate } from "../cancel-update.ts";
import { findUpdate } from "../store.ts";

export interface UpdateControlDeps extends RepositoryDeps, Pick<Services, "queue"> {
  siteUrl(subdomain: string): string;
}

export function updateControlRoutes(deps: UpdateControlDeps) {
  const { database } = deps;
  return {
    cancelUpdate: ({ params, change }) => change((tx) => cancelUpdate(deps, tx, params.statusId)),

    readUpdateSource: ({ params, query, signal }) =>
      readSource(deps, { statusId: params.statusId, path: query.path, signal }),

    async listPreviews({ principal, params }) {
      const project = await getProject(database.query, principal.organizationId, params.projectId);
      const sites = (await listSites(database.query, project.id)).filter(isPreview);
      const previews = sites
        .sort((a, b) => b.publishedAt - a.publishedAt)
        .map(({ branch, subdomain, updateId, publishedAt }) => ({
          branch,
          subdomain,
          url: deps.siteUrl(subdomain),
          statusId: updateId,
          publishedAt: isoTime(publishedAt),
        }));
      return { previews };
    },

    removePreview: ({ principal, params, body, change, note }) =>
      change(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        const sites = await listSites(tx, project.id);
        if (!sites.some((site) => isPreview(site) && site.branch === body.branch)) {
          throw new AppError("not_found", `The branch ${body.branch} has no preview.`);
        }
        await removePreview(deps, tx, project, body.branch);
        note({ branch: body.branch });
      }),
  } satisfies Partial<Handlers<DashboardOperations>>;
}

const bytesMax = 1024 * 1024;

/** Reads a file at the commit of an update. Only for repositories on the built-in git host. */
async function readSource(
  deps: RepositoryDeps,
  { statusId, path, signal }: { statusId: string; path: string; signal: AbortSignal },
): Promise<{ path: string; text: string }> {
  const update = await findUpdate(deps.database.query, statusId);
  const sha = update?.builtSha ?? update?.commit?.sha;
  if (update === undefined || sha === undefined) {
    throw new AppError("not_found", "This update has no commit, so there is no source to show.");
  }
  const project = await getProject(deps.database.query, update.organizationId, update.projectId);
  if (project.hostedRepository === null) {
    throw new AppError("not_found", "The repository is on another git host; view the file there.");
  }
  const content = await readFileOf(await openRepository(deps, project, signal), {
    sha,
    path: join(project.directory, path),
    bytesMax,
    limits: defaultRepositoryLimits,
    signal,
  });
  if (content === undefined) {
    throw new AppError("not_found", `The commit ${sha.slice(0, 7)} has no file ${path}.`);
  }
  return { path, text: content.toString("utf8") };
}
