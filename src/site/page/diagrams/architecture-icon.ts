import { element, type HtmlElement } from "../../ground/html/html-node.ts";
import { findIcon } from "../icons/find-icon.ts";
import { tenth } from "./drawing-parts.ts";

/** The names that Mermaid brings along, and those of our icons. */
const known: Record<string, string> = {
  cloud: "cloud",
  database: "database",
  disk: "hard-drive",
  internet: "globe",
  server: "server",
};
const unknownIcon = "box";
const color = "var(--_text-sec)";

/** An icon in a square of this size; `logos:aws-s3` is looked up without the name of its library. */
export function iconAt(name: string, x: number, y: number, size: number): HtmlElement | undefined {
  const plain = name.replace(/^[\w-]+:/, "");
  const wanted = Object.hasOwn(known, plain) ? (known[plain] ?? plain) : plain;
  const library = /^fa\w*:/.test(name) ? "fontawesome" : "lucide";
  const icon = findIcon(library, wanted) ?? findIcon("lucide", unknownIcon);
  if (icon === undefined) return undefined;
  const [left = 0, top = 0, width = 24] = String(icon.attributes.viewBox).split(" ").map(Number);
  const scale = size / width;
  const isLine = String(icon.attributes.class).includes("icon-line");
  const look = isLine
    ? { fill: "none", stroke: color, "stroke-width": 1.75, "stroke-linecap": "round", "stroke-linejoin": "round" }
    : { fill: color };
  const place = `translate(${tenth(x - left * scale)} ${tenth(y - top * scale)}) scale(${Math.round(scale * 1000) / 1000})`;
  return element("g", { transform: place, ...look }, icon.children);
}
