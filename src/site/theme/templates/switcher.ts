import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import { menuLink } from "./frame-link.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import type { FrameLink, PageView, Switcher, SwitcherKind } from "./site-frame.ts";

const names = { language: "language", version: "version", product: "product", dropdown: "section" } as const;

/**
 * A menu for each choice of this kind, built from `<details>` so that it opens without scripts. A choice with a single
 * option is not shown. `isLabeled` makes the name of the menu visible, which is otherwise only for screen readers.
 */
export function switchers(view: PageView, kind: SwitcherKind, isLabeled = false): SafeHtml[] {
  return view.branch.switchers
    .filter((switcher) => switcher.kind === kind && switcher.options.length > 1)
    .map((switcher) => switcherMenu(switcher, view, isLabeled));
}

function switcherMenu({ kind, options }: Switcher, { site, page, words }: PageView, isLabeled: boolean): SafeHtml {
  const current = options.find((option) => option.current === true) ?? options[0];
  const icon = kind === "language" ? ownIcon("language") : frameIcon(current?.icon);
  const name = words[names[kind]];
  const summary = isLabeled
    ? html`<summary><small>${name}</small>`
    : html`<summary aria-label="${name}: ${current?.label}">${icon}`;
  return html`<details class="menu switcher switcher-${kind}"${kind === "language" && site.languages !== undefined && html` data-remembered`}>${summary}<span>${current?.label}</span>${ownIcon("choose")}</summary>
<ul class="menu-panel">${options.map((option) => html`<li>${menuLink(option, keepsPage(kind) ? counterpart(option, page) : option.href)}</li>`)}</ul></details>`;
}

function keepsPage(kind: SwitcherKind): boolean {
  return kind === "version" || kind === "language";
}

/**
 * The same page in the other version or language, if it exists. Choosing the current version or language stays on the
 * page.
 */
function counterpart({ href, current }: FrameLink, { url, head, counterparts }: PageView["page"]): string {
  if (current === true && head !== undefined) return url;
  return (Object.hasOwn(counterparts, href) ? counterparts[href] : undefined) ?? href;
}
