import type { WebhookFormat } from "../../contract/outgoing-webhook-schemas.ts";

const teamsHosts = [".webhook.office.com", ".logic.azure.com", ".api.powerplatform.com"];

/** What the address wants to be sent: chats are known by their hosts. */
export function formatOf(address: string): WebhookFormat {
  const { hostname } = new URL(address);
  if (hostname === "hooks.slack.com" || hostname === "hooks.slack-gov.com") return "slack";
  return teamsHosts.some((host) => hostname.endsWith(host)) ? "teams" : "json";
}
