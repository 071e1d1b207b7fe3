import type { JsonObject } from "../../source/json-value.ts";
import { isJsonObject } from "../../source/json-value.ts";
import { channelLimits } from "../read/channel-limits.ts";
import type { ChannelReader } from "../read/channel-reader.ts";
import { listOf, objectOf, own, referenceName, resolveObject, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { viewAccess } from "./access-view.ts";
import { viewBindings } from "./binding-view.ts";
import { placedFields } from "./channel-parts.ts";
import type { ChannelServerView, ChannelView } from "./channel-view.ts";
import { cutText, type ViewBudget } from "./schema-view.ts";

export interface ListedServer {
  name: string;
  server: JsonObject;
}

/** The servers of a channel: those that it names, else all of the description. */
export function serversOf({ reader: { document } }: ChannelReader, channel: JsonObject): ListedServer[] {
  const all = objectOf(document.root, "servers");
  const chosen = listOf(channel, "servers").flatMap((listed) => {
    if (typeof listed === "string") return [listed];
    const reference = isJsonObject(listed) ? textOf(listed, "$ref") : undefined;
    return reference === undefined ? [] : [referenceName(reference)];
  });
  const names = chosen.length > 0 ? chosen : Object.keys(all).filter((name) => !name.startsWith("x-"));
  return names.slice(0, specLimits.serversMax).flatMap((name) => {
    const server = resolveObject(document, own(all, name));
    return server === undefined ? [] : [{ name, server }];
  });
}

/** What all servers ask for is told once, and what only some of them do is told with these. */
export function viewServers(
  channels: ChannelReader,
  listed: ListedServer[],
  budget: ViewBudget,
): Pick<ChannelView, "servers" | "access"> {
  const servers = listed.map((server) => viewServer(channels, server, budget));
  const [first] = servers;
  const isSame = new Set(servers.map(({ access }) => JSON.stringify(access))).size === 1;
  if (first === undefined || !isSame) return { servers, access: [] };
  return { servers: servers.map((server) => ({ ...server, access: [] })), access: first.access };
}

function viewServer(
  { reader, version }: ChannelReader,
  { name, server }: ListedServer,
  budget: ViewBudget,
): ChannelServerView {
  const protocol = protocolOf(server);
  const description = cutText(textOf(server, "description")) ?? textOf(server, "summary") ?? textOf(server, "title");
  return {
    name,
    address: addressOf(server, protocol),
    protocol,
    protocolVersion: textOf(server, "protocolVersion"),
    description,
    variables: placedFields(reader, server, "variables", budget),
    access: viewAccess(reader.document, server, version),
    bindings: viewBindings(reader, server, budget),
  };
}

/** Of the servers; without them, what the channel says about protocols tells it. */
export function protocolsOf(
  { reader: { document } }: ChannelReader,
  channel: JsonObject,
  servers: ListedServer[],
): string[] {
  const told = servers.flatMap(({ server }) => protocolOf(server) ?? []);
  if (told.length > 0) return [...new Set(told)];
  const bindings = resolveObject(document, own(channel, "bindings")) ?? {};
  return Object.keys(bindings)
    .filter((key) => !key.startsWith("x-"))
    .slice(0, channelLimits.bindingsMax);
}

function protocolOf(server: JsonObject): string | undefined {
  return textOf(server, "protocol")?.trim().toLowerCase().slice(0, 40);
}

/** Protocols whose addresses people write as a whole. */
const webProtocols: ReadonlySet<string | undefined> = new Set(["ws", "wss", "http", "https"]);

export function isWebProtocol(protocol: string | undefined): boolean {
  return webProtocols.has(protocol);
}

/** AsyncAPI 2 has a `url`, with or without its protocol; AsyncAPI 3 has host and path. */
function addressOf(server: JsonObject, protocol: string | undefined): string {
  const host = textOf(server, "host");
  const written = host === undefined ? (textOf(server, "url") ?? "") : `${host}${textOf(server, "pathname") ?? ""}`;
  const bare = written
    .trim()
    .slice(0, channelLimits.addressLengthMax)
    .replace(/(?<=.)\/+$/, "");
  return isWebProtocol(protocol) && !bare.includes("://") ? `${protocol}://${bare}` : bare;
}
