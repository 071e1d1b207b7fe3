/** Parsed Markdown: every node becomes an element or text, and no node can contain HTML. */
export type Inline =
  | { type: "text"; text: string }
  | { type: "code"; text: string }
  | { type: "strong" | "emphasis" | "deleted"; children: Inline[] }
  | { type: "link"; href: string; children: Inline[] }
  | { type: "citation"; number: number; href: string }
  | { type: "break" };

export type Block =
  | { type: "paragraph"; children: Inline[] }
  | { type: "heading"; level: number; children: Inline[] }
  | { type: "code"; language: string; text: string; isClosed: boolean }
  | { type: "list"; start: number | undefined; items: Block[][] }
  | { type: "quote"; children: Block[] }
  | { type: "table"; head: Inline[][]; rows: Inline[][][] }
  | { type: "rule" };

export function childrenOf(node: Block | Inline): (Block | Inline)[] {
  if ("items" in node) return node.items.flat();
  if ("rows" in node) return [...node.head.flat(), ...node.rows.flat(2)];
  return "children" in node ? node.children : [];
}
