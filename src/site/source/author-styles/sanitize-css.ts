import {
  type Atrule,
  type CssNode,
  type Declaration,
  generate,
  type List,
  type Raw,
  type Rule,
  type StyleSheet,
} from "css-tree";
import { BuildProblem } from "../../shared/build-problem.ts";
import type { CssFiles } from "./check-css-url.ts";
import { checkDeclaration } from "./check-declaration.ts";
import {
  type CssCleaning,
  createCleaning,
  hasUnsafeRaw,
  leaveOut,
  parseCss,
  UnusableCss,
  warnOf,
} from "./css-cleaning.ts";
import { nameFrameParts, splitByMode } from "./rewrite-selectors.ts";
import { type NestedPart, splitNested } from "./split-nested.ts";

/**
 * Keeps the rules of an author's stylesheet that load nothing from other servers and run nothing. The result is written
 * from the parsed tree, so it contains no text that the parser didn't understand.
 */
export function sanitizeCss(text: string, files: CssFiles): { css: string; problems: BuildProblem[] } {
  const cleaning = createCleaning(files);
  try {
    const sheet = parseCss(text, cleaning) as StyleSheet;
    cleanList(sheet.children, cleaning, 0);
    return { css: generate(sheet), problems: cleaning.problems };
  } catch (error) {
    const message = refusalOf(error);
    if (message === undefined) throw error;
    const problem = new BuildProblem(message, { severity: "warning", file: files.file });
    return { css: "", problems: [...cleaning.problems, problem] };
  }
}

function refusalOf(error: unknown): string | undefined {
  if (error instanceof UnusableCss) return error.message;
  return error instanceof RangeError ? "is nested too deeply, so none of its rules are used" : undefined;
}

/** Each level of dark mode rules can double the size of its content. */
const modeDepthMax = 2;
/** The content of nested rules is parsed again at each level. */
const nestingDepthMax = 12;

/** Cleans rules and declarations in place. `depth` is the number of rules around them. */
function cleanList(list: List<CssNode>, cleaning: CssCleaning, depth: number): void {
  list.forEach((node, item) => {
    const kept = cleanNode(node, cleaning, depth);
    if (kept.length === 1 && kept[0] === node) return;
    for (const replacement of kept) list.insertData(replacement, item);
    list.remove(item);
  });
}

/** The replacement for the node: itself, nothing, or several nodes. */
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
  // All stylesheets are joined to one file, so `@charset` has no meaning.
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

/** Text that can't be parsed as a whole may contain rules that can be parsed one by one. */
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
    // A rule that starts with a combinator refers to the parent; the parser needs an explicit `&`.
    const selector = /^[>+~]/.test(text) ? `& ${text}` : text;
    return [parseCss(selector, cleaning, { context: "rule", line })];
  }
  const block = parseCss(`{${text}}`, cleaning, { context: "block", line });
  return block.type === "Block" ? block.children.toArray() : [];
}

/** At-rules that group other rules or don't load anything. */
const allowed: ReadonlySet<string> = new Set(
  `media supports container layer scope starting-style keyframes -webkit-keyframes font-face font-feature-values
  font-palette-values counter-style property page view-transition position-try`.split(/\s+/),
);

/** Why a rule such as `@import` is left out, or undefined if it is kept. */
function refuseAtRule({ name, prelude }: Atrule): { message: string; hint?: string } | undefined {
  const word = name.toLowerCase();
  if (word === "import") {
    const isElsewhere = prelude !== null && /\/\//.test(generate(prelude));
    const hint = isElsewhere
      ? 'add the stylesheet to the project; for a font, name it under "fonts" in docs.json'
      : "every .css file of the project is loaded on every page, so it needs no @import";
    return { message: "@import is left out", hint };
  }
  if (!allowed.has(word)) return { message: `@${name} is not supported here, so it is left out` };
  if (prelude !== null && hasUnsafeRaw(prelude))
    return { message: `@${name} has a condition that could not be parsed` };
  return undefined;
}
