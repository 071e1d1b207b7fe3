/** The element ID of a file's diff on the page of a pull request. */
export function fileId(path: string): string {
  return `file-${path}`;
}
