import { html, type SafeHtml } from "../html/html-template.ts";
import { menuLink } from "./menu-link.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import type { BranchFrame, PageFrame, Switcher, SwitcherKind } from "./site-frame.ts";

const names = { language: "Language", version: "Version", product: "Product", dropdown: "Section" };

/** The choices of one kind: a `<details>`, which opens without any script. One option alone is no choice. */
export function switchers({ switchers: all }: BranchFrame, kind: SwitcherKind, page: PageFrame): SafeHtml[] {
  return all
    .filter((switcher) => switcher.kind === kind && switcher.options.length > 1)
    .map((switcher) => switcherMenu(switcher, page));
}

function switcherMenu({ kind, options }: Switcher, page: PageFrame): SafeHtml {
  const current = options.find((option) => option.current === true) ?? options[0];
  const icon = kind === "language" ? ownIcon("language") : frameIcon(current?.icon);
  return html`<details class="menu switcher switcher-${kind}"><summary aria-label="${names[kind]}: ${current?.label}">${icon}<span>${current?.label}</span>${ownIcon("choose")}</summary>
<ul class="menu-panel">${options.map((option) => html`<li>${menuLink(option, counterpart(option.href, page))}</li>`)}</ul></details>`;
}

/** The same page in the other version or language, where there is one. */
function counterpart(href: string, { counterparts }: PageFrame): string {
  return (Object.hasOwn(counterparts, href) ? counterparts[href] : undefined) ?? href;
}
