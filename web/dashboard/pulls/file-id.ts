/** The address of a file on the page of a pull request. */
export function fileId(path: string): string {
  return `file-${path}`;
}
