/** The lines of a JSON text in the shape of its values. */
export interface LineNode {
  line: number;
  /** Where the value itself stands in the text, without the key before it. */
  start: number;
  end: number;
  members: Map<string, LineNode> | undefined;
  items: LineNode[] | undefined;
  /** The file that stands here instead, when the value is `{"$ref": "…"}`. */
  reference: string | undefined;
}

/**
 * Finds the line of every value. The text has been parsed before, so it is known to be valid and not too deep; this runs
 * only when there is something to report.
 */
export function readJsonLines(text: string): LineNode {
  const scanner: Scanner = { text, index: text.startsWith("\uFEFF") ? 1 : 0, line: 1 };
  return readValue(scanner);
}

interface Scanner {
  text: string;
  index: number;
  line: number;
}

function readValue(scanner: Scanner): LineNode {
  skipSpace(scanner);
  const { line, index: start } = scanner;
  const node: LineNode = { line, start, end: start, members: undefined, items: undefined, reference: undefined };
  const first = scanner.text[scanner.index];
  if (first === "{") readMembers(scanner, node);
  else if (first === "[") readItems(scanner, node);
  else if (first === '"') readText(scanner);
  else
    while (scanner.index < scanner.text.length && !/[\s,\]}]/.test(scanner.text[scanner.index] ?? ""))
      scanner.index += 1;
  node.end = scanner.index;
  return node;
}

function readMembers(scanner: Scanner, node: LineNode): void {
  node.members = new Map();
  while (nextElement(scanner, "}")) {
    const line = scanner.line;
    const key = readText(scanner);
    skipSpace(scanner);
    // Past the colon.
    scanner.index += 1;
    skipSpace(scanner);
    const start = scanner.index;
    const value = readValue(scanner);
    // The line of the key is the one an author looks for, also where a list begins below it.
    node.members.set(key, { ...value, line });
    if (key === "$ref" && scanner.text[start] === '"') {
      node.reference = JSON.parse(scanner.text.slice(start, scanner.index)) as string;
    }
  }
}

function readItems(scanner: Scanner, node: LineNode): void {
  node.items = [];
  while (nextElement(scanner, "]")) node.items.push(readValue(scanner));
}

/** Moves past an opening bracket or a comma to the next element; at the closing bracket it moves past that and says no. */
function nextElement(scanner: Scanner, end: string): boolean {
  skipSpace(scanner);
  if (scanner.text[scanner.index] === end || scanner.index >= scanner.text.length) {
    scanner.index += 1;
    return false;
  }
  scanner.index += 1;
  skipSpace(scanner);
  if (scanner.text[scanner.index] !== end) return true;
  scanner.index += 1;
  return false;
}

function readText(scanner: Scanner): string {
  const start = scanner.index;
  scanner.index += 1;
  while (scanner.index < scanner.text.length && scanner.text[scanner.index] !== '"') {
    scanner.index += scanner.text[scanner.index] === "\\" ? 2 : 1;
  }
  scanner.index += 1;
  const quoted = scanner.text.slice(start, scanner.index);
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

const newline = 10;

/** Lines end only between values: a text in JSON never holds a line break. */
function skipSpace(scanner: Scanner): void {
  for (; scanner.index < scanner.text.length; scanner.index += 1) {
    const code = scanner.text.charCodeAt(scanner.index);
    if (code === newline) scanner.line += 1;
    else if (code !== 32 && code !== 9 && code !== 13) return;
  }
}
