import { element, type HtmlNode } from "../../ground/html/html-node.ts";

/** A title is plain text, except that authors set names of code in backticks there as they do in the text. */
export function titleText(title: string): HtmlNode[] {
  if (!title.includes("`")) return [title];
  return title
    .split(/`([^`]+)`/)
    .map((part, index): HtmlNode => (index % 2 === 1 ? element("code", {}, [part]) : part))
    .filter((part) => part !== "");
}
