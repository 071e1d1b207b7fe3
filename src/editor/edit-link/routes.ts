import type { FastifyInstance } from "fastify";
import { findCurrentSession, type SessionDeps } from "../../accounts/middleware.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { editLinkPath, readEditLink } from "../../projects/edit-link.ts";
import { findProjectById } from "../../projects/store.ts";
import { editableSource } from "../../updates/steps/editable-source.ts";
import type { EditorHosting } from "../editor-deps.ts";

type EditLinkDeps = SessionDeps & Pick<EditorHosting, "locate"> & Pick<Services, "database" | "secrets">;

const locateSeconds = 10;

/** Redirects members to the editor, and everyone else to the file on the git host. */
export function editLinkRoutes(http: FastifyInstance, deps: EditLinkDeps): void {
  http.get<{ Params: { signed: string; "*": string } }>(`${editLinkPath}/:signed/*`, async (request, reply) => {
    const { signed, "*": path } = request.params;
    const projectId = readEditLink(deps.secrets, signed);
    const project = projectId === undefined ? undefined : await findProjectById(deps.database.query, projectId);
    if (project === undefined) {
      throw new AppError("not_found", "This edit link doesn't work anymore; reload the page and try again.");
    }
    const { id, organizationId, domain, branch, directory } = project;
    const session = await findCurrentSession(deps, request);
    const role = session && (await deps.findRole(organizationId, session.userId, id));
    const location =
      role === undefined ? await deps.locate(project, AbortSignal.timeout(locateSeconds * 1_000)) : undefined;
    const host = location && editableSource(location, branch, directory)?.base;
    // If there is no git host to link to, visitors are sent to the editor and asked to sign in, because they may be
    // members.
    const to =
      host === undefined
        ? `${deps.url}/dashboard/${organizationId}/${domain}/editor?${new URLSearchParams({ page: path })}`
        : host + path.split("/").map(encodeURIComponent).join("/");
    return reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(to, 302);
  });
}
