import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import type { Side } from "../read/channels.ts";
import type { ChannelServerView, ChannelView, OperationView } from "../view/api-view.ts";
import { isWebProtocol, protocolBadge, serverAddress } from "../view/server-view.ts";
import { methodBadge } from "./api-elements.ts";
import type { ApiContext } from "./render-markdown.ts";

/** The line with an operation's method, server and path, and the button that opens the tester. */
export function renderOperationHead(view: OperationView, { options, page: { words } }: ApiContext): HtmlNode {
  const { servers, path } = view;
  const [server] = servers;
  const address = server === undefined ? "" : serverAddress(server);
  const showsServer = server !== undefined && (options.showsServer || servers.length > 1);
  const badge = view.kind === "webhook" ? "webhook" : view.method;
  const shown = element("div", { class: "endpoint" }, [
    methodBadge(badge),
    " ",
    element("code", { class: "endpoint-path" }, [...(showsServer ? [serverPart(address)] : []), ...pathParts(path)]),
    // If scripts are enabled, the button is visible from the start, so that nothing moves when the script loads.
    ...(options.tester === "interactive"
      ? [element("button", { class: "try-button with-script", type: "button", "data-tester": true }, [words.tryIt])]
      : []),
  ]);
  const list = servers.map(({ url, description }) =>
    element("li", {}, [element("code", {}, [url]), ...(description === undefined ? [] : [" ", description])]),
  );
  const plain = `${badge.toUpperCase()} ${view.kind === "webhook" ? path : `${address}${path}`}`;
  return {
    onPage: [
      shown,
      ...(servers.length > 1 ? [element("ul", { class: "servers", "aria-label": words.servers }, list)] : []),
    ],
    inMarkdown: [element("p", {}, [element("code", {}, [plain])])],
  };
}

/** The line with a channel's protocol and address, and whether the reader sends or receives. */
export function renderChannelHead(view: ChannelView, { options, page: { words } }: ApiContext): HtmlNode {
  const { address, operations } = view;
  const badge = protocolBadge(view.protocols);
  const base = address === undefined ? "" : baseOf(view.servers);
  // A channel whose address isn't known yet is shown by its name.
  const path = address === undefined ? view.name : base === "" || address.startsWith("/") ? address : `/${address}`;
  const sides = [...new Set(operations.flatMap(({ side }) => side ?? []))];
  const shown = element("div", { class: "endpoint" }, [
    methodBadge(badge),
    " ",
    element("code", { class: "endpoint-path" }, [
      ...(base === "" ? [] : [serverPart(base)]),
      ...(address === undefined ? [serverPart(path)] : pathParts(path)),
    ]),
    ...sides.flatMap((side) => [
      " ",
      element("span", { class: `method method-badge side-${side}` }, [side.toUpperCase()]),
    ]),
  ]);
  // The same words have opposite meanings in the two versions of AsyncAPI, so a sentence states who sends.
  const sentences = sides.map((side) => {
    const sentence = options.includesSpec ? ` ${words[sideSentences[side]]}` : "";
    return element("p", {}, [element("strong", {}, [side.toUpperCase()]), sentence]);
  });
  const plain = element("code", {}, [`${badge.toUpperCase()} ${base}${path}`]);
  return { onPage: [shown], inMarkdown: [element("p", {}, [plain]), ...sentences] };
}

/** Who sends and who receives, from the reader's point of view. */
export const sideSentences = { send: "youSend", receive: "youReceive" } as const satisfies Record<Side, string>;

/** Clients connect to the full address of a web protocol. For a broker, only the channel's address is shown. */
function baseOf([server, ...others]: ChannelServerView[]): string {
  if (server === undefined || others.length > 0 || !isWebProtocol(server.protocol)) return "";
  return server.variables.reduce((address, { name, schema }) => {
    const value = schema.facts.find(({ label }) => label === "default")?.value;
    return typeof value === "string" ? address.replaceAll(`{${name}}`, value) : address;
  }, server.address);
}

function serverPart(text: string): HtmlNode {
  return element("span", { class: "endpoint-server" }, [text]);
}

/** Long paths can break before slashes. */
function pathParts(path: string): HtmlNode[] {
  return path.split(/(\{[^{}]*\}|\/)/).flatMap((part): HtmlNode[] => {
    if (part === "") return [];
    if (part === "/") return [element("wbr", {}), part];
    return part.startsWith("{") ? [element("span", { class: "endpoint-parameter" }, [part])] : [part];
  });
}
