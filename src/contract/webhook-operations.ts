import Type from "typebox";
import { dashboardOperations, uploadOperations } from "./dashboard-operations.ts";
import { editorMediaOperations } from "./editor-file-operations.ts";
import { editorOperations } from "./editor-operations.ts";
import type { Operation, PublicOperation } from "./operation.ts";
import { operations } from "./operations.ts";
import { outgoingWebhookOperations } from "./outgoing-webhook-operations.ts";
import { TriggeredUpdate } from "./schemas.ts";

const webhook = {
  method: "POST",
  key: "signature",
  reply: {
    status: 202,
    schema: TriggeredUpdate,
    or: {
      status: 200,
      schema: Type.Object({ ignored: Type.String({ description: "Why no update was triggered, in one sentence." }) }),
    },
  },
} as const;

/** Called by git hosts with signed raw bodies, so these operations have routes but no client methods. */
const webhookOperations = {
  receiveGithubWebhook: {
    ...webhook,
    path: "/webhooks/github/{projectId}",
    summary: "Receive a GitHub webhook",
  },
  receiveGitlabWebhook: {
    ...webhook,
    path: "/webhooks/gitlab/{projectId}",
    summary: "Receive a GitLab webhook",
  },
} as const satisfies Record<string, PublicOperation>;

/** The documented API for other programs. */
export const publicOperations: Readonly<Record<string, PublicOperation>> = {
  ...operations,
  ...outgoingWebhookOperations,
  ...webhookOperations,
};

export const allOperations: Readonly<Record<string, Operation>> = {
  ...publicOperations,
  ...dashboardOperations,
  ...editorOperations,
  ...editorMediaOperations,
  ...uploadOperations,
};
