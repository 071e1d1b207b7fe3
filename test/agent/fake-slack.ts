import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A message that the app has posted. */
interface PostedMessage {
  channel: string;
  thread_ts: string;
  text: string;
  blocks: { type: string; text: string }[];
  metadata: { event_type: string; event_payload: { key: string } };
}

/** A Slack workspace as far as the app uses it. */
export interface FakeSlack {
  url: string;
  messages: PostedMessage[];
  /** The email of each account. */
  emails: Record<string, string>;
  /** Accounts of another workspace in a shared channel. */
  strangers: string[];
  /** How many of the next calls are answered with a rate limit. */
  limited: number;
  close(): Promise<void>;
}

export const slackToken = "xoxb-test";
export const slackTeam = "T1";

export async function startFakeSlack(): Promise<FakeSlack> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://slack.test");
    const reply = (json: Record<string, unknown>) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
    if (request.headers.authorization !== `Bearer ${slackToken}`) return reply({ ok: false, error: "invalid_auth" });
    if (slack.limited > 0) {
      slack.limited -= 1;
      return response.writeHead(429, { "retry-after": "1" }).end();
    }
    if (pathname === "/users.info") {
      const id = searchParams.get("user") ?? "";
      const team = slack.strangers.includes(id) ? "T9" : slackTeam;
      return reply({ ok: true, user: { id, team_id: team, profile: { email: slack.emails[id] } } });
    }
    if (pathname === "/conversations.replies") {
      const thread = searchParams.get("ts");
      return reply({ ok: true, messages: slack.messages.filter(({ thread_ts }) => thread_ts === thread) });
    }
    if (pathname !== "/chat.postMessage") return reply({ ok: false, error: "unknown_method" });
    slack.messages.push(JSON.parse(body));
    return reply({ ok: true, ts: `${slack.messages.length}.0` });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const slack: FakeSlack = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages: [],
    emails: {},
    strangers: [],
    limited: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return slack;
}

/** Signs a request like Slack. */
export function signAsSlack(payload: object, secret: string, seconds: number): { headers: HeadersInit; body: string } {
  const body = JSON.stringify(payload);
  const hex = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  const signed = { "x-slack-signature": `v0=${hex}`, "x-slack-request-timestamp": String(seconds) };
  return { headers: { ...signed, "content-type": "application/json" }, body };
}
