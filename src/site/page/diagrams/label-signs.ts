import { type HtmlNode, isElement } from "../../ground/html/html-node.ts";

/** Characters that the library would take for the end of a label, and their temporary replacements. */
const signs = [...'[](){}|<>"/\\#;&'];
const firstStandIn = 0xe100;
const standIns = new Map(signs.map((sign, index) => [sign, String.fromCharCode(firstStandIn + index)]));
const originals = new Map([...standIns].map(([sign, standIn]) => [standIn, sign]));
const spaceStandIn = "\uE1FF";
originals.set(spaceStandIn, " ");
const standInPattern = /[\uE100-\uE1FF]/g;
const entities: Record<string, string> = { quot: '"', amp: "&", lt: "<", gt: ">", nbsp: "\u00a0", semi: ";" };

/** Tags of HTML that authors format labels with. Anything else in angle brackets, such as `<token>`, is text. */
const formatting =
  /<\/?(?:a|b|big|blockquote|center|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|th|tr|tt|u|ul|var)(?:\s[^<>]*)?\/?>/gi;

/** A label that the library can read: on one line, with its breaks, without other markup. */
export function hideSigns(label: string): string {
  const lines = label
    .trim()
    .replaceAll(/<br\s*\/?>|\\n|\n/gi, "\uE0FF")
    .replaceAll(formatting, "")
    .replaceAll(/#(\w+);/g, (whole, name: string) => decodeEntity(name) ?? whole)
    .replaceAll(/^`|`$/g, "");
  const hidden = [...lines].map((character) => standIns.get(character) ?? character).join("");
  // The library would take an empty label for the node's name.
  return hidden.trim() === "" ? "\u00a0" : hidden.replaceAll("\uE0FF", "\\n");
}

/** Joins a name of several words into one that the library can read. */
export function hideSpaces(name: string): string {
  return [
    ...name
      .trim()
      .replaceAll(/\*\*|__/g, "")
      .replaceAll(/\s+/g, spaceStandIn),
  ]
    .map((character) => standIns.get(character) ?? character)
    .join("");
}

/** Restores the replaced characters in a drawing. */
export function restoreSigns(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node.replaceAll(standInPattern, (sign) => originals.get(sign) ?? sign);
    return isElement(node) ? { ...node, children: restoreSigns(node.children) } : node;
  });
}

/** `#35;` and `#quot;`, as Mermaid writes entities. */
function decodeEntity(name: string): string | undefined {
  if (/^\d{1,6}$/.test(name)) return String.fromCodePoint(Math.min(Number(name), 0xffff));
  return Object.hasOwn(entities, name) ? entities[name] : undefined;
}
