import { frameHosts } from "./allowed-html.ts";
import { element, type HtmlElement } from "./html-node.ts";
import { safeLinkUrl } from "./safe-url.ts";

/** A frame of a listed player stays, boxed in; any other becomes a link, so that nothing the author meant is lost. */
export function sanitiseFrame(node: HtmlElement): HtmlElement[] {
  const source = typeof node.attributes.src === "string" ? safeLinkUrl(node.attributes.src) : undefined;
  if (source === undefined || source === "") return [];
  const title = typeof node.attributes.title === "string" ? node.attributes.title : undefined;
  const host = hostOf(source);
  if (host === undefined || !frameHosts.has(host)) {
    return [element("p", {}, [element("a", { href: source }, [title ?? source])])];
  }
  return [
    element("iframe", {
      src: source,
      title: title ?? host,
      class: typeof node.attributes.class === "string" ? node.attributes.class : undefined,
      width: sizeOf(node.attributes.width),
      height: sizeOf(node.attributes.height),
      loading: "lazy",
      allowfullscreen: true,
      referrerpolicy: "strict-origin-when-cross-origin",
      sandbox: "allow-scripts allow-same-origin allow-presentation allow-popups",
    }),
  ];
}

function hostOf(url: string): string | undefined {
  const parsed = URL.parse(url.startsWith("//") ? `https:${url}` : url);
  return parsed?.protocol === "https:" ? parsed.hostname : undefined;
}

function sizeOf(value: unknown): string | undefined {
  return /^\d{1,4}%?$/.test(String(value)) ? String(value) : undefined;
}
