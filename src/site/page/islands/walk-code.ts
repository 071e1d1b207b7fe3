import type { Node } from "acorn";

/** Visits every node of a syntax tree. Iterative, because code may be nested as deep as the parser allows. */
export function walkCode(root: Node, visit: (node: Node & Record<string, unknown>, depth: number) => void): void {
  const waiting: [unknown, number][] = [[root, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    if (Array.isArray(value)) for (const item of value) waiting.push([item, depth]);
    else if (isNode(value)) {
      visit(value, depth);
      for (const child of Object.values(value)) {
        if (typeof child === "object" && child !== null) waiting.push([child, depth + 1]);
      }
    }
  }
}

function isNode(value: unknown): value is Node & Record<string, unknown> {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
