import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import { type FrameWords, fillWord } from "../../translations/find-translations.ts";
import { markdownUrl } from "../site-address.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import type { PageMenuOption, PageView, SiteFrame } from "./site-frame.ts";

/** Actions for the whole page. The first option is a button, and the menu next to it contains all of them. */
export function pageMenu(view: PageView, className = "page-menu"): SafeHtml | false {
  const { words } = view;
  const options = shownOptions(view);
  const [first] = options;
  if (first === undefined) return false;
  const { title } = optionWords(first, words);
  const action = optionControl(first, view, html`${frameIcon(first.icon)}<span>${title}</span>`, "page-action");
  if (options.length === 1) return html`<div class="${className}">${action}</div>`;
  const items = options.map((option) => menuItem(option, view));
  return html`<div class="${className}">${action}<details class="menu"><summary aria-label="${words.moreWays}">${needsScript(first) && html`<span class="without-script">${words.moreWays}</span>`}${ownIcon("down")}</summary><ul class="menu-panel">${items}</ul></details></div>`;
}

/** The same options as a list below the outline. */
export function pageOptions(view: PageView): SafeHtml | false {
  const items = shownOptions(view).map((option) => {
    const { title } = optionWords(option, view.words);
    const content = html`${frameIcon(option.icon)}<span>${title}</span>`;
    return html`<li${needsScript(option) && html` class="with-script"`}>${optionControl(option, view, content)}</li>`;
  });
  return items.length > 0 && html`<ul class="page-options">${items}</ul>`;
}

function shownOptions({ site, page }: PageView): PageMenuOption[] {
  if (page.mode === "custom" || page.mode === "frame" || page.mode === "assistant") return [];
  return (page.menu ?? site.pageMenu.options).filter(
    ({ kind, href }) =>
      (kind !== "spec" || page.specUrl !== undefined) &&
      (kind !== "ask" || site.reader.assistant) &&
      (!href.includes("$mcp") || mcpUrl(site) !== undefined),
  );
}

function menuItem(option: PageMenuOption, view: PageView): SafeHtml {
  const { title, description } =
    option.kind === "copy-text"
      ? { title: option.title, description: withMcp(option.href, view.site) }
      : optionWords(option, view.words);
  const leavesSite = option.kind === "chat" || option.kind === "connect" || option.kind === "link";
  const content = html`${frameIcon(option.icon)}<span>${title}${description !== undefined && html`<small>${description}</small>`}</span>${leavesSite && ownIcon("outside")}`;
  return html`<li${needsScript(option) && html` class="with-script"`}>${optionControl(option, view, content)}</li>`;
}

function optionWords(
  { kind, title, description }: PageMenuOption,
  words: FrameWords,
): { title: string; description: string | undefined } {
  switch (kind) {
    case "ask":
      return { title: words.ask, description: words.openInHint };
    case "copy":
      return { title: words.copyPage, description: words.copyPageHint };
    case "view":
      return { title: words.view, description: words.viewHint };
    case "print":
      return { title: words.print, description: words.printHint };
    case "spec":
      return { title: words.spec, description: words.specHint };
    case "chat":
      return { title: fillWord(words.openIn, { name: title }), description: words.openInHint };
    case "connect":
      return { title: fillWord(words.openIn, { name: title }), description };
    case "copy-text":
    case "link":
      return { title, description };
  }
}

function optionControl(option: PageMenuOption, view: PageView, content: SafeHtml, className?: string): SafeHtml {
  const { page, words } = view;
  const classes = [className, className !== undefined && needsScript(option) && "with-script"]
    .filter(Boolean)
    .join(" ");
  const shown = classes !== "" && html` class="${classes}"`;
  const markdown = markdownUrl(page.url);
  switch (option.kind) {
    case "ask":
      return html`<button type="button"${shown} data-ask>${content}</button>`;
    case "copy":
      return html`<button type="button"${shown} data-copy-page="${markdown}" data-copied="${words.copied}" data-not-copied="${words.notCopied}">${content}</button>`;
    case "copy-text":
      return html`<button type="button"${shown} data-copy-text="${withMcp(option.href, view.site)}" data-copied="${words.copied}" data-not-copied="${words.notCopied}">${content}</button>`;
    case "connect":
      return html`<a href="${connectUrl(option.href, view.site)}"${shown}>${content}</a>`;
    case "print":
      return html`<button type="button"${shown} data-print>${content}</button>`;
    case "view":
      return html`<a href="${markdown}"${shown}>${content}</a>`;
    case "spec":
      return html`<a href="${page.specUrl}"${shown} download>${content}</a>`;
    case "chat":
    case "link":
      return html`<a href="${filled(option.href, view)}"${shown} rel="noopener"${option.href.includes(pageText) && html` data-page-text="${markdown}"`}>${content}</a>`;
  }
}

function needsScript({ kind }: PageMenuOption): boolean {
  return kind === "ask" || kind === "copy" || kind === "copy-text" || kind === "print";
}

/** A placeholder for the text of the page, which the script inserts. */
const pageText = "$page";

/** A placeholder for the site's address if only the browser knows it. */
const unknownAddress = "$origin";

function filled(href: string, { site, page: { url } }: PageView): string {
  return href
    .replaceAll("$markdown", encodeURIComponent(`${site.head.address ?? unknownAddress}${markdownUrl(url)}`))
    .replaceAll("$path", encodeURIComponent(url))
    .replaceAll("$mcp", encodeURIComponent(mcpUrl(site) ?? ""));
}

/** The site's MCP endpoint; undefined if the site's address is unknown, because clients need an absolute URL. */
function mcpUrl({ reader, head: { address } }: SiteFrame): string | undefined {
  return reader.mcp && address !== undefined ? `${address}/mcp` : undefined;
}

function withMcp(text: string, site: SiteFrame): string {
  return text.replaceAll("$mcp", mcpUrl(site) ?? "");
}

/** Every editor expects the URL of an MCP server in its own format. */
function connectUrl(href: string, site: SiteFrame): string {
  const url = mcpUrl(site) ?? "";
  const server = JSON.stringify({ name: site.name, type: "http", url });
  const config = base64({ url });
  const entry = base64({ name: site.name, description: site.description, transport: "HTTP", url });
  return href
    .replaceAll("$mcpName", encodeURIComponent(site.name))
    .replaceAll("$mcpConfig", encodeURIComponent(config))
    .replaceAll("$mcpEntry", encodeURIComponent(entry))
    .replaceAll("$mcpServer", encodeURIComponent(server));
}

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
