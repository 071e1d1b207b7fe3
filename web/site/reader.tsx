import { render } from "preact";
import { AskPanel, focusField } from "./ask-panel.tsx";
import { browserSearch } from "./browser-search.ts";
import { Conversation } from "./conversation.ts";
import { createPageRating } from "./page-rating.tsx";
import { basePath, loadWords, type PageSettings, pagePath, readPageSettings } from "./page-settings.ts";
import type { PanelHost } from "./panel-host.ts";
import { SearchDialog, type SearchHost } from "./search-dialog.tsx";
import { type Send, siteServer } from "./server.ts";
import { openShadow } from "./shadow-root.ts";
import { type ContextItem, tabStorage } from "./thread.ts";
import { fill, WordsContext } from "./words.ts";

/** The interface for open-reader.ts, the script of every page. */
export interface Reader {
  search(typed: string): void;
  ask(): void;
  askAboutCode(box: Element): void;
  askAboutText(text: string, element: Element | null): void;
  /** Rates the page and asks for a reason in `box`. Resolves to whether the server has received the rating. */
  rate(box: Element, helpful: boolean): Promise<boolean>;
}

const apiPath = "/_lectern/api";
const threadKey = "lectern-thread";
/** Set while the panel is open, so that the next page in this tab opens it again. */
const openKey = "lectern-asking";
const neighborsMax = 4;
const narrow = "(max-width: 640px)";

/** Starts search and the assistant. `box` is the part of the header with their buttons. */
export async function startReader(box: HTMLElement): Promise<Reader> {
  const settings = readPageSettings(box);
  const words = await loadWords(box.dataset.words);
  const ownSearch = settings.searchScript === undefined ? undefined : browserSearch(settings.searchScript);
  const send = ownSearch?.send ?? siteServer(basePath() + apiPath);
  const { host, root } = openShadow("lectern-reader");
  // On an assistant page, the panel is part of the page.
  const stage = document.querySelector(".mode-assistant main");
  stage?.append(host);
  const search = searchHost(send, settings);
  const conversation = openConversation(send, settings);
  const panel: PanelHost = {
    conversation,
    title: fill(words.askTitle, { name: settings.siteName }),
    questions: settings.questions,
    pages: search.neighbors,
    contact: settings.contact,
    hasFeedback: settings.hasFeedback,
    search: settings.hasSearch ? openSearch : undefined,
    ownOrigin: location.origin + basePath(),
  };
  let typed: string | undefined;
  let asking: { context: readonly ContextItem[]; draft: string } | undefined;
  let opener: Element | null = null;

  function draw(): void {
    const dialog = typed !== undefined && settings.hasSearch && (
      <SearchDialog host={search} typed={typed} onAsk={askFromSearch} onClose={closeSearch} />
    );
    const side = asking !== undefined && settings.hasAssistant && (
      <AskPanel
        host={panel}
        {...asking}
        isWholePage={stage !== null}
        onContext={(context) => open({ context })}
        onClose={closePanel}
      />
    );
    render(
      <WordsContext.Provider value={words}>
        {side}
        {dialog}
      </WordsContext.Provider>,
      root,
    );
  }
  function open(change: { context?: readonly ContextItem[]; draft?: string }): void {
    opener = asking === undefined ? document.activeElement : opener;
    asking = { context: asking?.context ?? [], draft: "", ...change };
    if (stage === null) remember(true);
    else document.body.classList.add("with-chat");
    draw();
    focusField(root);
  }
  function closePanel(): void {
    if (stage !== null) return;
    asking = undefined;
    remember(false);
    draw();
    if (opener instanceof HTMLElement) opener.focus();
  }
  function openSearch(start: string): void {
    ownSearch?.prepare();
    typed = start;
    draw();
  }
  function closeSearch(): void {
    typed = undefined;
    draw();
  }
  function askFromSearch(question: string): void {
    closeSearch();
    open({});
    void conversation.ask(question);
  }
  // On a phone the panel covers the page, so following a link closes the panel.
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("dialog.panel a[href]") : null;
    if (link !== null && matchMedia(narrow).matches) closePanel();
  });
  addEventListener("pagehide", () => conversation.keep());
  addEventListener("pageshow", (event) => event.persisted && conversation.reload());

  return {
    search: openSearch,
    ask: () => open({}),
    rate: createPageRating(send, words),
    askAboutCode: (code) => openAbout(codeContext(code)),
    askAboutText: (text, element) => openAbout(textContext(text, element)),
  };

  function openAbout(item: ContextItem | undefined): void {
    if (item !== undefined) open({ context: [item] });
  }
}

