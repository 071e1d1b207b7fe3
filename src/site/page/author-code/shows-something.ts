import type { JsxAttribute, MarkdownNode } from "../page-tree.ts";
import { isMap, type Jsx } from "../page-tree.ts";

/** Elements that only hold others. Every other one is seen, or is a component that decides for itself. */
const containers: ReadonlySet<string> = new Set(
  "a article aside div figure footer header li main nav ol p section span ul".split(" "),
);

/** Whether a reader sees anything: words, a picture, a control, or at least a coloured box. */
export function showsSomething({ nodes }: Jsx): boolean {
  const waiting = [...nodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isSeen(node)) return true;
    for (const child of node.children ?? []) waiting.push(child);
  }
  return false;
}

function isSeen({ type, name, value, attributes = [] }: MarkdownNode): boolean {
  if (type === "text") return value?.trim() !== "";
  return !type.startsWith("mdxJsx") || !containers.has(name ?? "") || attributes.some(isPaint);
}

/** A background, or HTML that is put inside. */
function isPaint({ name, value }: JsxAttribute): boolean {
  const given = value && typeof value === "object" ? ("evaluated" in value ? value.evaluated : undefined) : value;
  if (name === "style") return isMap(given) && [...given.keys()].some((key) => key.startsWith("background"));
  if (name === "className" || name === "class") return typeof given === "string" && /(?:^|\s|:)bg-/.test(given);
  return name === "dangerouslySetInnerHTML";
}
