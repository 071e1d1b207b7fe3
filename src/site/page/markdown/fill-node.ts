import { escapeAttribute } from "../../shared/html/escape.ts";
import { fillVariables } from "../../source/variables.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { Expansion } from "./render-context.ts";

/** `{{word}}` may be part of the code that is shown, so an unknown name in code isn't a mistake. */
const codeKinds: ReadonlySet<string> = new Set(["code", "inlineCode", "math", "inlineMath", "mdxjsEsm"]);
const fields = ["value", "url", "title", "alt", "meta", "lang", "label"] as const;

/** Replaces docs.json variables in a node. Nearly all nodes have no variables and are returned unchanged. */
export function fillNode(node: MarkdownNode, expansion: Expansion): MarkdownNode {
  if (!holdsVariables(node)) return node;
  const filled = { ...node };
  for (const field of fields) {
    const text = node[field];
    if (isMarked(text)) filled[field] = fillText(text, node, expansion);
  }
  return filled;
}

/** Checks the fields one by one instead of in a loop, because this runs for every node of every page. */
function holdsVariables({ value, url, title, alt, meta, lang, label }: MarkdownNode): boolean {
  return (
    isMarked(value) ||
    isMarked(url) ||
    isMarked(title) ||
    isMarked(alt) ||
    isMarked(meta) ||
    isMarked(lang) ||
    isMarked(label)
  );
}

function isMarked(text: unknown): text is string {
  return typeof text === "string" && text.includes("LecternVariable");
}

/** Replaces variables in a text. An unknown name in prose is an error. */
export function fillText(text: string, node: MarkdownNode, { variables, warn }: Expansion): string {
  const filled = fillVariables(text, variables, node.type === "html" ? escapeAttribute : undefined);
  if (variables === undefined || codeKinds.has(node.type)) return filled.text;
  for (const name of filled.undefinedNames) {
    warn(`the variable {{${name}}} is not defined in docs.json`, node, {
      severity: "error",
      hint: 'add it to "variables", or write \\{\\{ if you mean the braces themselves',
    });
  }
  return filled.text;
}
