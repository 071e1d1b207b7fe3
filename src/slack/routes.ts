import type { FastifyInstance } from "fastify";
import { type RecordRequestDeps, recordRequest } from "../agent/requests/record-request.ts";
import type { Database } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { checkBody, messageBounds } from "../platform/message-bounds.ts";
import { findProjectById } from "../projects/store.ts";
import { openSlackApp, type SlackDeps, verifySlackSignature } from "./slack-app.ts";

interface SlackRouteDeps extends RecordRequestDeps, Pick<SlackDeps, "secrets"> {
  database: Database;
}

const textCharactersMax = 8_000;

/** Where Slack reports mentions and direct messages. Slack wants a reply within three seconds, so they are only stored. */
export function slackRoutes(http: FastifyInstance, deps: SlackRouteDeps): void {
  http.register(async (context) => {
    context.removeAllContentTypeParsers();
    context.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    context.post<{ Params: { projectId: string }; Body: Buffer | undefined }>(
      "/webhooks/slack/:projectId",
      { bodyLimit: messageBounds.bytesMax },
      async ({ params, headers, body = Buffer.alloc(0) }) => {
        const project = await findProjectById(deps.database.query, params.projectId);
        const app = project && openSlackApp(deps, project);
        if (project === undefined || app === undefined) {
          throw new AppError("not_found", "No project is connected to Slack at this address.");
        }
        const [signature, timestamp] = [headers["x-slack-signature"], headers["x-slack-request-timestamp"]].map(String);
        verifySlackSignature(app, { body, signature: signature ?? "", timestamp: timestamp ?? "" }, deps.clock.now());
        const payload = readJson(body);
        if (payload.type === "url_verification")
          return { challenge: String(payload.challenge).slice(0, textCharactersMax) };
        const message = readMessage(payload);
        if (message === undefined) return { taken: false };
        const { id, channel, thread, user, team, text } = message;
        const isTaken = await deps.database.transaction((tx) =>
          recordRequest(deps, tx, {
            projectId: project.id,
            occurrence: `slack/${channel}/${thread}/${id}`,
            place: { on: "slack", channel, thread, user, team },
            text,
            author: user,
          }),
        );
        return { taken: isTaken };
      },
    );
  });
}

function readJson(body: Buffer): Record<string, unknown> {
  const text = body.toString("utf8");
  checkBody(text);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new AppError("bad_request", "The body isn't a JSON object.");
}

/** A mention, or a direct message of a person; undefined for everything else. */
function readMessage({ type, event_id: id, team_id: team, event }: Record<string, unknown>) {
  if (type !== "event_callback" || typeof event !== "object" || event === null) return undefined;
  const {
    type: kind,
    channel_type,
    subtype,
    bot_id,
    user,
    text,
    channel,
    ts,
    thread_ts,
  } = event as Record<string, unknown>;
  const isForUs = kind === "app_mention" || (kind === "message" && channel_type === "im");
  if (!isForUs || bot_id !== undefined || subtype !== undefined) return undefined;
  const thread = thread_ts ?? ts;
  if (![id, team, user, text, channel, thread].every((value) => typeof value === "string" && value.length > 0)) {
    return undefined;
  }
  const names = { id, team, user, channel, thread } as Record<"id" | "team" | "user" | "channel" | "thread", string>;
  if (!Object.values(names).every((value) => /^[\w.]{1,100}$/.test(value))) return undefined;
  return { ...names, text: String(text).slice(0, textCharactersMax) };
}
