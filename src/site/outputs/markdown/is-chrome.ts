import type { HtmlElement } from "../../ground/html/html-node.ts";
import { classesOf } from "./markdown-writer.ts";

const chromeClasses = ["heading-link", "code-header", "tab-list", "icon-picture"];

const pictures: ReadonlySet<string> = new Set(["img", "picture", "video"]);

/**
 * What is there to be pressed or looked at, not to be read. Buttons of our own carry a mark or a role; one without is
 * the author's, and its words are text.
 */
export function isChrome(node: HtmlElement): boolean {
  if (node.tag === "svg") return true;
  // The twin of a picture for the dark mode says nothing new.
  if (pictures.has(node.tag) && classesOf(node).includes("hidden")) return true;
  if (node.tag === "button") {
    return Object.keys(node.attributes).some((name) => name.startsWith("data-") || name === "role");
  }
  return node.attributes.class !== undefined && classesOf(node).some((name) => chromeClasses.includes(name));
}
