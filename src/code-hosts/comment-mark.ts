/** What nobody sees in a comment, and tells us which of them is ours to replace. */
export function withMark(key: string, body: string): string {
  return `${markOf(key)}\n${body}`;
}

export function hasMark(key: string, body: unknown): boolean {
  return typeof body === "string" && body.startsWith(markOf(key));
}

function markOf(key: string): string {
  return `<!-- lectern:${key} -->`;
}
