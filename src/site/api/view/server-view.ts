import { isJsonObject, type JsonObject } from "../../source/json-value.ts";
import type { Channels, ListedServer } from "../read/channels.ts";
import { listField, objectField, type SpecDocument, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { descriptionOf } from "./annotations.ts";
import type { ChannelServerView, ChannelView, ServerView } from "./api-view.ts";
import { viewChannelAuth } from "./auth-view.ts";
import { bindingsOf, viewAddressFields, viewBindings } from "./channel-fields.ts";
import type { ViewBudget } from "./schema-view.ts";

const choicesMax = 20;

/** The servers of an operation. If it has none, the servers of its path or of the whole API. */
export function viewServers(document: SpecDocument, operation: JsonObject, pathItem: JsonObject): ServerView[] {
  const holder = [operation, pathItem, document.root].find((object) => listField(object, "servers").length > 0);
  return listField(holder ?? {}, "servers")
    .slice(0, specLimits.serversMax)
    .filter(isJsonObject)
    .flatMap((server) => viewServer(server) ?? []);
}

function viewServer(server: JsonObject): ServerView | undefined {
  const url = textField(server, "url")?.trim();
  if (url === undefined || url.length > specLimits.addressLengthMax) return undefined;
  const variables = Object.entries(objectField(server, "variables")).flatMap(([name, variable]) => {
    if (!isJsonObject(variable)) return [];
    const choices = listField(variable, "enum").slice(0, choicesMax).map(String);
    return [{ name, value: textField(variable, "default") ?? choices[0] ?? "", choices }];
  });
  return { url: url.replace(/(?<!\/)\/+$/, ""), description: descriptionOf(server), variables };
}

/** The address with each variable at its default. */
export function serverAddress({ url, variables }: ServerView): string {
  return url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    return variables.find((variable) => variable.name === name)?.value ?? whole;
  });
}

/**
 * Whether a reader can enter any value for a variable: in the path, or as the first label of an otherwise fixed host,
 * as in `https://{tenant}.example.com`. Anywhere else in the host, a value could lead to another owner's server.
 */
export function isFreeVariable({ url, variables }: ServerView, name: string): boolean {
  if (variables.some((variable) => variable.name === name && variable.choices.length > 0)) return false;
  const [, host] = /^(?:https?:\/\/([^/]*)|\/)/.exec(url) ?? ["", `{${name}}`];
  if (host === undefined || !host.includes(`{${name}}`)) return true;
  const rest = host.startsWith(`{${name}}.`) ? host.slice(`{${name}}.`.length) : "";
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i.test(rest);
}

/** Every origin that a reader can choose. The page may connect only to these. */
export function serverOrigins(servers: ServerView[]): string[] {
  const origins = new Set<string>();
  for (const server of servers) {
    const wildcard = wildcardOrigin(server);
    if (wildcard !== undefined) origins.add(wildcard);
    for (const address of addressesOf(server)) {
      const url = URL.parse(address);
      const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
      // The origin becomes part of a content security policy, where a space or an asterisk has a meaning.
      if (isWeb && /^https?:\/\/[a-z0-9.[\]:-]+$/.test(url.origin)) origins.add(url.origin);
    }
  }
  return [...origins];
}

/** The origin in policy syntax, if the first label of the host is free. */
function wildcardOrigin(server: ServerView): string | undefined {
  const [, scheme, name, rest] = /^(https?:\/\/)\{([^{}]*)\}(\.[^/]*)/.exec(server.url) ?? [];
  const isFree = name !== undefined && isFreeVariable(server, name);
  return isFree ? `${scheme}*${rest?.toLowerCase()}` : undefined;
}

function addressesOf(server: ServerView): string[] {
  let addresses = [server.url];
  for (const { name, value, choices } of server.variables) {
    const values = choices.length > 0 ? choices : [value];
    addresses = addresses
      .flatMap((address) => values.map((choice) => address.replaceAll(`{${name}}`, choice)))
      .slice(0, specLimits.serverAddressesMax);
  }
  return addresses;
}

/** The servers of a channel. Authentication that all of them share belongs to the channel. */
export function viewChannelServers(
  channels: Channels,
  listed: ListedServer[],
  budget: ViewBudget,
): Pick<ChannelView, "servers" | "auth"> {
  const servers = listed.map((server) => viewChannelServer(channels, server, budget));
  const [first] = servers;
  const isSame = new Set(servers.map(({ auth }) => JSON.stringify(auth))).size === 1;
  if (first === undefined || !isSame) return { servers, auth: [] };
  return { servers: servers.map((server) => ({ ...server, auth: [] })), auth: first.auth };
}

function viewChannelServer(channels: Channels, { name, server }: ListedServer, budget: ViewBudget): ChannelServerView {
  const { document } = channels;
  const protocol = protocolOf(server);
  return {
    name,
    address: channelServerAddress(server, protocol),
    protocol,
    protocolVersion: textField(server, "protocolVersion"),
    description: descriptionOf(server) ?? textField(server, "summary") ?? textField(server, "title"),
    variables: viewAddressFields(document, server, "variables", budget),
    auth: viewChannelAuth(channels, server),
    bindings: viewBindings(document, server, budget),
  };
}

/** AsyncAPI 2 has a `url`, with or without its protocol; AsyncAPI 3 has a host and a path. */
function channelServerAddress(server: JsonObject, protocol: string | undefined): string {
  const host = textField(server, "host");
  const written =
    host === undefined ? (textField(server, "url") ?? "") : `${host}${textField(server, "pathname") ?? ""}`;
  const bare = written
    .trim()
    .slice(0, specLimits.addressLengthMax)
    .replace(/(?<=[^/])\/+$/, "");
  return isWebProtocol(protocol) && !bare.includes("://") ? `${protocol}://${bare}` : bare;
}

/** The protocols of the servers, or those of the channel's bindings if there are no servers. */
export function protocolsOf({ document }: Channels, channel: JsonObject, servers: ListedServer[]): string[] {
  const protocols = servers.flatMap(({ server }) => protocolOf(server) ?? []);
  if (protocols.length > 0) return [...new Set(protocols)];
  return Object.keys(bindingsOf(document, channel))
    .filter((key) => !key.startsWith("x-"))
    .slice(0, specLimits.bindingsMax);
}

function protocolOf(server: JsonObject): string | undefined {
  return textField(server, "protocol")?.trim().toLowerCase().slice(0, 40);
}

/** Protocols whose addresses are usually written as full URLs. */
export function isWebProtocol(protocol: string | undefined): boolean {
  return protocol !== undefined && ["ws", "wss", "http", "https"].includes(protocol);
}

/** The badge for an unknown protocol, or for several. */
const anyProtocol = "event";

/** `kafka-secure` → `kafka`, `ws` and `wss` → `wss`. */
export function protocolBadge(protocols: readonly string[], lengthMax = 16): string {
  const plain = new Set(protocols.map((protocol) => protocol.replace(/^secure-|-secure$/, "")));
  if (plain.has("ws") && plain.has("wss")) plain.delete("ws");
  const [only = anyProtocol] = plain;
  return plain.size === 1 && /^[a-z0-9]+$/.test(only) && only.length <= lengthMax ? only : anyProtocol;
}
