import { type Clock, dayMilliseconds } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Secrets } from "../platform/secrets.ts";
import { findProjectById, type Project } from "../projects/store.ts";
import type { PushAnswer } from "../updates/act-on-push.ts";
import { actOnEvent, repositoryProblem } from "./act-on-event.ts";
import { noteRefusal } from "./note-refusal.ts";
import { readDelivery } from "./read-delivery.ts";
import { readGithubEvent } from "./read-github-event.ts";
import { readGitlabEvent } from "./read-gitlab-event.ts";
import { readPayload } from "./read-payload.ts";
import { type DeliveryKey, findDeliveredUpdate, recordDeliveredUpdate, takeDelivery } from "./store.ts";
import { verifySignature } from "./verify-signature.ts";
import type { WebhookEvent } from "./webhook-event.ts";
import type { WebhookRequest } from "./webhook-request.ts";

/** How long a delivery is remembered, and so how late a repeat of it is known. */
export const deliveryMilliseconds = 30 * dayMilliseconds;

export interface ReceiveDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  secrets: Secrets;
}

const readEvent = { github: readGithubEvent, gitlab: readGitlabEvent };

/** Takes what a git host tells about a project: who sent it is checked first, and nothing happens twice. */
export async function receiveWebhook(deps: ReceiveDeps, request: WebhookRequest): Promise<PushAnswer> {
  const { database, clock, secrets } = deps;
  const { project, sealedSecret } = await getSecretProject(database, request.projectId);
  const now = clock.now();
  const secret = secrets.open(sealedSecret);
  const { id, name, event } = await noteRefusal(deps, request, () => {
    verifySignature(request, secret, now);
    return readSigned(request);
  });
  const problem = repositoryProblem(project, event);
  const delivery = { projectId: project.id, id, host: request.host, event: name, problem, at: now };
  return database.transaction(async (tx) => {
    if (!(await takeDelivery(tx, delivery))) {
      return answerAgain(tx, delivery);
    }
    const answer = await actOnEvent(deps, tx, { project, host: request.host, event });
    if ("statusId" in answer) {
      await recordDeliveredUpdate(tx, delivery, answer.statusId);
    }
    return answer;
  });
}

function readSigned(request: WebhookRequest): { id: string; name: string; event: WebhookEvent } {
  const { id, event: name } = readDelivery(request);
  return { id, name, event: readEvent[request.host](name, readPayload(request)) };
}

// A project that takes no webhooks looks like one that does not exist: nobody can have been given its address.
async function getSecretProject(database: Database, id: string): Promise<{ project: Project; sealedSecret: string }> {
  const project = await findProjectById(database.query, id);
  if (project === undefined || project.webhookSecret === null) {
    throw new AppError(
      "not_found",
      "There is no project that takes webhooks here; copy the address from its settings.",
    );
  }
  return { project, sealedSecret: project.webhookSecret };
}

async function answerAgain(tx: Transaction, delivery: DeliveryKey): Promise<PushAnswer> {
  const statusId = await findDeliveredUpdate(tx, delivery);
  return statusId === undefined ? { ignored: "This delivery came before, and no update came of it." } : { statusId };
}
