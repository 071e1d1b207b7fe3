import { codeValue } from "../../page/components/fields.ts";
import { type TabPanel, tabSet } from "../../page/components/tab-set.ts";
import { slugOf } from "../../page/markdown/heading-ids.ts";
import { headingElement } from "../../page/markdown/headings.ts";
import { element, type HtmlAttributes, type HtmlElement, type HtmlNode } from "../../shared/html/html-node.ts";
import { type ArticleWords, english } from "../../translations/find-translations.ts";
import { isWebAddress } from "../read/target-name.ts";
import type { DocsLinkView } from "../view/api-view.ts";
import type { ApiContext } from "./render-markdown.ts";

/** A heading with optional marks at its end. Its anchor is the same in every language. */
export function sectionHeading(title: keyof ArticleWords, context: ApiContext, marks: HtmlNode[] = []): HtmlNode {
  const id = slugOf(english.article[title]);
  const heading = headingElement("h2", [context.page.words[title]], id, context) as HtmlElement;
  return {
    ...heading,
    attributes: { ...heading.attributes, class: "api-heading" },
    children: [...heading.children, ...marks],
  };
}

/** A heading with its content, if there is any. */
export function section(title: keyof ArticleWords, content: HtmlNode[], context: ApiContext): HtmlNode[] {
  return content.length === 0 ? [] : [sectionHeading(title, context), ...content];
}

/** A small title with its content, if there is any. */
export function captioned(title: string, content: HtmlNode[]): HtmlNode[] {
  return content.length === 0 ? [] : [caption(title), ...content];
}

export function caption(title: string): HtmlNode {
  return element("p", { class: "fields-caption" }, [title]);
}

export function fieldList(rows: HtmlNode[]): HtmlNode[] {
  return rows.length === 0 ? [] : [element("div", { class: "fields" }, rows)];
}

/** A status or message with details that fold out. */
export function foldedRow(attributes: HtmlAttributes, head: HtmlNode[], body: HtmlNode[], isOpen: boolean): HtmlNode {
  if (body.length === 0) return element("div", attributes, [element("div", { class: "response-head" }, head)]);
  return element("details", { ...attributes, open: isOpen }, [
    element("summary", { class: "response-head" }, head),
    element("div", { class: "response-body" }, body),
  ]);
}

/** Links to the description, at its own path or on another server. */
export function specLink({ file, page }: ApiContext): HtmlNode {
  const href = isWebAddress(file) ? file : `/${file.split("/").map(encodeURIComponent).join("/")}`;
  return element("a", { href }, [page.words.apiDescription]);
}

export function note(content: HtmlNode[]): HtmlNode {
  return element("p", { class: "api-note" }, content);
}

/** The description below the page title. */
export function lead(description: HtmlNode[]): HtmlNode[] {
  return description.length === 0 ? [] : [element("div", { class: "api-lead" }, description)];
}

export function methodBadge(method: string): HtmlElement {
  return element("span", { class: `method method-badge ${method}` }, [method.toUpperCase()]);
}

export function mediaType(type: string): HtmlNode {
  return element("span", { class: "media-type" }, [type]);
}

/** Replaces the `{words}` of a translated sentence by elements. Their order depends on the language. */
export function fillNodes(sentence: string, values: Record<string, HtmlNode>): HtmlNode[] {
  return sentence.split(/(\{\w+\})/).flatMap((part) => {
    const value = part.startsWith("{") ? values[part.slice(1, -1)] : part;
    return value === undefined || value === "" ? [] : [value];
  });
}

export function factList(rows: HtmlNode[]): HtmlNode[] {
  return rows.length === 0 ? [] : [element("dl", { class: "field-facts" }, rows)];
}

export function fact(label: string, values: string[]): HtmlNode {
  return factRow(
    label,
    values.flatMap((value) => [codeValue(value), " "]),
  );
}

/** A list of values, each with an optional note. */
export function notedFact(label: string, values: string[], notes: (string | undefined)[]): HtmlNode {
  const items = values.map((value, index) => {
    const text = notes[index];
    return element("li", {}, text === undefined ? [codeValue(value)] : [codeValue(value), ` – ${text}`]);
  });
  return factRow(label, [element("ul", {}, items)]);
}

/** The tags and the documentation link of an object. */
export function tagsAndDocs(
  { tags, docs }: { tags: string[]; docs: DocsLinkView | undefined },
  { page: { words } }: ApiContext,
): HtmlNode[] {
  const rows = tags.length === 0 ? [] : [fact(words.tags, tags)];
  if (docs !== undefined) {
    rows.push(factRow(words.furtherReading, [element("a", { href: docs.url }, [docs.description ?? docs.url])]));
  }
  return rows.length === 0 ? [] : [element("dl", { class: "field-facts api-more" }, rows)];
}

function factRow(label: string, content: HtmlNode[]): HtmlNode {
  return element("div", {}, [element("dt", {}, [label]), element("dd", {}, content)]);
}

/** Tabs that switch independently of others. A single panel needs no tabs. */
export function tabs(panels: { title: string; content: HtmlNode[] }[], name: string, { page }: ApiContext): HtmlNode {
  const [only] = panels;
  if (only !== undefined && panels.length === 1) return element("div", { class: "tab-panel active" }, only.content);
  page.partCount += 1;
  const unique = `${name}-${page.partCount}`;
  const numbered = panels.map((panel, index): TabPanel => ({ ...panel, id: `${unique}-${index}` }));
  return tabSet(numbered, { name: unique, kind: "tabs", active: 0, synced: false });
}
