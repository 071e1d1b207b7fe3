import { element, type HtmlElement, type HtmlNode, isElement, textOf } from "../../shared/html/html-node.ts";
import type { PageState } from "../markdown/render-context.ts";

/** A changelog with fewer entries is never folded. */
const updatesMin = 20;

/** Tags follow without a space. */
const yearPattern = /(?<![\p{L}\d])(?:19|20)\d\d(?!\d)/u;

interface YearGroup {
  year: string | undefined;
  nodes: HtmlNode[];
  count: number;
}

/**
 * Folds all but the first year of a long changelog. Each fold is a `<details>`, so links and find-in-page can
 * open it without a script. A changelog that its author divided by headings, or whose years are out of order, isn't
 * folded.
 */
export function groupUpdates(article: HtmlNode[], { headingIds }: Pick<PageState, "headingIds">): HtmlNode[] {
  if (article.filter(isUpdate).length < updatesMin) return article;
  const groups: YearGroup[] = [{ year: undefined, nodes: [], count: 0 }];
  for (const node of article) {
    let group = groups.at(-1);
    if (isUpdate(node)) {
      const year = yearOf(node) ?? group?.year;
      if (year === undefined) return article;
      if (group === undefined || (group.year !== undefined && group.year !== year)) {
        group = { year, nodes: [], count: 0 };
        groups.push(group);
      }
      group.year = year;
      group.count += 1;
    } else if (group?.year !== undefined && isElement(node) && /^h[1-6]$/.test(node.tag)) return article;
    group?.nodes.push(node);
  }
  const [first, ...earlier] = groups;
  if (new Set(groups.map(({ year }) => year)).size < groups.length) return article;
  return [...(first?.nodes ?? []), ...earlier.map((group) => fold(group, headingIds))];
}

function fold({ year, nodes, count }: YearGroup, headingIds: PageState["headingIds"]): HtmlNode {
  const id = headingIds.claim(`year-${year}`);
  return element("details", { class: "update-year" }, [
    element("summary", { id, class: "year-title", "data-outline": 2, "data-count": count }, [year ?? ""]),
    ...nodes,
  ]);
}

function isUpdate(node: HtmlNode): node is HtmlElement {
  return isElement(node) && node.attributes.class === "update";
}

/** The label is usually the date. If the label is a version, the description has the date. */
function yearOf({ children: [side] }: HtmlElement): string | undefined {
  return side === undefined ? undefined : yearPattern.exec(textOf([side]))?.[0];
}
