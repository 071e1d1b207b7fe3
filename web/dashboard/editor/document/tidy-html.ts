import type { PageFormat } from "./parse-tree.ts";

/** What a paste can't keep, in words for the person. */
export type Losses = Set<string>;

/**
 * Rewrites pasted HTML of other programs with plain elements: bold text that is only bold by its style, lists that Word
 * writes as paragraphs, tables with paragraphs in their cells. The rules for pasted content know only plain elements.
 */
export function tidyHtml(body: HTMLElement, format: PageFormat): Losses {
  const losses: Losses = new Set();
  readTasks(body);
  readWordLists(body);
  for (const element of body.querySelectorAll<HTMLElement>("[style]")) readStyle(element);
  for (const table of [...body.querySelectorAll("table")].reverse()) tidyTable(table, format, losses);
  // Headings and header cells are bold anyway.
  for (const bold of body.querySelectorAll(":is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)")) unwrap(bold);
  for (const pre of body.querySelectorAll("[data-syntaxhighlighter-params]")) {
    const [, language] = /brush:\s*([\w+#-]+)/.exec(pre.getAttribute("data-syntaxhighlighter-params") ?? "") ?? [];
    if (language !== undefined) pre.classList.add(`language-${language}`);
  }
  if (body.querySelector("iframe, video, audio, object, embed, canvas") !== null) losses.add("videos and embeds");
  return losses;
}

/**
 * The declarations of a style attribute. The dashboard's content security policy empties `element.style`, even in
 * documents without a window.
 */
function declarations(element: Element): ReadonlyMap<string, string> {
  const parts = (element.getAttribute("style") ?? "").split(";").map((part) => part.split(":"));
  return new Map(
    parts.map(([name = "", ...value]) => [name.trim().toLowerCase(), value.join(":").trim().toLowerCase()]),
  );
}

const isBold = /^(?:bold(?:er)?|[6-9]\d\d)$/;
const isNotBold = /^(?:normal|[1-5]\d\d)$/;

function readStyle(element: HTMLElement): void {
  const style = declarations(element);
  const [weight = "", slant = "", align = ""] = ["font-weight", "font-style", "text-align"].map((name) =>
    style.get(name),
  );
  const line = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  element.removeAttribute("style");
  if (element.matches("td, th") && align !== "") element.setAttribute("align", align);
  if (!element.matches("table, thead, tbody, tr, ul, ol, pre")) {
    if (isBold.test(weight) && !element.matches("b, strong")) wrapChildren(element, "strong");
    if (slant === "italic" && !element.matches("i, em")) wrapChildren(element, "em");
    if (line.includes("line-through")) wrapChildren(element, "s");
  }
  // Google Docs wraps everything in a <b> that isn't meant to be bold.
  if (element.matches("b, strong") && isNotBold.test(weight)) unwrap(element);
  else if (element.matches("i, em") && slant === "normal") unwrap(element);
}

function wrapChildren(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Tasks are written as checkboxes, as classes, or by Notion as text. */
function readTasks(body: HTMLElement): void {
  for (const item of body.querySelectorAll("li")) {
    const box = item.querySelector("input[type=checkbox]");
    const own = box?.closest("li") === item ? box : null;
    const first = item.ownerDocument.createTreeWalker(item, 4).nextNode();
    const [mark, state] = /^\s*\[([ xX])\]\s/.exec(first?.textContent ?? "") ?? [];
    if (first !== null && mark !== undefined) first.textContent = (first.textContent ?? "").slice(mark.length);
    const isTask = own !== null || state !== undefined || item.hasAttribute("data-inline-task-id");
    const isDone = own?.hasAttribute("checked") === true || state?.toLowerCase() === "x" || item.matches(".checked");
    if (isTask) item.setAttribute("data-checked", String(isDone));
  }
}

/** Word writes list items as paragraphs with a level in their style, and the marker as text. */
function readWordLists(body: HTMLElement): void {
  let lists: { list: Element; level: number }[] = [];
  let last: Element | undefined;
  for (const paragraph of body.querySelectorAll("p[style*='mso-list']")) {
    const [, digits] = /level(\d)/.exec(declarations(paragraph).get("mso-list") ?? "") ?? [];
    if (digits === undefined) continue;
    const level = Number(digits);
    const marker = paragraph.querySelector("[style*='mso-list:Ignore' i]");
    const name = /^\s*(?:\d+|[a-z]{1,4})[.)]/i.test(marker?.textContent ?? "") ? "ol" : "ul";
    marker?.remove();
    if (last === undefined || paragraph.previousElementSibling !== last) lists = [];
    while ((lists.at(-1)?.level ?? 0) > level) lists.pop();
    let open = lists.at(-1);
    if (open === undefined || open.level < level) {
      const list = paragraph.ownerDocument.createElement(name);
      if (open === undefined) paragraph.before(list);
      else (open.list.lastElementChild ?? open.list).append(list);
      open = { list, level };
      lists.push(open);
    }
    const item = paragraph.ownerDocument.createElement("li");
    item.append(...paragraph.childNodes);
    open.list.append(item);
    paragraph.remove();
    last = lists[0]?.list;
  }
}

const tableCellsMax = 10_000;
const blocks =
  "p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, pre, blockquote, table, tbody, thead, tr, td, th, section, figure, hr";

/** Makes all rows equally long, the first row the header, and each cell one line of text. */
function tidyTable(table: HTMLTableElement, format: PageFormat, losses: Losses): void {
  const { ownerDocument } = table;
  if (table.parentElement?.closest("td, th") != null) {
    losses.add("tables inside tables");
    return;
  }
  for (const caption of table.querySelectorAll("caption")) {
    const paragraph = ownerDocument.createElement("p");
    paragraph.append(...caption.childNodes);
    table.before(paragraph);
  }
  const grid = readGrid(table, losses);
  const width = Math.max(0, ...grid.map((line) => line.length));
  if (grid.length === 0 || width * grid.length > tableCellsMax) {
    losses.add("the structure of a table");
    table.replaceWith(table.textContent ?? "");
    return;
  }
  // Markdown aligns whole columns.
  const alignOf = (column: number) => grid.slice(0, 2).map((line) => line[column]?.getAttribute("align") ?? "");
  const result = ownerDocument.createElement("table");
  for (const [row, line] of grid.entries()) {
    const tr = ownerDocument.createElement("tr");
    for (let column = 0; column < width; column += 1) {
      const cell = ownerDocument.createElement(row === 0 ? "th" : "td");
      const align = alignOf(column).find((name) => name !== "");
      if (align !== undefined) cell.setAttribute("align", align);
      cell.append(...oneLine(line[column], format));
      tr.append(cell);
    }
    result.append(tr);
  }
  table.replaceWith(result);
}

/** The cells by row and column. A merged cell is at its first place. Empty if the table has too many cells. */
function readGrid(table: HTMLTableElement, losses: Losses): Element[][] {
  const spans = [...table.querySelectorAll("td, th")].map((cell) => spanOf(cell, "colspan") * spanOf(cell, "rowspan"));
  if (spans.reduce((sum, span) => sum + span, 0) > tableCellsMax) return [];
  if (spans.some((span) => span > 1)) losses.add("merged cells");
  const grid = [...table.rows].map((): Element[] => []);
  for (const [row, { cells }] of [...table.rows].entries()) {
    for (const cell of cells) {
      const line = grid[row] ?? [];
      let column = 0;
      while (line[column] !== undefined) column += 1;
      for (const [down, below] of grid.slice(row, row + spanOf(cell, "rowspan")).entries()) {
        for (let right = 0; right < spanOf(cell, "colspan"); right += 1) {
          below[column + right] = down + right === 0 ? cell : table.ownerDocument.createElement("td");
        }
      }
    }
  }
  return grid;
}

function spanOf(cell: Element, name: string): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 1 ? Math.min(span, 100) : 1;
}

/** The content of a cell without blocks, which Markdown tables can't contain. */
function oneLine(cell: Element | undefined, format: PageFormat): Node[] {
  if (cell === undefined) return [];
  for (const block of [...cell.querySelectorAll(blocks)].reverse()) {
    if (block.previousSibling !== null && block.textContent?.trim() !== "")
      block.before(block.ownerDocument.createElement("br"));
    unwrap(block);
  }
  // Plain Markdown has no tags for line breaks that visual mode could edit.
  if (format === "md") for (const line of cell.querySelectorAll("br")) line.replaceWith(" ");
  return [...cell.childNodes];
}
