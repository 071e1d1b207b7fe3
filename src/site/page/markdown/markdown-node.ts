import type { SourcePlace } from "../../ground/html/html-node.ts";
import type { Value } from "../author-code/value.ts";
import type { RenderContext } from "./render-context.ts";

/** A node of the tree that satteri returns, with the fields of all kinds: the mapping reads those of its own kind. */
export interface MarkdownNode {
  type: string;
  children?: MarkdownNode[];
  value?: string;
  depth?: number;
  url?: string;
  title?: string | null;
  alt?: string | null;
  ordered?: boolean;
  start?: number | null;
  spread?: boolean;
  checked?: boolean | null;
  lang?: string | null;
  meta?: string | null;
  align?: (string | null)[];
  identifier?: string;
  label?: string | null;
  name?: string | null;
  attributes?: JsxAttribute[];
  data?: { hProperties?: { id?: unknown } };
  /** The heading that is the title of the page. */
  isTitle?: boolean;
  position?: { start: { line: number; column: number; offset?: number }; end?: { line?: number; offset?: number } };
  /** Where a node comes from that code of an author made; the others stand in the file that is rendered. */
  source?: SourcePlace;
  /** The file that a tag stands for, once its name has been looked up. */
  snippet?: string;
  /** Set when the code of a component is beyond what is interpreted: a placeholder is shown. */
  isRefused?: boolean;
  /** Nodes of kind `fromOutside` belong to the file around a snippet and are rendered as that file's. */
  outside?: RenderContext;
}

export type JsxAttributeValue =
  | string
  | null
  | undefined
  /** An expression as the parser found it. */
  | { type: "mdxJsxAttributeValueExpression"; value: string }
  /** The same after it was worked out. */
  | { type: "evaluated"; evaluated: Value };

export interface JsxAttribute {
  type: string;
  name?: string;
  value?: JsxAttributeValue;
}
