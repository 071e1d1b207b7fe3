import type { DashboardOperations } from "../../contract/dashboard-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { getProject } from "../../projects/get-project.ts";
import { newWebhookSecret } from "../../projects/new-webhook-secret.ts";
import { type Project, updateProject } from "../../projects/store.ts";
import { listDeliveries, listRefusals } from "../store.ts";

interface WebhookSettingDeps extends Pick<Services, "database" | "secrets"> {
  /** The server's public address. */
  url: string;
}

const deliveriesShown = 20;

/** The webhook that a project's code host calls, as its settings show it. */
export function webhookSettingRoutes(deps: WebhookSettingDeps) {
  const { secrets } = deps;
  const { query } = deps.database;
  return {
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
  } satisfies Partial<Handlers<DashboardOperations>>;

  async function presentWebhook(connection: Connection, { id, webhookSecret }: Project) {
    const taken = await listDeliveries(connection, id, deliveriesShown);
    const deliveries = taken.map((delivery) => ({ ...delivery, id: delivery.deliveryId }));
    const refusals = (await listRefusals(connection, id)).map((refusal) => ({ ...refusal, updateId: null }));
    return {
      githubUrl: `${deps.url}/webhooks/github/${id}`,
      gitlabUrl: `${deps.url}/webhooks/gitlab/${id}`,
      secret: webhookSecret === null ? null : secrets.open(webhookSecret),
      deliveries: [...refusals, ...deliveries]
        .sort((one, other) => other.at - one.at)
        .map(({ id, host, event, updateId, problem, at }) => ({
          id,
          host,
          event,
          statusId: updateId,
          problem,
          at: isoTime(at),
        })),
    };
  }
}
