/** The line numbers of a JSON text in the shape of its values. */
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
 * Finds the line of every value. The text was parsed before, so it is valid and not too deep. This runs only when there
 * is a problem to report.
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
    // Skip the colon.
    scanner.index += 1;
    skipSpace(scanner);
    const start = scanner.index;
    const value = readValue(scanner);
    // Authors look for the line of the key, even if the value starts below it.
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

/**
 * Moves past an opening bracket or a comma to the next element. At the closing bracket, moves past it and returns
 * false.
 */
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

/** Lines end only between values, because JSON strings contain no line breaks. */
function skipSpace(scanner: Scanner): void {
  for (; scanner.index < scanner.text.length; scanner.index += 1) {
    const code = scanner.text.charCodeAt(scanner.index);
    if (code === newline) scanner.line += 1;
    else if (code !== 32 && code !== 9 && code !== 13) return;
  }
}
