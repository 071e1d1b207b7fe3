/** What to print: a whole site, or the part of it that a page belongs to. */
export interface PrintedPart {
  /** A page of the tab, version, language or product to print. By default, the whole default version and language. */
  from?: string | undefined;
  /** The title of a group in the sidebar of that page. Only its pages are printed. */
  group?: string | undefined;
}

export interface AssemblyRequest extends PrintedPart {
  /** Where links to pages outside the document lead. */
  siteUrl: string;
  pagesMax: number;
  charactersMax: number;
}

export interface AssembledDocument {
  html: string;
  title: string;
  pages: number;
}

/**
 * Puts the articles of a site into one document, in the order of the navigation. This function runs in the browser, on
 * an empty page with the origin of the site, so it can't use anything outside itself. What readers don't see in the
 * navigation isn't printed. Throws an Error whose message is for the person who asked.
 */
export async function assembleDocument(request: AssemblyRequest): Promise<AssembledDocument> {
  interface Entry {
    kind: "part" | "group" | "page";
    label: string;
    level: number;
    path: string;
  }
  const { from, group: wantedGroup, siteUrl, pagesMax, charactersMax } = request;
  const levelMax = 6;
  const branchesMax = 100;
  let characters = 0;

  async function load(path: string): Promise<Document | undefined> {
    const reply = await fetch(path);
    if (!reply.ok) return undefined;
    const text = await reply.text();
    characters += text.length;
    if (characters > charactersMax) throw new Error("The pages are too large for one PDF; print a part of the site.");
    return new DOMParser().parseFromString(text, "text/html");
  }

  /** A link of an author may have a percent sign that encodes nothing. */
  function decode(text: string): string {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function ownPath(href: string | null | undefined): string | undefined {
    const url = URL.parse(href ?? "", location.origin);
    return href && url?.origin === location.origin ? decode(url.pathname).replace(/(?<=.)\/$/, "") : undefined;
  }

  function textOf(element: Element | null | undefined): string {
    const copy = element?.cloneNode(true) as Element | undefined;
    for (const extra of copy?.querySelectorAll("small, .tag, .method") ?? []) extra.remove();
    return (copy?.textContent ?? "").replace(/\s+/g, " ").trim();
  }

  function readSidebar(page: Document, level: number): Entry[] {
    const entries: Entry[] = [];
    const addPage = (link: Element | null | undefined, at: number) => {
      const path = ownPath(link?.getAttribute("href"));
      if (path !== undefined) entries.push({ kind: "page", label: textOf(link), level: at, path });
    };
    const readList = (list: Element | null | undefined, at: number) => {
      for (const item of list?.children ?? []) {
        const [link, fold] = [item.querySelector(":scope > a"), item.querySelector(":scope > details")];
        if (fold !== null) {
          const label = textOf(link ?? fold.querySelector(":scope > summary"));
          entries.push({ kind: "group", label, level: at, path: "" });
        }
        addPage(link, fold === null ? at : at + 1);
        readList(fold?.querySelector(":scope > ul"), at + 1);
      }
    };
    let at = level;
    for (const child of page.querySelector("nav.sidebar")?.children ?? []) {
      if (child.matches("p.caption")) {
        entries.push({ kind: "group", label: textOf(child), level, path: "" });
        addPage(child.querySelector("a"), level + 1);
        at = level + 1;
      } else if (child.matches("ul:not([class])")) {
        // Pages after a group that aren't in its list belong to no group.
        readList(child, child.previousElementSibling?.matches("p.caption") ? at : level);
      }
    }
    return entries;
  }

  /** The tabs, anchors, products and sections of the site. Other versions and languages have documents of their own. */
  function listBranches(page: Document): { label: string; path: string }[] {
    const links = page.querySelectorAll(
      ".sidebar-tabs a, .header-tabs a, .sidebar-anchors a, .switcher-product a, .switcher-dropdown a",
    );
    return [...links].flatMap((link) => {
      const path = ownPath(link.getAttribute("href"));
      return path === undefined ? [] : [{ label: textOf(link), path }];
    });
  }

  const first = await load(from ?? "/");
  if (first === undefined) throw new Error(`There is no page at ${from ?? "/"}.`);
  const siteName = first.querySelector('meta[property="og:site_name"]')?.getAttribute("content") ?? first.title;
  const parts: { label: string; entries: Entry[] }[] = [];
  const seenLists = new Set<string>();
  const seenBranches = new Set<string>();
  const waiting = [{ label: siteName, path: from ?? "/" }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seenBranches.has(next.path) || seenBranches.size >= branchesMax) continue;
    seenBranches.add(next.path);
    const page = await load(next.path);
    if (page === undefined) continue;
    const entries = readSidebar(page, 1);
    const branches = from === undefined ? listBranches(page) : [];
    const current = page.querySelector(".header-tabs [aria-current]");
    const label = current === null ? next.label : textOf(current);
    const key = entries.map(({ path, label: name }) => path || name).join("\n");
    if (entries.length > 0 && !seenLists.has(key)) parts.push({ label, entries });
    seenLists.add(key);
    waiting.push(...branches);
  }
  const isDivided = parts.length > 1;
  let listed = parts.flatMap(({ label, entries }): Entry[] =>
    isDivided
      ? [{ kind: "part", label, level: 1, path: "" }, ...entries.map((entry) => ({ ...entry, level: entry.level + 1 }))]
      : entries,
  );
  if (wantedGroup !== undefined) {
    const start = listed.findIndex(({ kind, label }) => kind === "group" && label === wantedGroup);
    const groups = listed.filter(({ kind }) => kind === "group").map(({ label }) => label);
    if (start === -1)
      throw new Error(`There is no group "${wantedGroup}"; there are: ${groups.join(", ").slice(0, 500)}.`);
    const top = listed[start]?.level ?? 1;
    const end = listed.findIndex((entry, index) => index > start && entry.level <= top);
    listed = listed
      .slice(start, end === -1 ? undefined : end)
      .map((entry) => ({ ...entry, level: entry.level - top + 1 }));
  }
  const known = new Set<string>();
  const entries = listed.filter(({ kind, path }) => kind !== "page" || (!known.has(path) && known.add(path)));
  if (known.size > pagesMax)
    throw new Error(
      `${known.size} pages are too many for one PDF, which may have ${pagesMax}; print a part of the site.`,
    );

  const names = new Map([...known].map((path, index) => [path, `page-${index + 1}`]));
  const sheets: string[] = [];
  const articles: Element[] = [];
  const contents: Entry[] = [];
  let headings: Entry[] = [];
  let mermaidScript: string | undefined;
  let siteScript: string | undefined;
  for (const entry of entries) {
    if (entry.kind !== "page") {
      // A deeper or later group starts a new list only below its own level.
      headings = [...headings.filter(({ level }) => level < entry.level), entry];
      continue;
    }
    const page = await load(entry.path);
    const article = page?.querySelector("article.article");
    const name = names.get(entry.path);
    if (page === undefined || !article || name === undefined) continue;
    let before = -1;
    for (const link of page.querySelectorAll('link[rel="stylesheet"]')) {
      const href = link.getAttribute("href") ?? "";
      const place = sheets.indexOf(href);
      // The order of stylesheets decides which rule wins, so a new one goes after the one it follows on its page.
      if (place === -1) sheets.splice(before + 1, 0, href);
      before = sheets.indexOf(href);
    }
    siteScript ??= page.querySelector('script[src*="/site.js"]')?.getAttribute("src") ?? undefined;
    mermaidScript ??= article.getAttribute("data-mermaid-script") ?? undefined;
    for (const attribute of ["data-mermaid-script", "data-island-script"]) article.removeAttribute(attribute);
    prepare(article, page, entry, name);
    const opened = headings.filter((heading) => !contents.includes(heading));
    for (const heading of opened.toReversed()) {
      const title = document.createElement("p");
      title.className = `print-heading print-${heading.kind}`;
      title.setAttribute("role", "heading");
      title.setAttribute("aria-level", String(Math.min(heading.level, levelMax)));
      title.textContent = heading.label;
      article.prepend(title);
    }
    contents.push(...opened, { ...entry, label: titleOf(article) || entry.label });
    articles.push(article);
  }
  if (articles.length === 0) throw new Error("The navigation lists no pages to print.");

  function titleOf(article: Element): string {
    return textOf(article.querySelector("h1"));
  }

  function prepare(article: Element, page: Document, { level }: Entry, name: string): void {
    for (const extra of article.querySelectorAll("script, .eyebrow, .page-tools, .outline-menu")) extra.remove();
    const base = `${location.origin}${page.querySelector("html")?.dataset.currentPath ?? "/"}`;
    for (const part of article.querySelectorAll("[id]")) part.id = `${name}-${part.id}`;
    article.id = name;
    for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
      for (const part of article.querySelectorAll(`[${attribute}]`)) {
        const ids = (part.getAttribute(attribute) ?? "").split(/\s+/);
        part.setAttribute(attribute, ids.map((id) => `${name}-${id}`).join(" "));
      }
    }
    for (const link of article.querySelectorAll("a[href]")) {
      const url = URL.parse(link.getAttribute("href") ?? "", base);
      if (url?.origin !== location.origin) continue;
      const path = ownPath(url.href) ?? "/";
      const target = names.get(path) ?? (url.href.startsWith(`${base}#`) ? name : undefined);
      const anchor = url.hash.length > 1 ? `-${decode(url.hash.slice(1))}` : "";
      if (target !== undefined) link.setAttribute("href", `#${encodeURIComponent(`${target}${anchor}`)}`);
      else link.setAttribute("href", `${siteUrl.replace(/\/$/, "")}${url.pathname}${url.search}${url.hash}`);
    }
    for (const heading of article.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
      const own = Number(heading.tagName.slice(1));
      heading.setAttribute("aria-level", String(Math.min(level + own - 1, levelMax)));
    }
    for (const picture of article.querySelectorAll("img[loading]")) picture.removeAttribute("loading");
    for (const fold of article.querySelectorAll("details")) fold.open = true;
    for (const frame of article.querySelectorAll("iframe[src]")) {
      const link = document.createElement("a");
      link.href = frame.getAttribute("src") ?? "";
      link.textContent = frame.getAttribute("title") ?? link.href;
      frame.replaceWith(link);
    }
  }

  // A link to a heading that doesn't exist would lead nowhere, so it leads to the page.
  const ids = new Set(
    articles.flatMap((article) => [article.id, ...Array.from(article.querySelectorAll("[id]"), ({ id }) => id)]),
  );
  for (const link of articles.flatMap((article) => [...article.querySelectorAll('a[href^="#page-"]')])) {
    const id = decode(link.getAttribute("href")?.slice(1) ?? "");
    if (!ids.has(id)) link.setAttribute("href", `#${/^page-\d+/.exec(id)?.[0]}`);
  }

  const shell = document.implementation.createHTMLDocument(siteName);
  const root = shell.documentElement;
  root.lang = first.documentElement.lang;
  root.dir = first.documentElement.dir;
  root.dataset.theme = "light";
  root.className = "js";
  for (const href of sheets) {
    const link = shell.createElement("link");
    link.rel = "stylesheet";
    link.setAttribute("href", href);
    shell.head.append(link);
  }
  if (siteScript !== undefined) {
    const script = shell.createElement("script");
    script.setAttribute("src", siteScript);
    script.defer = true;
    shell.head.append(script);
  }
  shell.body.innerHTML = '<div class="page"><main></main></div>';
  const cover = shell.createElement("article");
  cover.className = "article print-cover";
  if (mermaidScript !== undefined) cover.dataset.mermaidScript = mermaidScript;
  const title = shell.createElement("p");
  title.className = "print-title";
  const wanted = wantedGroup ?? (from === undefined ? undefined : parts[0]?.label);
  title.textContent = wanted === undefined || wanted === siteName ? siteName : `${siteName}: ${wanted}`;
  const list = shell.createElement("ol");
  list.className = "print-contents";
  for (const { kind, label, level, path } of contents) {
    const item = shell.createElement("li");
    item.className = `print-level-${level} print-entry-${kind}`;
    const text = shell.createElement(kind === "page" ? "a" : "span");
    if (kind === "page") text.setAttribute("href", `#${names.get(path)}`);
    text.textContent = label;
    item.append(text);
    list.append(item);
  }
  cover.append(title, list);
  shell.querySelector("main")?.append(cover, ...articles.map((article) => shell.adoptNode(article)));
  return { html: `<!doctype html>${root.outerHTML}`, title: title.textContent ?? siteName, pages: articles.length };
}
