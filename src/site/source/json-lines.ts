import { visit } from "jsonc-parser";

/** The line numbers of the values in a JSON text, as a tree of the same structure. */
export interface LineNode {
  line: number;
  /** The range of the value itself, without its key. */
  start: number;
  end: number;
  members: Map<string, LineNode> | undefined;
  items: LineNode[] | undefined;
  /** The file included here if the value is `{"$ref": "…"}`. */
  reference: string | undefined;
}

/**
 * Finds the line of every value. The text was parsed before, so it is valid and not too deeply nested. This runs only
 * if there is a problem to report.
 */
export function readJsonLines(text: string): LineNode {
  const document: LineNode = { line: 1, start: 0, end: 0, members: undefined, items: [], reference: undefined };
  const open = [document];
  let key: { name: string; line: number } | undefined;
  const add = (start: number, length: number, startLine: number): LineNode => {
    // Authors look for the line of the key, even if the value starts below it.
    const line = key?.line ?? startLine + 1;
    const node: LineNode = { ...document, line, start, end: start + length, items: undefined };
    const parent = open.at(-1);
    if (key === undefined) parent?.items?.push(node);
    else parent?.members?.set(key.name, node);
    key = undefined;
    return node;
  };
  const close = (offset: number, length: number) => {
    const node = open.pop();
    if (node !== undefined) node.end = offset + length;
  };
  visit(text.replace(/^\uFEFF/, " "), {
    onObjectBegin(offset, length, line) {
      open.push(Object.assign(add(offset, length, line), { members: new Map() }));
    },
    onObjectProperty(name, _offset, _length, line) {
      key = { name, line: line + 1 };
    },
    onObjectEnd: close,
    onArrayBegin(offset, length, line) {
      open.push(Object.assign(add(offset, length, line), { items: [] }));
    },
    onArrayEnd: close,
    onLiteralValue(value: unknown, offset, length, line) {
      const object = open.at(-1);
      if (key?.name === "$ref" && typeof value === "string" && object !== undefined) object.reference = value;
      add(offset, length, line);
    },
  });
  return document.items?.[0] ?? document;
}
