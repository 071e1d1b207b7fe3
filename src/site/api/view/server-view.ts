import { isJsonObject, type JsonObject } from "../../source/json-value.ts";
import { listOf, objectOf, type SpecDocument, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { ServerView } from "./api-view.ts";
import { cutText } from "./schema-view.ts";

const choicesMax = 20;
const urlLengthMax = 500;

/** The servers of an operation: its own, else those of its path, else those of the whole API. */
export function viewServers(document: SpecDocument, operation: JsonObject, pathItem: JsonObject): ServerView[] {
  const holder = [operation, pathItem, document.root].find((object) => listOf(object, "servers").length > 0);
  return listOf(holder ?? {}, "servers")
    .slice(0, specLimits.serversMax)
    .filter(isJsonObject)
    .flatMap((server) => viewServer(server) ?? []);
}

function viewServer(server: JsonObject): ServerView | undefined {
  const url = textOf(server, "url")?.trim();
  if (url === undefined || url.length > urlLengthMax) return undefined;
  const variables = Object.entries(objectOf(server, "variables")).flatMap(([name, variable]) => {
    if (!isJsonObject(variable)) return [];
    const choices = listOf(variable, "enum").slice(0, choicesMax).map(String);
    const value = textOf(variable, "default") ?? choices[0] ?? "";
    return [{ name, value, choices, description: cutText(textOf(variable, "description")) }];
  });
  return { url: url.replace(/\/+$/, ""), description: cutText(textOf(server, "description")), variables };
}

/** The address with each variable at its default, or as chosen. */
export function serverAddress({ url, variables }: ServerView, chosen: Record<string, string> = {}): string {
  return url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable === undefined) return whole;
    return (Object.hasOwn(chosen, name) ? chosen[name] : undefined) ?? variable.value;
  });
}

/**
 * Whether a reader may write any value for the variable: in the path, or as the first name of a host whose other names
 * are given, as in `https://{tenant}.example.com`. Elsewhere in the host it would lead to servers that nobody has named.
 */
export function isFreeVariable({ url, variables }: ServerView, name: string): boolean {
  if (variables.some((variable) => variable.name === name && variable.choices.length > 0)) return false;
  const [, host] = /^(?:https?:\/\/([^/]*)|\/)/.exec(url) ?? ["", `{${name}}`];
  if (host === undefined || !host.includes(`{${name}}`)) return true;
  const others = host.startsWith(`{${name}}.`) ? host.slice(`{${name}}.`.length) : "";
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i.test(others);
}

/** Every address a reader can choose, so that the page may be allowed to talk to these and to no other. */
export function serverOrigins(servers: ServerView[]): string[] {
  const origins = new Set<string>();
  for (const server of servers) {
    const anyFirstName = anyFirstNameOf(server);
    if (anyFirstName !== undefined) origins.add(anyFirstName);
    for (const address of addressesOf(server)) {
      const url = URL.parse(address);
      const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
      // The name goes into a policy, where a blank or a star would mean something.
      if (isWeb && /^https?:\/\/[a-z0-9.[\]:-]+$/.test(url.origin)) origins.add(url.origin);
    }
  }
  return [...origins];
}

/** Where the first name of the host is free: the origins with any name in its place, as a policy writes them. */
function anyFirstNameOf(server: ServerView): string | undefined {
  const [, scheme, name, others] = /^(https?:\/\/)\{([^{}]*)\}(\.[^/]*)/.exec(server.url) ?? [];
  const isAny = name !== undefined && isFreeVariable(server, name);
  return isAny ? `${scheme}*${others?.toLowerCase()}` : undefined;
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
