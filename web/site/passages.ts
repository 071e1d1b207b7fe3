import type { Inline } from "./markdown-tree.ts";
import type { Part } from "./parse-markdown.ts";

/** A quotation from a page, under a heading that links to the page. */
export interface Passage {
  head: readonly Inline[];
  body: readonly Part[];
}

/**
 * Splits a built-in answer at the lines that name a place in the docs: a title in bold and a citation, with nothing
 * else on the line. `lead` is the text before the first such line.
 */
export function splitPassages(parts: readonly Part[]): { lead: readonly Part[]; passages: Passage[] } {
  const heads = parts.flatMap((part, at) => {
    const head = headOf(part);
    return head === undefined ? [] : [{ head, at }];
  });
  return {
    lead: parts.slice(0, heads[0]?.at),
    passages: heads.map(({ head, at }, index) => ({ head, body: parts.slice(at + 1, heads[index + 1]?.at) })),
  };
}

/** The title as a link to the place, and the citation. */
function headOf({ block }: Part): Inline[] | undefined {
  if (block.type !== "paragraph") return undefined;
  const [title, ...rest] = block.children;
  const cited = rest.filter((node) => node.type === "citation");
  const isAlone = rest.every((node) => node.type === "citation" || (node.type === "text" && node.text.trim() === ""));
  if (title?.type !== "strong" || cited[0] === undefined || !isAlone) return undefined;
  return [{ type: "link", href: cited[0].href, children: title.children.flatMap(unlinked) }, ...rest];
}

function unlinked(node: Inline): Inline[] {
  return node.type === "link" ? node.children : [node];
}
