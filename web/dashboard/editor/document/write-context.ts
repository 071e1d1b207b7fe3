import type { Node } from "prosemirror-model";
import type { MarkdownStyle } from "./markdown-style.ts";
import { withPrefix } from "./node-origin.ts";
import type { PageFormat } from "./parse-tree.ts";
import { stringifyBlock } from "./stringify.ts";
import { toTree } from "./to-tree.ts";

/**
 * How much of the old source is kept around an edit. What was written is read again, and if that isn't what was meant, the
 * next try is more careful: "literal" keeps typed characters and tight gaps, "escaped" escapes characters and separates
 * blocks by blank lines, "anew" writes the edited block without looking at its old source, and "apart" indents everything in
 * the components around it anew.
 */
export const writeLevels = ["literal", "escaped", "anew", "apart"] as const;
type WriteLevel = (typeof writeLevels)[number];

export interface WriteContext {
  style: MarkdownStyle;
  format: PageFormat;
  level: WriteLevel;
  /** Writes a block of any kind. Containers are written with it, and it writes containers. */
  writeBlock: (node: Node, old: Node | undefined, prefix: string, context: WriteContext) => string;
}

/** Writes a block that has no old source to keep. */
export function writeAnew(node: Node, prefix: string, context: WriteContext): string {
  const tree = toTree(node, { quote: context.style.quote, isLiteral: context.level === "literal" });
  return withPrefix(stringifyBlock(tree, context), prefix, context.style.lineEnding);
}
