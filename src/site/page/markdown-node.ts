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
  position?: { start: { line: number; column: number; offset?: number }; end?: { offset?: number } };
}

interface JsxAttribute {
  type: string;
  name?: string;
  value?: string | null | { type: string; value: string };
}
