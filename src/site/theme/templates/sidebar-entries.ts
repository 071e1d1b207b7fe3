import { randomUUID } from "node:crypto";
import type { Mark } from "../../../platform/join-file.ts";
import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import { type FrameWords, fillWord } from "../../translations/find-translations.ts";
import { pathBelow } from "../base-path.ts";
import { tag } from "./frame-link.ts";
import { frameIcon } from "./own-icons.ts";
import type { SidebarEntry, SidebarGroup, SidebarPage } from "./site-frame.ts";

/**
 * Stands for what pages share in the document of a page: first for the banner, then for the entries of the sidebar.
 * Random, so that no page contains it.
 */
export const sharedPlace = `<!--${randomUUID()}-->`;

/** The entries of a sidebar, which are the same on all its pages, and the marks of each page in it. */
export interface Sidebar {
  bytes: Buffer;
  marksOf(currentUrl: string): Mark[];
}

/**
 * Prints the pages and groups of a sidebar. On a large site, the sidebar is most of the HTML of a page, and only the
 * mark of the current page differs. Therefore it is printed and stored once, and joined with the pages later.
 */
export function printSidebar(entries: readonly SidebarEntry[], words: FrameWords, basePath = ""): Sidebar {
  const printed: PrintedSidebar = { parts: [], marks: new Map(), words, basePath };
  printTop(entries, printed);
  const offsets: number[] = [];
  let offset = 0;
  for (const part of printed.parts) {
    offsets.push(offset);
    offset += Buffer.byteLength(part);
  }
  return {
    bytes: Buffer.from(printed.parts.join("")),
    marksOf(currentUrl) {
      const marks = new Map(printed.marks.get(currentUrl));
      return [...marks].sort(([a], [b]) => a - b).map(([gap, mark]) => [offsets[gap] ?? 0, mark]);
    },
  };
}

interface PrintedSidebar {
  parts: string[];
  /** The text to insert into the gaps, by the URL of the current page. */
  marks: Map<string, [gap: number, mark: string][]>;
  words: FrameWords;
  basePath: string;
}

/** Top-level groups are captions and always open; nested groups can be collapsed. */
function printTop(entries: readonly SidebarEntry[], printed: PrintedSidebar): void {
  const { parts } = printed;
  let isListOpen = false;
  const openList = (isOpen: boolean) => {
    if (isOpen !== isListOpen) parts.push(isOpen ? "<ul>" : "</ul>");
    isListOpen = isOpen;
  };
  for (const entry of entries) {
    openList(entry.kind === "page");
    if (entry.kind === "page") printItem(entry, [], printed);
    else {
      parts.push('<p class="caption">');
      if (entry.url === undefined) parts.push(groupLabel(entry).markup);
      else printLink(entry.url, groupLabel(entry), [], printed);
      parts.push("</p>");
      if (entry.entries.length > 0) printList(entry.entries, [], printed);
    }
  }
  openList(false);
}

/** `around` are the gaps of the collapsed groups that open if the current page is in the list. */
function printList(entries: SidebarEntry[], around: number[], printed: PrintedSidebar): void {
  printed.parts.push("<ul>");
  for (const entry of entries) printItem(entry, around, printed);
  printed.parts.push("</ul>");
}

function printItem(entry: SidebarEntry, around: number[], printed: PrintedSidebar): void {
  printed.parts.push("<li>");
  if (entry.kind === "page") printLink(entry.url, pageLabel(entry, printed.words), around, printed);
  else printFoldedGroup(entry, around, printed);
  printed.parts.push("</li>");
}

/** A group with its own page is a link with a small toggle next to it. Without a page, the whole row is the toggle. */
function printFoldedGroup(group: SidebarGroup, around: number[], printed: PrintedSidebar): void {
  const { parts } = printed;
  const { url, expanded, entries } = group;
  if (url !== undefined) printLink(url, groupLabel(group), around, printed);
  parts.push("<details", expanded ? " open" : "", ">");
  const gap = parts.length - 2;
  if (url === undefined) parts.push(html`<summary>${groupLabel(group)}</summary>`.markup);
  else {
    if (!expanded) addMark(url, gap, " open", printed);
    parts.push(
      html`<summary class="fold" aria-label="${fillWord(printed.words.pagesOf, { name: group.label })}"></summary>`
        .markup,
    );
  }
  printList(entries, expanded ? around : [...around, gap], printed);
  parts.push("</details>");
}

function printLink(url: string, label: SafeHtml, around: number[], printed: PrintedSidebar): void {
  const gap =
    printed.parts.push(html`<a href="${pathBelow(printed.basePath, url)}"`.markup, "", html`>${label}</a>`.markup) - 2;
  addMark(url, gap, ' aria-current="page"', printed);
  for (const fold of around) addMark(url, fold, " open", printed);
}

function addMark(url: string, gap: number, mark: string, { marks }: PrintedSidebar): void {
  const ofPage = marks.get(url);
  if (ofPage === undefined) marks.set(url, [[gap, mark]]);
  else ofPage.push([gap, mark]);
}

function pageLabel({ icon, method, title, tag: own, isDeprecated }: SidebarPage, { deprecated }: FrameWords): SafeHtml {
  const text = isDeprecated ? deprecated : own;
  return html`${frameIcon(icon)}${method !== undefined && html`<b class="method ${method.toLowerCase()}">${shortMethods[method] ?? method}</b>`}${tagged(title, text)}`;
}

const shortMethods: Record<string, string> = { DELETE: "DEL", OPTIONS: "OPT", WEBHOOK: "HOOK" };

function groupLabel({ icon, label, tag: text }: SidebarGroup): SafeHtml {
  return html`${frameIcon(icon)}${tagged(label, text)}`;
}

/** If an entry has a tag, its title needs its own element for the layout. */
function tagged(title: string, text: string | undefined): SafeHtml {
  return text === undefined ? html`${title}` : html`<span>${title}</span>${tag(text)}`;
}
