import type { FastifyInstance } from "fastify";
import { AppError } from "../platform/errors.ts";
import { type ReceiveDeps, receiveWebhook } from "./receive-webhook.ts";
import type { WebhookHost } from "./webhook-request.ts";

const hosts: readonly WebhookHost[] = ["github", "gitlab"];
const bodyTypes = ["application/json", "application/x-www-form-urlencoded"];

/**
 * GitHub sends up to 25 MB, but a push of a thousand commits with all their file names is smaller than this. The sender
 * can only be verified once the whole body is in memory, hence the limit. If a push is refused, the next one publishes
 * its commits too.
 */
const bodyMebibytesMax = 5;

/** Registered in a separate context, where bodies are left unparsed: the signature covers their exact bytes. */
export function webhookRoutes(http: FastifyInstance, deps: ReceiveDeps): void {
  http.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser(bodyTypes, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    // Errors thrown here reach the server's own error handler.
    context.setErrorHandler((error) => {
      throw isTooLarge(error)
        ? new AppError("too_large", `The webhook is too large; the limit is ${bodyMebibytesMax} MiB.`)
        : error;
    });
    for (const host of hosts) {
      context.post<{ Params: { projectId: string }; Body: Buffer | undefined }>(
        `/webhooks/${host}/:projectId`,
        { bodyLimit: bodyMebibytesMax * 1_048_576 },
        async ({ params, headers, body }, reply) => {
          const rawBody = body ?? Buffer.alloc(0);
          const answer = await receiveWebhook(deps, { projectId: params.projectId, host, headers, rawBody });
          return reply.code("statusId" in answer ? 202 : 200).send(answer);
        },
      );
    }
  });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "FST_ERR_CTP_BODY_TOO_LARGE";
}
