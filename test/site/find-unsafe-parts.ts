import type { DefaultTreeAdapterMap } from "parse5";

type ParsedNode = DefaultTreeAdapterMap["node"];

const forbiddenTags = new Set(
  "object embed applet base form frame frameset template noscript foreignobject animate set".split(" "),
);
const urlAttributes = new Set(
  "href src poster cite action formaction data xlink:href srcset ping background".split(" "),
);
const safeUrl =
  /^(?:https?:|mailto:|tel:|cursor:|vscode:|data:,$|data:image\/(?:png|jpeg|gif|webp)|[^:]*$|[^:]*[/?#])/i;

/** Parses a document like a browser and lists everything in it that could run a script or send data. */
export function findUnsafeParts(root: ParsedNode): string[] {
  const found: string[] = [];
  const waiting: ParsedNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ("childNodes" in node) waiting.push(...node.childNodes);
    if (!("tagName" in node)) continue;
    const attributes = new Map(
      node.attrs.map(({ name, value, prefix }) => [prefix ? `${prefix}:${name}` : name, value]),
    );
    // The request tester is Lectern's own form, which the browser never submits.
    const isTester = attributes.get("class") === "tester-form" && !attributes.has("action");
    if (forbiddenTags.has(node.tagName.toLowerCase()) && !isTester) found.push(`<${node.tagName}>`);
    // A script with this type is data that browsers don't run.
    const isData = attributes.get("type") === "application/ld+json" && attributes.size === 1;
    if (
      node.tagName === "script" &&
      !isData &&
      !/^\/_lectern\/(?:author\/)?[0-9a-f]+\/[\w-]+\.js$/.test(attributes.get("src") ?? "")
    )
      found.push("<script>");
    if (node.tagName === "style") found.push("<style>");
    if (node.tagName === "meta" && attributes.has("http-equiv")) found.push("<meta http-equiv>");
    if (node.tagName === "iframe" && !attributes.has("sandbox")) found.push("<iframe> without a sandbox");
    for (const [name, value] of attributes) {
      if (/^on/i.test(name) || name === "style" || name === "srcdoc") found.push(`${node.tagName} ${name}="${value}"`);
      // Browsers skip control characters and spaces before the scheme.
      const url = [...value].filter((character) => character > " ").join("");
      if (urlAttributes.has(name) && !safeUrl.test(url)) found.push(`${node.tagName} ${name}="${value}"`);
    }
  }
  return found;
}
