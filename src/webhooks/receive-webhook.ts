import { dayMilliseconds } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/id.ts";
import type { Services } from "../platform/services.ts";
import { findProjectById, type Project } from "../projects/store.ts";
import type { PushAnswer } from "../updates/act-on-push.ts";
import { type ActDeps, actOnEvent, repositoryProblem } from "./act-on-event.ts";
import { readGithubEvent } from "./read-github-event.ts";
import { readGitlabEvent } from "./read-gitlab-event.ts";
import { readPayload } from "./read-payload.ts";
import { type DeliveryKey, findDeliveredUpdate, recordDeliveredUpdate, recordRefusal, takeDelivery } from "./store.ts";
import { verifySignature } from "./verify-signature.ts";
import type { WebhookEvent } from "./webhook-event.ts";
import { findClaimedEvent, readDelivery, type WebhookRequest } from "./webhook-request.ts";

/** How long a delivery is remembered, so that a repeat is recognized. */
export const deliveryMilliseconds = 30 * dayMilliseconds;

export interface ReceiveDeps extends ActDeps, Pick<Services, "database" | "secrets"> {}

const problemMaxLength = 500;
const readEvent = { github: readGithubEvent, gitlab: readGitlabEvent };

/** Verifies the sender first, and acts on each delivery once. */
export async function receiveWebhook(deps: ReceiveDeps, request: WebhookRequest): Promise<PushAnswer> {
  const { database, clock, secrets } = deps;
  const { project, sealedSecret } = await getSecretProject(database, request.projectId);
  const now = clock.now();
  const secret = secrets.open(sealedSecret);
  const { id, name, event } = await recordRefusals(deps, request, () => {
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

// A project without a webhook secret is reported as missing: nobody can have been given its address.
async function getSecretProject(database: Database, id: string): Promise<{ project: Project; sealedSecret: string }> {
  const project = await findProjectById(database.query, id);
  if (project === undefined || project.webhookSecret === null) {
    throw new AppError(
      "not_found",
      "No project receives webhooks at this URL; copy the URL from the project's settings.",
    );
  }
  return { project, sealedSecret: project.webhookSecret };
}

/** Records why a request is refused, for those who can fix it. Nothing of the body or the signature is kept. */
async function recordRefusals<Result>(
  { database, clock }: ReceiveDeps,
  request: WebhookRequest,
  check: () => Result,
): Promise<Result> {
  try {
    return check();
  } catch (error) {
    if (error instanceof AppError) {
      const refusal = {
        id: newId("whr", clock),
        projectId: request.projectId,
        host: request.host,
        event: findClaimedEvent(request) ?? "unknown",
        problem: describeRefusal(error),
        at: clock.now(),
      };
      await database.transaction((tx) => recordRefusal(tx, refusal));
    }
    throw error;
  }
}

/** Details say what a field of the payload must be, never its actual value. */
function describeRefusal({ message, details = [] }: AppError): string {
  const fields = details.map(({ path, message: problem }) => `${path} ${problem}.`);
  return [message.replace("; see details", ""), ...fields].join(" ").slice(0, problemMaxLength);
}

async function answerAgain(tx: Transaction, delivery: DeliveryKey): Promise<PushAnswer> {
  const statusId = await findDeliveredUpdate(tx, delivery);
  return statusId === undefined
    ? { ignored: "This delivery was received before and triggered no update." }
    : { statusId };
}
