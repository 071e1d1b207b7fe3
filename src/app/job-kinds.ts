import { webhookDeliveryKind } from "../activity/events/delivery-store.ts";
import { eventDispatchKind } from "../activity/events/record-event.ts";
import { agentJobKind } from "../agent/create-job.ts";
import { agentAnswerKind } from "../agent/requests/answer-requests.ts";
import { agentRequestKind } from "../agent/requests/record-request.ts";
import { answerQuestionsKind } from "../automations/answer-questions.ts";
import { automationTickKind } from "../automations/run-due.ts";
import { mailKind } from "../mail/enqueue-mail.ts";
import { removeProjectKind } from "../projects/remove-project.ts";
import { audienceJobKind } from "../projects/sites/find-audience-artifact.ts";
import {
  announceJobKind,
  collectJobKind,
  evaluateJobKind,
  printJobKind,
  screenshotJobKind,
} from "../updates/after-publish.ts";
import { updateJobKind } from "../updates/trigger-update.ts";

export const sweepKind = "maintenance.sweep";

/**
 * All kinds of jobs. Kept apart from the handlers, so that the API, which only enqueues jobs, doesn't load the
 * handlers.
 */
export const jobKinds: readonly string[] = [
  updateJobKind,
  audienceJobKind,
  screenshotJobKind,
  collectJobKind,
  announceJobKind,
  evaluateJobKind,
  printJobKind,
  agentJobKind,
  removeProjectKind,
  eventDispatchKind,
  webhookDeliveryKind,
  mailKind,
  agentRequestKind,
  agentAnswerKind,
  automationTickKind,
  answerQuestionsKind,
  sweepKind,
];
