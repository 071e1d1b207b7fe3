import { lengthAt, type MdxState, startState, type Token } from "./mdx-state.ts";
import { scanCode, scanComment, scanTemplate } from "./scan-code.ts";
import { scanChildren, scanString, scanTag } from "./scan-tag.ts";
import { scanTarget, scanText } from "./scan-text.ts";

/**
 * Scans the next token of a line, starting at `at`, which is always before the line's end. Updates the state.
 * CodeMirror's Markdown grammar doesn't know frontmatter, expressions and components, and treats indented fences inside
 * components as text, hence our own scanner.
 */
export function scanToken(line: string, at: number, state: MdxState): Token {
  if (at === 0) {
    const token = startLine(line, state);
    if (token !== undefined) return token;
  }
  if (state.part === "frontmatter") return scanYaml(line, at);
  if (state.fence !== undefined) return { end: line.length, style: "monospace" };
  const frame = state.frames.at(-1);
  switch (frame?.kind) {
    case "tag":
      return scanTag(frame, line, at, state);
    case "string":
      return scanString(frame.quote, line, at, state);
    case "code":
      return scanCode(line, at, state);
    case "children":
      return scanChildren(line, at, state);
    case "template":
      return scanTemplate(line, at, state);
    case "comment":
      return scanComment(line, at, state);
    default:
      return state.isModule
        ? scanCode(line, at, state)
        : (scanTarget(line, at) ?? scanBlockMark(line, at) ?? scanText(line, at, state));
  }
}

/** Called for empty lines. */
export function scanBlankLine(state: MdxState): void {
  if (state.part === "start") state.part = "body";
  state.isHeading = false;
  if (state.part !== "body" || state.fence !== undefined || state.frames.length > 0) return;
  state.isModule = false;
  state.isAfterBlank = true;
  state.isStrong = false;
  state.isEmphasized = false;
}

/** The state at an offset, as if the text ended there. */
export function stateAt(text: string, offset: number): MdxState {
  const state = startState();
  for (const line of text.slice(0, offset).split(/\r?\n/)) {
    if (line === "") scanBlankLine(state);
    for (let at = 0; at < line.length; ) at = advance(line, at, state);
  }
  return state;
}

/** A token may be empty if it only abandons something unfinished. */
function advance(line: string, at: number, state: MdxState): number {
  const { end } = scanToken(line, at, state);
  return end > at ? end : Math.max(scanToken(line, at, state).end, at + 1);
}

const dashes = /---\s*$/y;
const fenceStart = /\s*(?:>\s*)*(?:[-*+]\s+|\d+[.)]\s+)?(?:`{3,}(?=[^`]*$)|~{3,}|\$\$(?=\s*$))/y;
const fenceMark = /(?:(?<!`)`{3,}|(?<!~)~{3,}|\$\$)$/;
const moduleStart = /(?:import|export)\s/y;
const headingMark = /\s*#{1,6}(?=\s|$)\s*/y;

function startLine(line: string, state: MdxState): Token | undefined {
  state.isHeading = false;
  if (state.part === "start") {
    state.part = lengthAt(dashes, line, 0) > 0 ? "frontmatter" : "body";
    if (state.part === "frontmatter") return { end: line.length, style: "meta" };
  } else if (state.part === "frontmatter" && lengthAt(dashes, line, 0) > 0) {
    state.part = "body";
    return { end: line.length, style: "meta" };
  }
  if (state.part === "frontmatter") return undefined;
  if (state.fence !== undefined) {
    const trimmed = line.replace(/^[\s>]+/, "").trimEnd();
    const isEnd = trimmed.startsWith(state.fence) && trimmed.replaceAll(state.fence[0] ?? "", "") === "";
    if (isEnd) state.fence = undefined;
    return isEnd ? { end: line.length, style: "meta" } : undefined;
  }
  if (line.trim() === "") {
    scanBlankLine(state);
    return { end: line.length };
  }
  if (state.frames.length > 0) return undefined;
  const canStart = state.isAfterBlank;
  state.isAfterBlank = false;
  if (canStart && lengthAt(moduleStart, line, 0) > 0) state.isModule = true;
  if (state.isModule) return undefined;
  const fence = lengthAt(fenceStart, line, 0);
  if (fence > 0) {
    state.fence = fenceMark.exec(line.slice(0, fence))?.[0];
    return { end: line.length, style: "meta" };
  }
  const heading = lengthAt(headingMark, line, 0);
  if (heading === 0) return undefined;
  state.isHeading = true;
  return { end: heading, style: "processingInstruction" };
}

const blockMark = /\s*(?:>\s?|(?:[-*+]|\d+[.)])(?:\s+\[[ xX]\])?\s+|(?:[-*_]\s*){3,}$|\|)/y;

const markColumnMax = 200;

/** The markers of quotes, lists, rules and tables. */
function scanBlockMark(line: string, at: number): Token | undefined {
  if (at > markColumnMax || line.slice(0, at).replaceAll(/[\s>]/g, "") !== "") return undefined;
  const length = lengthAt(blockMark, line, at);
  return length === 0 ? undefined : { end: at + length, style: "processingInstruction" };
}

const yamlKey = /[ \t]*(?:-[ \t]+)?(?:[\w.:-]*[\w.-]|"[^"]*"|'[^']*')(?=[ \t]*:(?:[ \t]|$))/y;
const yamlString = /"(?:[^"\\]|\\.)*"?|'[^']*'?/y;
const yamlAtom = /(?:true|false|null|-?\d[\d.]*)(?=[ \t]*(?:$|[,\]]))/y;

function scanYaml(line: string, at: number): Token {
  if (at === 0) {
    const key = lengthAt(yamlKey, line, 0);
    if (key > 0) return { end: key, style: "propertyName" };
  }
  const before = line[at - 1] ?? " ";
  if (line[at] === "#" && /\s/.test(before)) return { end: line.length, style: "comment" };
  const string = lengthAt(yamlString, line, at);
  if (string > 0 && /[\s:[,-]/.test(before)) return { end: at + string, style: "string" };
  const atom = lengthAt(yamlAtom, line, at);
  if (atom > 0 && /\s/.test(before)) return { end: at + atom, style: "atom" };
  return { end: at + 1 };
}
