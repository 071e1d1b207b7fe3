import { lengthAt, type MdxState, pushFrame, type Token } from "./mdx-state.ts";
import { isTagStart, startTag } from "./scan-tag.ts";

const word = /[A-Za-z_$][\w$]*/y;
const number = /\d[\w.]*/y;
const blank = /\s+/y;
const quoted = /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)/y;
const keywords = new Set(
  "import export from as default const let var function return if else for of in new typeof async await class extends switch case break continue while do try catch finally throw".split(
    " ",
  ),
);
const atoms = new Set(["true", "false", "null", "undefined"]);
const beforeLength = 8;
/** Characters after which `<` starts an element instead of meaning "less than". */
const beforeElement = /(?:^|[(,=?:&|{[>};\s]|\breturn)$/;

/** Scans JavaScript between braces and in imports and exports. */
export function scanCode(line: string, at: number, state: MdxState): Token {
  const next = line[at] ?? "";
  const space = lengthAt(blank, line, at);
  if (space > 0) return { end: at + space };
  if (line.startsWith("//", at)) return { end: line.length, style: "comment" };
  if (line.startsWith("/*", at)) {
    pushFrame(state, { kind: "comment" });
    return { end: at + 2, style: "comment" };
  }
  const string = lengthAt(quoted, line, at);
  if (string > 0) return { end: at + string, style: "string" };
  if (next === "`") {
    pushFrame(state, { kind: "template" });
    return { end: at + 1, style: "string" };
  }
  if (next === "{") {
    pushFrame(state, { kind: "code" });
    return { end: at + 1, style: "brace" };
  }
  if (next === "}") {
    if (state.frames.at(-1)?.kind === "code") state.frames.pop();
    return { end: at + 1, style: "brace" };
  }
  if (isTagStart(line, at) && beforeElement.test(line.slice(Math.max(0, at - beforeLength), at)))
    return startTag(line, at, state, true);
  const name = lengthAt(word, line, at);
  if (name > 0) return { end: at + name, style: styleOfWord(line, at, at + name) };
  const digits = lengthAt(number, line, at);
  if (digits > 0) return { end: at + digits, style: "number" };
  return { end: at + 1, style: "operator" };
}

function styleOfWord(line: string, start: number, end: number): string {
  const text = line.slice(start, end);
  if (line[start - 1] === ".") return "propertyName";
  if (keywords.has(text)) return "keyword";
  if (atoms.has(text)) return "atom";
  return /^\s*:(?!:)/.test(line.slice(end, end + 3)) ? "propertyName" : "variableName";
}

export function scanComment(line: string, at: number, state: MdxState): Token {
  const end = line.indexOf("*/", at);
  if (end < 0) return { end: line.length, style: "comment" };
  state.frames.pop();
  return { end: end + 2, style: "comment" };
}

const templateText = /(?:[^`\\$]|\\.|\$(?!\{))+/y;

export function scanTemplate(line: string, at: number, state: MdxState): Token {
  const text = lengthAt(templateText, line, at);
  if (text > 0) return { end: at + text, style: "string" };
  if (line.startsWith("${", at)) {
    pushFrame(state, { kind: "code" });
    return { end: at + 2, style: "brace" };
  }
  state.frames.pop();
  return { end: at + 1, style: "string" };
}
