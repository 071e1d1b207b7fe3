import { type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { classesOf } from "./markdown-writer.ts";

/** The first child of that class. */
export function inside(node: HtmlElement, className: string): HtmlElement | undefined {
  return node.children.filter(isElement).find((child) => classesOf(child).includes(className));
}

/** The first child of that class, and the others. */
export function takeChild(node: HtmlElement, className: string): [HtmlElement | undefined, HtmlNode[]] {
  const found = inside(node, className);
  return [found, node.children.filter((child) => child !== found)];
}

/** The first element of that class at any depth. */
export function findInside(nodes: HtmlNode[], className: string): HtmlElement | undefined {
  for (const node of nodes.filter(isElement)) {
    const found = classesOf(node).includes(className) ? node : findInside(node.children, className);
    if (found !== undefined) return found;
  }
  return undefined;
}
