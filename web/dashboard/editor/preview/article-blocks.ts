import { smallestSplice } from "../../../../src/contract/smallest-splice.ts";
import type { Place } from "../editor-context.ts";

/** The attribute with a block's range in the file. */
export const markName = "data-source";

/** The innermost block that contains the start of the range. */
export function findBlock(root: ParentNode, { start }: Place): Element | undefined {
  let found: { element: Element; length: number } | undefined;
  for (const element of root.querySelectorAll(`[${markName}]`)) {
    const range = rangeOf(element);
    if (range === undefined || range.start > start || range.end < start) continue;
    const length = range.end - range.start;
    if (found === undefined || length <= found.length) found = { element, length };
  }
  return found?.element;
}

export function rangeOf(element: Element): Place | undefined {
  const [, start, end] = /^(\d+)-(\d+)$/.exec(element.getAttribute(markName) ?? "") ?? [];
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) };
}

const placeClass = "lectern-place";

/** Marks the block at the caret, and scrolls to it if it isn't visible. */
export function markPlace(frame: Document, place: Place | undefined): void {
  const block = place && findBlock(frame, place);
  for (const marked of frame.querySelectorAll(`.${placeClass}`)) {
    if (marked === block) continue;
    marked.classList.remove(placeClass);
    if (marked.getAttribute("class") === "") marked.removeAttribute("class");
  }
  if (block === undefined) return;
  block.classList.add(placeClass);
  reveal(block);
  const { top, bottom } = block.getBoundingClientRect();
  const height = frame.documentElement.clientHeight;
  if (bottom < 0 || top > height) block.scrollIntoView({ block: "center" });
}

/** Opens the accordions and selects the tabs that contain the block. */
function reveal(block: Element): void {
  for (let box = block.parentElement; box !== null; box = box.parentElement) {
    if (box.tagName === "DETAILS") box.setAttribute("open", "");
    if (!box.classList.contains("tab-panel") || box.classList.contains("active")) continue;
    const tab = box.ownerDocument.getElementById(box.getAttribute("aria-labelledby") ?? "");
    if (tab !== null) selectTab(tab);
  }
}

export function selectTab(tab: Element): void {
  for (const sibling of tab.parentElement?.children ?? []) {
    sibling.setAttribute("aria-selected", String(sibling === tab));
    sibling.setAttribute("tabindex", sibling === tab ? "0" : "-1");
  }
  const group = tab.closest("[data-tabs]");
  for (const panel of group?.children ?? []) {
    if (!panel.classList.contains("tab-panel")) continue;
    panel.classList.toggle("active", panel.id === tab.getAttribute("aria-controls"));
  }
  const title = tab.closest(".tab-menu")?.querySelector(".tab-menu-title");
  if (title) title.textContent = tab.getAttribute("data-tab") ?? "";
}

/**
 * Maps a place in one version of the text to another version. The text between the first and last difference counts as
 * one replacement.
 */
export function movePlace(place: Place, from: string, to: string): Place {
  const splice = smallestSplice(from, to);
  if (splice === undefined) return place;
  const { start, deleted, insert } = splice;
  const growth = insert.length - deleted;
  const move = (offset: number, isEnd: boolean) => {
    if (offset <= start) return offset;
    if (offset >= start + deleted) return offset + growth;
    return isEnd ? start + insert.length : start;
  };
  return { start: move(place.start, false), end: move(place.end, true) };
}
