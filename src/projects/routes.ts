import { effectiveRole, type FindRole } from "../accounts/member-store.ts";
import { listRolesOfUser } from "../accounts/members/project-role-store.ts";
import type { DashboardOperations } from "../contract/dashboard-operations.ts";
import type { Role } from "../contract/operation.ts";
import type { Handlers, Principal } from "../http/call.ts";
import type { Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { testModel } from "../platform/model/test-model.ts";
import { silentMilliseconds } from "../platform/nodes/report-alive.ts";
import { countNodes } from "../platform/nodes/store.ts";
import {
  type AddedProject,
  type AddProjectDeps,
  addHostedProject,
  addRemoteProject,
  presentAdded,
  withStarter,
} from "./add-project.ts";
import { changedModel } from "./change-model.ts";
import { changeProject, describeProjectChange } from "./change-project.ts";
import { type CheckDomainDeps, lookUpDomain, recordProof } from "./domains/check-domain.ts";
import { listClaims } from "./domains/store.ts";
import { getProject } from "./get-project.ts";
import { type PresentDeps, presentOverview, presentProject } from "./present-project.ts";
import { type RemoveProjectDeps, removeProject } from "./remove-project.ts";
import { listDomains, listProjects } from "./store.ts";

export interface ProjectRouteDeps extends AddProjectDeps, PresentDeps, RemoveProjectDeps, CheckDomainDeps {
  findRole: FindRole;
}

export function projectRoutes(deps: ProjectRouteDeps) {
  const { database, secrets } = deps;
  const { query } = database;
  return {
    async listProjects({ principal: { user }, params }) {
      const projects = await listProjects(query, params.organizationId);
      const roles = await listRolesOfUser(query, user.id);
      const shown = projects.flatMap((project) => {
        const role = effectiveRole(user.role ?? "viewer", roles.get(project.id));
        return role === "none" ? [] : [presentOverview(deps, query, project, role)];
      });
      const { worker } = await countNodes(query, deps.clock.now() - silentMilliseconds);
      return { projects: await Promise.all(shown), hasWorker: worker > 0 };
    },

    async createProject({
      principal: { user: author },
      params: { organizationId },
      body: { repository, ...rest },
      change,
      note,
    }) {
      const request = { ...rest, organizationId };
      const add = (make: (tx: Transaction) => Promise<AddedProject>) =>
        change(async (tx) => presentAdded(deps, tx, await make(tx), note));
      return repository === undefined
        ? withStarter(request.name, (folder) => addHostedProject(deps, folder, { ...request, author }, add))
        : add((tx) => addRemoteProject(deps, tx, { ...request, repository }));
    },

    async getProject({ principal, params }) {
      const project = await getProject(query, principal.organizationId, params.projectId);
      return presentProject(deps, query, project, roleOf(principal));
    },

    changeProject: async ({ principal, params, body, change, note }) => {
      const { organizationId, user } = principal;
      const managesOrganization = (await deps.findRole(organizationId, user.id)) === "admin";
      return change(async (tx) => {
        const project = await getProject(tx, organizationId, params.projectId);
        // Otherwise the project could read any repository of the organization through its GitHub App.
        if (!managesOrganization && (body.repository ?? project.repository) !== project.repository) {
          throw new AppError("forbidden", "Only admins of the organization can change a project's repository.");
        }
        const known = new Set(project.sources.map((source) => source.repository));
        if (
          !managesOrganization &&
          body.sources?.some((source) => source.repository && !known.has(source.repository))
        ) {
          throw new AppError("forbidden", "Only admins of the organization can add a repository to a site.");
        }
        if (!managesOrganization && body.contextRepositories !== undefined) {
          throw new AppError("forbidden", "Only admins of the organization can change a project's code repositories.");
        }
        const { repositoryToken, modelKey, contextRepositories, slack, ...rest } = body;
        const request = {
          ...rest,
          ...(repositoryToken === undefined ? {} : { repositoryToken: sealed(repositoryToken) }),
          ...(modelKey === undefined ? {} : { modelKey: sealed(modelKey) }),
          ...(slack === undefined ? {} : { slack: sealed(slack && JSON.stringify(slack)) }),
          ...(contextRepositories === undefined
            ? {}
            : {
                contextRepositories: contextRepositories.map(({ token, ...one }) => ({
                  ...one,
                  ...(token !== undefined && { token: sealed(token) }),
                })),
              }),
        };
        const [addressBefore] = await listDomains(tx, project.id);
        const forgotten = await changeProject(deps, tx, project, request);
        const [address] = await listDomains(tx, project.id);
        const changed = await getProject(tx, principal.organizationId, params.projectId);
        // An admin who turns scripts off expects them to stop at once, not after the next push.
        const hasMoved = address !== addressBefore || changed.basePath !== project.basePath;
        const hasOtherSources = JSON.stringify(changed.sources) !== JSON.stringify(project.sources);
        if (hasMoved || hasOtherSources || changed.withAuthorCode !== project.withAuthorCode) {
          await deps.onMove(tx, project.id);
        }
        note(describeProjectChange(request, forgotten));
        const presented = await presentProject(deps, tx, changed, roleOf(principal));
        return { ...presented, ...(forgotten.length > 0 && { forgotten }) };
      });
    },

    async testProjectModel({ principal, params, body: { modelKey, ...change }, signal }) {
      const project = await getProject(query, principal.organizationId, params.projectId);
      const installed = await deps.settings.findModel();
      const request = { ...change, ...(modelKey !== undefined && { modelKey: sealed(modelKey) }) };
      const model = await deps.settings.findModelOf(changedModel(installed?.choice, project.model, request));
      return model === undefined
        ? { problem: "There is no model to test; the project uses built-in answers.", milliseconds: 0 }
        : testModel(model, signal);
    },

    async checkDomain({ principal, params, body, change, note }) {
      const project = await getProject(query, principal.organizationId, params.projectId);
      const claims = await listClaims(query, project.id);
      const claim = claims.find(({ domain }) => domain === body.domain.toLowerCase());
      if (claim === undefined) {
        throw new AppError("not_found", "The project doesn't have this domain. Add it first.");
      }
      const proof = await lookUpDomain(deps, project, claim.domain);
      return change(async (tx) => {
        const checked = await recordProof(deps, tx, claim, proof);
        note({ domain: claim.domain, ...(checked === undefined ? {} : { state: checked.state }) });
        const changed = await getProject(tx, principal.organizationId, params.projectId);
        return presentProject(deps, tx, changed, roleOf(principal));
      });
    },

    async deleteProject({ principal, params, body, change, note }) {
      const project = await getProject(query, principal.organizationId, params.projectId);
      if (body.domain !== project.domain) {
        throw new AppError("bad_request", `To delete this project, send its subdomain, "${project.domain}".`);
      }
      await change(async (tx) => {
        await removeProject(deps, tx, project);
        note({ name: project.name, domain: project.domain });
      });
    },
  } satisfies Partial<Handlers<DashboardOperations>>;

  function roleOf({ user }: Principal): Role {
    return user?.role ?? "viewer";
  }

  function sealed(token: string | null): string | null {
    return token === null || token === "" ? null : secrets.seal(token);
  }
}
