export interface ListedPage {
  path: string;
  title: string;
}

const pagesMax = 5_000;
const nearestMax = 4;
const likenessMin = 0.35;

/** The pages that llms.txt lists, by their paths on this site. */
export function readPages(list: string, origin: string): ListedPage[] {
  const pages: ListedPage[] = [];
  for (const [, title = "", address = ""] of list.matchAll(/^- \[(.+?)\]\((\S+)\.md\)/gm)) {
    const url = URL.parse(address, origin);
    if (url !== null) pages.push({ path: url.pathname.replace(/\/index$/, "") || "/", title });
    if (pages.length >= pagesMax) break;
  }
  return pages;
}

/** The pages whose paths are most like the one that doesn't exist. The name of a page counts more than its folders. */
export function findNearest(path: string, pages: readonly ListedPage[]): ListedPage[] {
  const wanted = pairsOf(path);
  const wantedName = pairsOf(nameOf(path));
  return pages
    .map((page) => {
      const name = likeness(wantedName, pairsOf(nameOf(page.path)));
      return { page, score: name * 0.6 + likeness(wanted, pairsOf(page.path)) * 0.4 };
    })
    .filter(({ score }) => score >= likenessMin)
    .sort((one, other) => other.score - one.score)
    .slice(0, nearestMax)
    .map(({ page }) => page);
}

function nameOf(path: string): string {
  return path.split("/").findLast((part) => part !== "") ?? "";
}

const lengthMax = 200;

/** Neighboring letters, ignoring case and punctuation. */
function pairsOf(text: string): Set<string> {
  const letters = ` ${text
    .slice(0, lengthMax)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  const pairs = new Set<string>();
  for (let index = 0; index + 1 < letters.length; index += 1) pairs.add(letters.slice(index, index + 2));
  return pairs;
}

/** From 0 to 1: the share of pairs that both have. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size || 1);
}
