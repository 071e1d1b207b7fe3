import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Connection, Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { changeProject, describeProjectChange } from "../../projects/change-project.ts";
import { type CheckDomainDeps, lookUpDomain, recordProof } from "../../projects/domains/check-domain.ts";
import { listClaims } from "../../projects/domains/store.ts";
import { getProject } from "../../projects/get-project.ts";
import { type RemoveProjectDeps, removeProject } from "../../projects/remove-project.ts";
import { listDomains, listProjects, type Project, updateProject } from "../../projects/store.ts";
import { newWebhookSecret } from "../../webhooks/new-webhook-secret.ts";
import { listDeliveries, listRefusals } from "../../webhooks/store.ts";
import {
  type AddedProject,
  type AddProjectDeps,
  addHostedProject,
  addRemoteProject,
  presentAdded,
  withStarter,
} from "./add-project.ts";
import { type PresentDeps, presentProject } from "./present-project.ts";

export interface ProjectRouteDeps extends AddProjectDeps, PresentDeps, RemoveProjectDeps, CheckDomainDeps {}

type ProjectOperations = Pick<
  DashboardOperations,
  | "listProjects"
  | "createProject"
  | "getProject"
  | "changeProject"
  | "checkDomain"
  | "deleteProject"
  | "getWebhook"
  | "rotateWebhookSecret"
>;

const deliveriesShown = 20;

export function projectRoutes(deps: ProjectRouteDeps): Handlers<ProjectOperations> {
  const { database, secrets } = deps;
  const { query } = database;
  return {
    async listProjects({ params }) {
      const projects = await listProjects(query, params.organizationId);
      return { projects: await Promise.all(projects.map((project) => presentProject(deps, query, project))) };
    },

    async createProject({ params: { organizationId }, body: { repository, ...rest }, change, note }) {
      const request = { ...rest, organizationId };
      const add = (make: (tx: Transaction) => Promise<AddedProject>) =>
        change(async (tx) => presentAdded(deps, tx, await make(tx), note));
      return repository === undefined
        ? withStarter(request.name, (folder) => addHostedProject(deps, folder, request, add))
        : add((tx) => addRemoteProject(deps, tx, { ...request, repository }));
    },

    async getProject({ principal, params }) {
      return presentProject(deps, query, await getProject(query, principal.organizationId, params.projectId));
    },

    changeProject: ({ principal, params, body, change, note }) =>
      change(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        const { repositoryToken, ...rest } = body;
        const request = {
          ...rest,
          ...(repositoryToken === undefined ? {} : { repositoryToken: sealed(repositoryToken) }),
        };
        const [addressBefore] = await listDomains(tx, project.id);
        const forgotten = await changeProject(deps, tx, project, request);
        const [address] = await listDomains(tx, project.id);
        const changed = await getProject(tx, principal.organizationId, params.projectId);
        // An admin who turns scripts off doesn't want them to run until somebody happens to push.
        if (address !== addressBefore || changed.withAuthorCode !== project.withAuthorCode) {
          await deps.onMove(tx, project.id);
        }
        note(describeProjectChange(request, forgotten));
        return { ...(await presentProject(deps, tx, changed)), ...(forgotten.length > 0 && { forgotten }) };
      }),

    async checkDomain({ principal, params, body, change, note }) {
      const project = await getProject(query, principal.organizationId, params.projectId);
      const claims = await listClaims(query, project.id);
      const claim = claims.find(({ domain }) => domain === body.domain.toLowerCase());
      if (claim === undefined) {
        throw new AppError("not_found", "The project does not have this domain; add it first.");
      }
      const proof = await lookUpDomain(deps, project, claim.domain);
      return change(async (tx) => {
        const checked = await recordProof(deps, tx, claim, proof);
        note({ domain: claim.domain, ...(checked === undefined ? {} : { state: checked.state }) });
        return presentProject(deps, tx, await getProject(tx, principal.organizationId, params.projectId));
      });
    },

    async deleteProject({ principal, params, body, change, note }) {
      const project = await getProject(query, principal.organizationId, params.projectId);
      if (body.domain !== project.domain) {
        throw new AppError("bad_request", `To delete this project, send its domain identifier, "${project.domain}".`);
      }
      await change(async (tx) => {
        await removeProject(deps, tx, project);
        note({ name: project.name, domain: project.domain });
        return undefined;
      });
      return undefined;
    },

    async getWebhook({ principal, params }) {
      return presentWebhook(query, await getProject(query, principal.organizationId, params.projectId));
    },

    rotateWebhookSecret: ({ principal, params, change }) =>
      change(async (tx) => {
        const project = await getProject(tx, principal.organizationId, params.projectId);
        const webhookSecret = secrets.seal(newWebhookSecret());
        await updateProject(tx, project.id, { webhookSecret });
        return presentWebhook(tx, { ...project, webhookSecret });
      }),
  };

  function sealed(token: string | null): string | null {
    return token === null || token === "" ? null : secrets.seal(token);
  }

  async function presentWebhook(connection: Connection, { id, webhookSecret }: Project) {
    const taken = await listDeliveries(connection, id, deliveriesShown);
    const deliveries = taken.map((delivery) => ({ ...delivery, id: delivery.delivery_id }));
    const refusals = (await listRefusals(connection, id)).map((refusal) => ({ ...refusal, update_id: null }));
    return {
      githubUrl: `${deps.url}/webhooks/github/${id}`,
      gitlabUrl: `${deps.url}/webhooks/gitlab/${id}`,
      secret: webhookSecret === null ? null : secrets.open(webhookSecret),
      deliveries: [...refusals, ...deliveries]
        .sort((one, other) => other.at - one.at)
        .map(({ id, host, event, update_id, problem, at }) => ({
          id,
          host,
          event,
          statusId: update_id,
          problem,
          at: isoTime(at),
        })),
    };
  }
}
