import Type from "typebox";
import { dashboardOperations, uploadOperations } from "./dashboard-operations.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { TriggeredUpdate } from "./schemas.ts";

const webhook = {
  method: "POST",
  key: "signature",
  params: Type.Object({
    projectId: Type.String({ description: "ID of the project, as in the address it was given." }),
  }),
  reply: {
    status: 202,
    schema: TriggeredUpdate,
    or: {
      status: 200,
      schema: Type.Object({ ignored: Type.String({ description: "Why nothing was updated, in one sentence." }) }),
    },
  },
} as const;

/** What git hosts call. They sign raw bodies of their own making, so these have routes and no client of ours. */
const webhookOperations = {
  receiveGithubWebhook: {
    ...webhook,
    path: "/webhooks/github/{projectId}",
    summary: "Take a webhook of GitHub",
  },
  receiveGitlabWebhook: {
    ...webhook,
    path: "/webhooks/gitlab/{projectId}",
    summary: "Take a webhook of GitLab",
  },
} as const satisfies Record<string, Operation>;

/** Everything that the API answers, for whoever reads about it. */
export const describedOperations: Readonly<Record<string, Operation>> = {
  ...operations,
  ...webhookOperations,
  ...dashboardOperations,
  ...uploadOperations,
};
