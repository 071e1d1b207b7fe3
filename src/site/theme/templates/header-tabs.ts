import { html, type SafeHtml } from "../../ground/html/html-template.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import { anchorLink, tag } from "./anchor-link.ts";
import { menuLink } from "./menu-link.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import type { Tab } from "./site-frame.ts";

/** The row below the header. One tab alone is no choice, so it is not shown; one that leads elsewhere is. */
export function headerTabs(tabs: Tab[], { sections }: FrameWords): SafeHtml | false {
  if (!hasTabs(tabs)) return false;
  return html`<nav class="header-tabs" aria-label="${sections}"><div>${tabs.map(bounded).map((tab) => (tab.items.length > 0 ? tabMenu(tab) : anchorLink(tab)))}</div></nav>`;
}

const labelLengthMax = 60;

/** A name as long as a sentence would push the other tabs out of sight. */
function bounded(tab: Tab): Tab {
  return tab.label.length > labelLengthMax ? { ...tab, label: `${tab.label.slice(0, labelLengthMax).trim()}…` } : tab;
}

export function hasTabs(tabs: Tab[]): boolean {
  return tabs.length > 1 || tabs.some((tab) => tab.items.length > 1 || tab.isGlobal === true);
}

/** A tab with parts opens a menu of them, and says which one is read. */
function tabMenu(tab: Tab): SafeHtml {
  const current = tab.items.find((item) => item.current === true);
  return html`<details class="menu header-menu"><summary${tab.current === true && html` aria-current="true"`}>${frameIcon(tab.icon)}${tab.label}${tag(tab.tag)}${current !== undefined && html` <small>${current.label}</small>`}${ownIcon("down")}</summary>
<ul class="menu-panel">${tab.items.map((item) => html`<li>${menuLink(item)}</li>`)}</ul></details>`;
}
