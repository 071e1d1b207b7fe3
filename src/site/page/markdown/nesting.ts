import { element, type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";

const phrasingTags: ReadonlySet<string> = new Set(
  "p h1 h2 h3 h4 h5 h6 span b i strong em small u s sub sup kbd code mark label summary dt button".split(" "),
);

/**
 * What may stand inside an element. MDX makes a paragraph of a text on lines of its own, also inside `<p>` or `<h2>`; a
 * browser that reads HTML closes the outer one there, and the page falls apart.
 */
export function contentOf(tag: string, children: HtmlNode[]): HtmlNode[] {
  if (!phrasingTags.has(tag) || !children.some(isParagraph)) return children;
  let paragraphs = 0;
  return children.flatMap((child) => {
    if (!isParagraph(child)) return [child];
    paragraphs += 1;
    return paragraphs === 1 ? child.children : [element("br", {}), element("br", {}), ...child.children];
  });
}

/** A link inside a link ends the outer one. The sign beside a heading goes; the words of any other link stay. */
export function withoutLinks(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === "object" && "readers" in node) {
      return [{ readers: withoutLinks(node.readers), machines: withoutLinks(node.machines) }];
    }
    if (!isElement(node)) return [node];
    if (node.attributes.class === "heading-link") return [];
    const children = withoutLinks(node.children);
    return node.tag === "a" ? children : [{ ...node, children }];
  });
}

function isParagraph(node: HtmlNode): node is HtmlElement {
  return isElement(node) && node.tag === "p" && node.attributes.class === undefined;
}
