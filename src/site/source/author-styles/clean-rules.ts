import { type Atrule, type CssNode, type Declaration, generate, type List, type Raw, type Rule } from "css-tree";
import { refuseAtRule } from "./check-at-rule.ts";
import { checkDeclaration } from "./check-declaration.ts";
import { type CssCleaning, leaveOut, parseCss, warnOf } from "./css-cleaning.ts";
import { nameFrameParts } from "./frame-selectors.ts";
import { splitByMode } from "./mode-selectors.ts";
import { hasUnsafeRaw } from "./raw-css.ts";
import { type NestedPart, splitNested } from "./split-nested.ts";

/** Each level can double what it holds. */
const modeDepthMax = 2;
/** Each level is parsed once more. */
const nestingDepthMax = 12;

/** Cleans rules and declarations where they stand. `depth` is the number of rules around them. */
export function cleanList(list: List<CssNode>, cleaning: CssCleaning, depth: number): void {
  list.forEach((node, item) => {
    const kept = cleanNode(node, cleaning, depth);
    if (kept.length === 1 && kept[0] === node) return;
    for (const replacement of kept) list.insertData(replacement, item);
    list.remove(item);
  });
}

/** What stands in the list instead of the node: itself, nothing, or several. */
function cleanNode(node: CssNode, cleaning: CssCleaning, depth: number): CssNode[] {
  if (node.type === "Rule") return cleanRule(node, cleaning, depth);
  if (node.type === "Atrule") return cleanAtRule(node, cleaning, depth);
  if (node.type === "Declaration") return cleanDeclaration(node, cleaning, depth);
  return node.type === "Raw" ? cleanLetters(node.value, node, cleaning, depth) : [];
}

function cleanRule(node: Rule, cleaning: CssCleaning, depth: number): CssNode[] {
  const { prelude } = node;
  if (prelude.type === "Raw" || hasUnsafeRaw(prelude)) return leaveOut(cleaning, prelude, generate(prelude));
  cleanList(node.block.children, cleaning, depth + 1);
  nameFrameParts(node);
  return depth < modeDepthMax ? splitByMode(node) : [node];
}

function cleanAtRule(node: Atrule, cleaning: CssCleaning, depth: number): CssNode[] {
  // All files are joined, so each one's own `@charset` says nothing any more.
  if (node.name.toLowerCase() === "charset") return [];
  const refusal = refuseAtRule(node);
  if (refusal !== undefined) {
    warnOf(cleaning, refusal.message, node, refusal.hint);
    return [];
  }
  if (node.block !== null) cleanList(node.block.children, cleaning, depth);
  return [node];
}

function cleanDeclaration(node: Declaration, cleaning: CssCleaning, depth: number): CssNode[] {
  const { property, value } = node;
  if (value.type === "Raw" && cleaning.faults.has(value)) {
    return cleanLetters(`${property}:${value.value}`, node, cleaning, depth);
  }
  const { refusal, missing } = checkDeclaration(node, cleaning.files);
  for (const url of missing) warnOf(cleaning, `shows ${url}, but that file does not exist`, node);
  if (refusal === undefined) return [node];
  warnOf(cleaning, `${refusal}, so it is left out`, node);
  return [];
}

/** Letters that the parser gave up on may hold rules that it knows, one by one. */
function cleanLetters(text: string, node: Raw | Declaration, cleaning: CssCleaning, depth: number): CssNode[] {
  const parts = splitNested(text, node.loc?.start.line ?? 1);
  const fault = node.type === "Declaration" ? node.value : node;
  if (depth === 0 || depth > nestingDepthMax || !parts.some((part) => part.kind === "rule")) {
    return parts.length === 0 ? [] : leaveOut(cleaning, fault, text);
  }
  return parts.flatMap((part) => {
    const children = parsePart(part, cleaning);
    if (children === undefined) return leaveOut(cleaning, fault, part.text);
    return children.flatMap((child) => cleanNode(child, cleaning, depth + 1));
  });
}

function parsePart(part: NestedPart, cleaning: CssCleaning): CssNode[] | undefined {
  try {
    return parseNested(part, cleaning);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function parseNested({ kind, text, line }: NestedPart, cleaning: CssCleaning): CssNode[] {
  if (kind === "rule") {
    // A rule that begins with a sign means the element around it; the parser wants to see that written.
    const selector = /^[>+~]/.test(text) ? `& ${text}` : text;
    return [parseCss(selector, cleaning, { context: "rule", line })];
  }
  const block = parseCss(`{${text}}`, cleaning, { context: "block", line });
  return block.type === "Block" ? block.children.toArray() : [];
}
