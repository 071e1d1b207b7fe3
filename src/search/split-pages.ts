import { crc32 } from "node:zlib";

const pagesMin = 128;
const pagesMax = 1_024;
/** On average, a group ends after this many pages beyond the minimum. */
const pagesTarget = 384;

/**
 * Splits pages that are sorted by path into the groups that become segments. Where a group ends depends on the paths
 * near its end alone, so a new page moves a boundary or two, and a changed page none.
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