function openConversation(send: Send, { filter }: PageSettings): Conversation {
  const reading = () => ({ path: pagePath(), filter });
  return new Conversation({ send, reading, ...tabStorage(threadKey + basePath()) });
}

function searchHost(send: Send, { prompt, filter, hasAssistant }: PageSettings): SearchHost {
  const report = (event: object) => {
    // Analytics must never delay a reader or show an error.
    send("event", { ...event, page: pagePath() }, new AbortController().signal).catch(() => undefined);
  };
  return {
    send,
    prompt,
    filter,
    hasAssistant,
    basePath: basePath(),
    neighbors: findNeighbors(),
    onSearch: (query, results) => report({ type: "search", query, results }),
    onOpen: (query, path) => report({ type: "click", query, path }),
  };
}

/** The pages next to this page in the sidebar. */
function findNeighbors(): { href: string; title: string }[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".sidebar li > a[href]")];
  const here = links.findIndex((link) => link.getAttribute("aria-current") === "page");
  const from = Math.max(0, here - 1);
  return links
    .slice(from, from + neighborsMax + 1)
    .filter((link) => link.getAttribute("aria-current") !== "page")
    .slice(0, neighborsMax)
    .map((link) => ({ href: link.pathname, title: link.textContent.trim() }));
}

/** Makes room for the panel on this page, and on the next page before its first paint. */
function remember(isOpen: boolean): void {
  document.documentElement.classList.toggle("asking", isOpen);
  try {
    sessionStorage.setItem(openKey, isOpen ? "1" : "");
  } catch {
    // Without storage, the next page starts with the panel closed.
  }
}

const contextCharactersMax = 16_000;
const elementIdMax = 256;

/** The code of a block, without lines that its diff removes. */
function codeContext(box: Element): ContextItem | undefined {
  const code = box.querySelector(".tab-panel.active code") ?? box.querySelector("code");
  const lines = [...(code?.querySelectorAll(".line:not(.removed)") ?? [])];
  const text = lines.length > 0 ? lines.map((line) => line.textContent).join("") : (code?.textContent ?? "");
  return contextOf(text, "code", box);
}

function textContext(text: string, element: Element | null): ContextItem | undefined {
  const isCode = element?.closest("pre") !== null && element !== null;
  return contextOf(text, isCode ? "code" : "textSelection", element);
}

function contextOf(text: string, type: ContextItem["type"], element: Element | null): ContextItem | undefined {
  const value = text.trim().slice(0, contextCharactersMax);
  if (value === "") return undefined;
  const elementId = idFor(element);
  return { value, type, path: pagePath(), ...(elementId === undefined ? {} : { elementId }) };
}

/** The ID of the nearest enclosing element that has one, or otherwise of the heading above it. */
function idFor(element: Element | null): string | undefined {
  const article = element?.closest("article, main");
  if (element === null || !article) return undefined;
  const own = element.closest("[id]");
  if (own !== null && article.contains(own) && own !== article) return own.id.slice(0, elementIdMax);
  const above = [...article.querySelectorAll(":is(h1, h2, h3, h4)[id]")].filter(
    (heading) => (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  return above.at(-1)?.id.slice(0, elementIdMax);
}
