import { crc32 } from "node:zlib";

const pagesMin = 32;
const pagesMax = 256;
/** The average number of pages that a group has beyond the minimum. */
const pagesTarget = 64;

/**
 * Splits pages that are sorted by path into groups, which become segments. The end of a group depends only on the paths
 * near it, so a new page moves one or two boundaries, and a change inside a page moves none.
 */
export function splitPages<Page extends { path: string }>(sorted: readonly Page[]): Page[][] {
  const groups: Page[][] = [];
  let open: Page[] = [];
  for (const page of sorted) {
    open.push(page);
    if (open.length < pagesMin) continue;
    if (open.length === pagesMax || crc32(page.path) % pagesTarget === 0) {
      groups.push(open);
      open = [];
    }
  }
  if (open.length > 0) groups.push(open);
  return groups;
}
