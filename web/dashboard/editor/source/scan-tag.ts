import { lengthAt, type MdxState, openMax, pushFrame, type TagFrame, type Token } from "./mdx-state.ts";

const start = /<\/?(?:[A-Za-z_$]|>)/y;
const tagName = /[A-Za-z_$][\w$.-]*/y;
const attributeName = /[A-Za-z_$][\w$:.-]*/y;
const blank = /\s+/y;
/** An address in angle brackets is a link. */
const address = /<[a-z][a-z0-9+.-]*:/iy;

export function isTagStart(line: string, at: number): boolean {
  return line[at] === "<" && lengthAt(start, line, at) > 0 && lengthAt(address, line, at) === 0;
}

export function startTag(line: string, at: number, state: MdxState, isInCode: boolean): Token {
  const isClosing = line[at + 1] === "/";
  pushFrame(state, { kind: "tag", name: "", isClosing, isInCode, part: "name", attributes: [] });
  return { end: at + (isClosing ? 2 : 1), style: "angleBracket" };
}

/** Scans the inside of a tag, which may span several lines. */
export function scanTag(frame: TagFrame, line: string, at: number, state: MdxState): Token {
  const next = line[at] ?? "";
  const space = lengthAt(blank, line, at);
  if (space > 0) {
    if (frame.part === "name") frame.part = "attributes";
    return { end: at + space };
  }
  if (next === ">") return endTag(frame, at + 1, line[at - 1] === "/", state);
  if (next === "/") return { end: at + 1, style: "angleBracket" };
  if (next === "<") {
    // The tag was never finished. The following text was probably there before the tag.
    state.frames.pop();
    return { end: at };
  }
  if (frame.part === "name") {
    const length = lengthAt(tagName, line, at) || 1;
    frame.name = line.slice(at, at + length);
    return { end: at + length, style: "tagName" };
  }
  if (next === "=") {
    frame.part = "value";
    return { end: at + 1, style: "operator" };
  }
  if (next === '"' || next === "'") {
    frame.part = "attributes";
    pushFrame(state, { kind: "string", quote: next });
    return { end: at + 1, style: "string" };
  }
  if (next === "{") {
    frame.part = "attributes";
    pushFrame(state, { kind: "code" });
    return { end: at + 1, style: "brace" };
  }
  const length = lengthAt(attributeName, line, at);
  if (length === 0) return { end: at + 1, style: "invalid" };
  frame.part = "attributes";
  frame.attributes = [...frame.attributes, line.slice(at, at + length)];
  return { end: at + length, style: "attributeName" };
}

function endTag(frame: TagFrame, end: number, isEmpty: boolean, state: MdxState): Token {
  const { name, isClosing, isInCode } = frame;
  state.frames.pop();
  if (isInCode) {
    if (isClosing && state.frames.at(-1)?.kind === "children") state.frames.pop();
    else if (!isClosing && !isEmpty) pushFrame(state, { kind: "children" });
  } else if (isClosing) {
    const opened = state.open.lastIndexOf(name);
    if (opened >= 0) state.open.length = opened;
  } else if (!isEmpty && state.open.length < openMax) {
    state.open.push(name);
  }
  return { end, style: "angleBracket" };
}

export function scanString(quote: string, line: string, at: number, state: MdxState): Token {
  const end = line.indexOf(quote, at);
  if (end < 0) return { end: line.length, style: "string" };
  state.frames.pop();
  return { end: end + 1, style: "string" };
}

const childText = /[^<{]+/y;

/** Scans the text of an element inside code. */
export function scanChildren(line: string, at: number, state: MdxState): Token {
  const text = lengthAt(childText, line, at);
  if (text > 0) return { end: at + text };
  if (line[at] === "{") {
    pushFrame(state, { kind: "code" });
    return { end: at + 1, style: "brace" };
  }
  return isTagStart(line, at) ? startTag(line, at, state, true) : { end: at + 1 };
}
