import type { Definition, PhrasingContent, RootContent, Node as TreeNode } from "mdast";
import type { Range } from "./node-origin.ts";
import type { OpaqueKind } from "./page-schema.ts";

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

const opaqueKinds: Readonly<Partial<Record<(RootContent | PhrasingContent)["type"], OpaqueKind>>> = {
  mdxjsEsm: "import",
  mdxFlowExpression: "expression",
  mdxTextExpression: "expression",
  html: "html",
  math: "math",
  inlineMath: "math",
  definition: "definition",
  footnoteDefinition: "footnote",
  footnoteReference: "footnote",
  imageReference: "reference",
};

/** The kind of content that visual mode can't edit. */
export function opaqueKind(tree: RootContent | PhrasingContent): OpaqueKind {
  const kind = opaqueKinds[tree.type] ?? "other";
  const text = "value" in tree ? tree.value : "";
  const isComment = kind === "expression" ? text.trim().startsWith("/*") : kind === "html" && text.startsWith("<!--");
  return isComment ? "comment" : kind;
}
