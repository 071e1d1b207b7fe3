/** The number at the end of a pull request's address, of whatever host. */
export function pullRequestNumber(link: string): string | undefined {
  return /\/(\d+)\/?(?:[?#].*)?$/.exec(link)?.[1];
}
