import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { isWebProtocol } from "../view/channel-servers.ts";
import type { ChannelServerView, ChannelView, Side } from "../view/channel-view.ts";
import { protocolBadge } from "../view/protocol-badge.ts";
import type { ApiContext } from "./api-context.ts";
import { pathParts } from "./render-endpoint.ts";
import { methodBadge } from "./render-parts.ts";

/** The line that says where messages go: protocol, address, and what the reader can do there. */
export function renderChannelHead(view: ChannelView, { options, page: { words } }: ApiContext): HtmlNode {
  const { address, operations } = view;
  const badge = protocolBadge(view.protocols);
  const base = address === undefined ? "" : baseOf(view.servers);
  // A channel whose address is only known later is told by its name.
  const path = address === undefined ? view.name : base === "" || address.startsWith("/") ? address : `/${address}`;
  const sides = [...new Set(operations.flatMap(({ side }) => side ?? []))];
  const shown = element("div", { class: "endpoint" }, [
    methodBadge(badge),
    " ",
    element("code", { class: "endpoint-path" }, [
      ...(base === "" ? [] : [element("span", { class: "endpoint-server" }, [base])]),
      ...(address === undefined ? [element("span", { class: "endpoint-server" }, [path])] : pathParts(path)),
    ]),
    ...sides.flatMap((side) => [" ", sideBadge(side)]),
  ]);
  const plain = `${badge.toUpperCase()} ${base}${path}`;
  // The description alone says it in words that the versions of AsyncAPI use in opposite ways.
  const said = sides.map((side) => {
    const sentence = options.includesSpec ? ` ${words[sideSentences[side]]}` : "";
    return element("p", {}, [element("strong", {}, [side.toUpperCase()]), sentence]);
  });
  return { readers: [shown], machines: [element("p", {}, [element("code", {}, [plain])]), ...said] };
}

/** Who sends and who receives, from the point of view of the reader. */
export const sideSentences = { send: "youSend", receive: "youReceive" } as const satisfies Record<Side, string>;

/** Whoever opens a connection needs the whole address; to a broker it says nothing. */
function baseOf([server, ...others]: ChannelServerView[]): string {
  if (server === undefined || others.length > 0 || !isWebProtocol(server.protocol)) return "";
  return server.variables.reduce((address, { name, schema }) => {
    const value = schema.facts.find(({ label }) => label === "default")?.value;
    return typeof value === "string" ? address.replaceAll(`{${name}}`, value) : address;
  }, server.address);
}

function sideBadge(side: Side): HtmlNode {
  return element("span", { class: `method method-badge side-${side}` }, [side.toUpperCase()]);
}
