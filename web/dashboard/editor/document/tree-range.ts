import type { Definition, Node as TreeNode } from "mdast";
import type { Range } from "./node-origin.ts";

export type Definitions = Map<string, Definition>;

export interface MapContext {
  source: string;
  definitions: Definitions;
}

export function rangeOf({ type, position }: TreeNode): Range {
  const start = position?.start.offset;
  const end = position?.end.offset;
  if (start === undefined || end === undefined) throw new Error(`The parser returned a ${type} without a position.`);
  return { start, end };
}
