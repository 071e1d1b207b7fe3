import { markName, selectTab } from "./article-blocks.ts";

/**
 * Shows an article in the frame. Unchanged blocks stay, so that images don't load again, and accordions that a reader
 * has opened stay open.
 */
export function showArticle(frame: Document, html: string, stylesheet: string): void {
  const view = frame.documentElement;
  const { scrollTop } = view;
  const main = frame.querySelector("main") ?? frame.body;
  const parsed = new DOMParser().parseFromString(html, "text/html").querySelector("article");
  if (parsed === null) return;
  const next = frame.importNode(parsed, true);
  const opened = listOpened(main);
  const before = main.querySelector("article");
  if (before === null) main.replaceChildren(next);
  else updateChildren(before, next);
  restoreOpened(main, opened);
  setPageStyles(frame, stylesheet);
  view.scrollTop = scrollTop;
}

const updatedDepthMax = 3;

/** Replaces the children that differ. Equal children at the start and at the end stay. */
function updateChildren(before: Element, after: Element, depth = 0): void {
  const [old, fresh] = [[...before.childNodes], [...after.childNodes]];
  let start = 0;
  while (start < old.length && start < fresh.length && isSame(old[start], fresh[start])) start += 1;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && isSame(old.at(-1 - end), fresh.at(-1 - end))) end += 1;
  for (let at = 0; at < start; at += 1) moveMarks(old[at], fresh[at]);
  for (let at = 1; at <= end; at += 1) moveMarks(old.at(-at), fresh.at(-at));
  const [gone, come] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)];
  const [oldChild, newChild] = [gone[0], come[0]];
  const isOne = gone.length === 1 && come.length === 1;
  if (
    isOne &&
    depth < updatedDepthMax &&
    isElement(oldChild) &&
    isElement(newChild) &&
    hasSameTag(oldChild, newChild)
  ) {
    updateChildren(oldChild, newChild, depth + 1);
    copyAttributes(newChild, oldChild);
    return;
  }
  const anchor = old[old.length - end] ?? null;
  for (const node of gone) node.remove();
  for (const node of come) before.insertBefore(node, anchor);
}

/** Elements of the frame are instances of the frame's classes, not of the dashboard's. */
function isElement(node: Node | undefined): node is Element {
  return node?.nodeType === 1;
}

function hasSameTag(one: Element, other: Element): boolean {
  return one.tagName === other.tagName && one.children.length > 0;
}

function copyAttributes(from: Element, to: Element): void {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}

const markPattern = / data-source="\d+-\d+"| class="lectern-place"| lectern-place/g;

function isSame(one: Node | undefined, other: Node | undefined): boolean {
  return one !== undefined && other !== undefined && printed(one) === printed(other);
}

function printed(node: Node): string {
  return "outerHTML" in node ? String(node.outerHTML).replaceAll(markPattern, "") : `text ${node.textContent}`;
}

/** Gives the elements of an unchanged block its new positions in the text. */
function moveMarks(from: Node | undefined, to: Node | undefined): void {
  const [kept, fresh] = [marksIn(from), marksIn(to)];
  for (const [at, element] of kept.entries()) {
    const mark = fresh[at]?.getAttribute(markName);
    if (typeof mark === "string") element.setAttribute(markName, mark);
  }
}

function marksIn(node: Node | undefined): Element[] {
  if (!isElement(node)) return [];
  const inside = [...node.querySelectorAll(`[${markName}]`)];
  return node.hasAttribute(markName) ? [node, ...inside] : inside;
}

const stylesId = "lectern-page-styles";

function setPageStyles(frame: Document, stylesheet: string): void {
  const known = frame.getElementById(stylesId);
  if (known?.textContent === stylesheet || (known === null && stylesheet === "")) return;
  const style = known ?? frame.head.appendChild(frame.createElement("style"));
  style.id = stylesId;
  style.textContent = stylesheet;
}

interface Opened {
  tabs: string[];
  /** The state of accordions by their position in the page: opened or closed by the reader. */
  details: boolean[];
}

function listOpened(root: ParentNode): Opened {
  return {
    tabs: [...root.querySelectorAll('[role="tab"][aria-selected="true"]')].map(({ id }) => id),
    details: [...root.querySelectorAll("details")].map((details) => details.open),
  };
}

function restoreOpened(root: ParentNode, { tabs, details }: Opened): void {
  const wanted = new Set(tabs);
  for (const tab of root.querySelectorAll('[role="tab"]')) {
    if (wanted.has(tab.id) && tab.getAttribute("aria-selected") !== "true") selectTab(tab);
  }
  const now = [...root.querySelectorAll("details")];
  if (now.length !== details.length) return;
  for (const [at, element] of now.entries()) element.open = details[at] === true;
}
