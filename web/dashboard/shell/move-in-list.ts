/** The links of the rows of a list; `data-item` marks lists that aren't tables. */
const itemSelector = "#content tbody tr a[href], #content [data-item] a[href]";

/** Focuses the next or previous item, so that Enter opens it. Returns whether there is one. */
export function moveInList(step: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLElement>(itemSelector)].filter(isFirstOfItem);
  const current = items.findIndex((item) => itemOf(item)?.contains(document.activeElement));
  const next = items[current === -1 ? (step === 1 ? 0 : items.length - 1) : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}

function isFirstOfItem(link: HTMLElement): boolean {
  return itemOf(link)?.querySelector("a[href]") === link;
}

function itemOf(link: HTMLElement): Element | null {
  return link.closest("tr, [data-item]");
}
