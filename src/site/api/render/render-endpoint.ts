import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { ArticleWords } from "../../translations/find-translations.ts";
import type { OperationView } from "../view/api-view.ts";
import { serverAddress } from "../view/server-view.ts";
import type { ApiContext } from "./api-context.ts";
import { methodBadge } from "./render-parts.ts";

/** The line that says what is called: method, server and path, and the button that opens the tester. */
export function renderEndpoint(view: OperationView, { options, page: { words } }: ApiContext): HtmlNode {
  const showsServer = options.showsServer || view.servers.length > 1;
  const [server] = view.servers;
  const base =
    showsServer && server !== undefined ? [element("span", { class: "endpoint-server" }, [serverAddress(server)])] : [];
  const badgeWord = view.kind === "webhook" ? "webhook" : view.method;
  const shown = element("div", { class: "endpoint" }, [
    methodBadge(badgeWord),
    " ",
    element("code", { class: "endpoint-path" }, [...base, ...pathParts(view.path)]),
    // Shown from the first paint where scripts run, so that nothing moves when the tester's own script arrives.
    ...(options.tester === "interactive"
      ? [element("button", { class: "try-button with-script", type: "button", "data-tester": true }, [words.tryIt])]
      : []),
  ]);
  const address = `${server === undefined ? "" : serverAddress(server)}${view.path}`;
  const plain = `${badgeWord.toUpperCase()} ${view.kind === "webhook" ? view.path : address}`;
  return {
    readers: view.servers.length > 1 ? [shown, serverList(view, words)] : [shown],
    machines: [element("p", {}, [element("code", {}, [plain])])],
  };
}

/** Where there is a choice, all of it. */
function serverList({ servers }: OperationView, words: ArticleWords): HtmlNode {
  const items = servers.map((server) =>
    element("li", {}, [
      element("code", {}, [server.url]),
      ...(server.description === undefined ? [] : [" ", server.description]),
    ]),
  );
  return element("ul", { class: "servers", "aria-label": words.servers }, items);
}

/** A long path breaks after its slashes. */
export function pathParts(path: string): HtmlNode[] {
  return path.split(/(\{[^{}]*\}|\/)/).flatMap((part): HtmlNode[] => {
    if (part === "") return [];
    if (part === "/") return [part, element("wbr", {})];
    return part.startsWith("{") ? [element("span", { class: "endpoint-parameter" }, [part])] : [part];
  });
}
