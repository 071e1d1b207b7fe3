import type { FastifyInstance } from "fastify";
import { webhookBounds } from "./read-payload.ts";
import { type ReceiveDeps, receiveWebhook } from "./receive-webhook.ts";
import type { WebhookHost } from "./webhook-request.ts";

const hosts: readonly WebhookHost[] = ["github", "gitlab"];
const bodyTypes = ["application/json", "application/x-www-form-urlencoded"];

/** Registered in a separate context, where bodies are left unparsed: the signature covers their exact bytes. */
export function webhookRoutes(http: FastifyInstance, deps: ReceiveDeps): void {
  http.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser(bodyTypes, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const host of hosts) {
      context.post<{ Params: { projectId: string }; Body: Buffer | undefined }>(
        `/webhooks/${host}/:projectId`,
        { bodyLimit: webhookBounds.bytesMax },
        async ({ params, headers, body }, reply) => {
          const rawBody = body ?? Buffer.alloc(0);
          const answer = await receiveWebhook(deps, { projectId: params.projectId, host, headers, rawBody });
          return reply.code("statusId" in answer ? 202 : 200).send(answer);
        },
      );
    }
  });
}
