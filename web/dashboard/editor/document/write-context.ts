import type { Node } from "prosemirror-model";
import type { MarkdownStyle } from "./markdown-style.ts";
import { withPrefix } from "./node-origin.ts";
import type { PageFormat } from "./parse-tree.ts";
import { stringifyBlock } from "./stringify.ts";
import { toTree } from "./to-tree.ts";

/**
 * How much of the old source is kept around an edit. The result is parsed again, and if its meaning differs, the next
 * attempt is more careful: "literal" keeps typed characters and tight gaps, "escaped" escapes characters and separates
 * blocks with blank lines, "anew" writes the edited block without its old source, and "apart" also indents the
 * surrounding components anew.
 */
export const writeLevels = ["literal", "escaped", "anew", "apart"] as const;
type WriteLevel = (typeof writeLevels)[number];

export interface WriteContext {
  style: MarkdownStyle;
  format: PageFormat;
  level: WriteLevel;
  /** Writes a block of any kind. Passed along, because containers and blocks write each other. */
  writeBlock: (node: Node, old: Node | undefined, prefix: string, context: WriteContext) => string;
}

/** Writes a block without an old source. */
export function writeAnew(node: Node, prefix: string, context: WriteContext): string {
  const tree = toTree(node, { quote: context.style.quote, isLiteral: context.level === "literal" });
  return withPrefix(stringifyBlock(tree, context), prefix, context.style.lineEnding);
}
