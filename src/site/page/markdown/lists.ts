import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { RenderContext } from "./render-context.ts";

export function renderList(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const items = (node.children ?? []).flatMap((item) => listItem(item, isLoose(node), context));
  if (!node.ordered) {
    const hasTasks = node.children?.some((item) => typeof item.checked === "boolean") ?? false;
    return [element("ul", hasTasks ? { class: "task-list" } : {}, items)];
  }
  const start = node.start ?? 1;
  return [element("ol", start === 1 ? {} : { start }, items)];
}

export function renderListItem(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  return listItem(node, node.spread === true, context);
}

function isLoose(list: MarkdownNode): boolean {
  return list.spread === true || (list.children?.some((item) => item.spread) ?? false);
}

/** In a tight list the text stands directly in the item; in a loose one each part keeps its paragraph. */
function listItem(item: MarkdownNode, loose: boolean, context: RenderContext): HtmlNode[] {
  const children = (item.children ?? []).flatMap((child) =>
    child.type === "paragraph" && !loose
      ? context.renderNodes(child.children, context)
      : context.renderNodes([child], context),
  );
  if (typeof item.checked !== "boolean") return [element("li", {}, children)];
  const box = element("input", {
    type: "checkbox",
    checked: item.checked,
    disabled: true,
    "aria-label": item.checked ? context.page.words.done : context.page.words.notDone,
  });
  return [element("li", { class: "task" }, [box, " ", ...children])];
}
