import { join } from "node:path";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildSite } from "../../src/site/pipeline/build-site.ts";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { sharedCache } from "../support/shared-cache.ts";
import { withSharedFolder } from "../support/shared-folder.ts";
import { slow } from "../support/slow.ts";

vi.setConfig(slow);

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 2 });
});
afterAll(() => pool.close());

function expectNothingLost(name: string, folder: string): void {
  test(`the Markdown of ${name} has every word of its articles, in the same order`, async () => {
    const lost: string[] = [];
    for (const { path, page, markdown } of await twins(folder)) {
      if (forPeople.test(path)) continue;
      const word = firstMissing(wordsOf(articleText(parse(page))), wordsOf(markdown));
      if (word !== undefined) lost.push(`${path}: ${word}`);
    }
    expect(lost).toEqual([]);
  });
}

expectNothingLost("our own documentation", join(import.meta.dirname, "../../docs"));
withSharedFolder("corpora", "the Markdown of real projects", (corpora) => {
  for (const name of ["starter", "mem0", "fastmcp"]) expectNothingLost(name, join(corpora, name));
});

/**
 * Includes titles of tabs and code, tooltips and alt texts. The order isn't checked, because some of them have another
 * place in the Markdown.
 */
test("the Markdown of every component contains all of the author's words", async () => {
  const pages = await twins(join(import.meta.dirname, "gallery"));
  expect(pages.length).toBeGreaterThan(15);
  for (const { path, page, markdown } of pages) {
    const prose = find(parse(page), (node) => hasClass(node, "prose"));
    const held = new Set(wordsOf(markdown.replaceAll(/<\/?(?:sub|sup|kbd|mark|u|small)>/g, "")));
    const lost = wordsOf(prose === undefined ? "" : everyWord(prose)).filter((word) => !held.has(word));
    expect(lost, path).toEqual([]);
  }
});

/** The pages of a project, each with its Markdown. */
async function twins(folder: string): Promise<{ path: string; page: string; markdown: string }[]> {
  const request = { folder, cacheFolder: sharedCache(folder), onLine: () => undefined };
  const site = await buildSite({ pool }, { ...request, signal: new AbortController().signal });
  const texts = new Map<string, string>();
  for (const file of site.files) {
    if (/\.(?:html|md)$/.test(file.path)) texts.set(file.path, (await file.load()).bytes.toString());
  }
  return [...texts].flatMap(([path, markdown]) => {
    const page = texts.get(path.replace(/\.md$/, ".html"));
    return path.endsWith(".md") && page !== undefined ? [{ path, page, markdown }] : [];
  });
}

/** Pages with text that is deliberately missing from their Markdown. */
const forPeople = /^components\/views\.md$/;

/** The first wanted word that is missing or out of order, with the words around it. */
function firstMissing(wanted: string[], given: string[]): string | undefined {
  let found = 0;
  for (const word of given) if (word === wanted[found]) found += 1;
  return found === wanted.length ? undefined : wanted.slice(Math.max(found - 6, 0), found + 3).join(" ");
}

/** Removes emphasis and code markers first, because they may be inside a word. */
function wordsOf(text: string): string[] {
  return text.replaceAll(/[`*_~\\]/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The text of the article, without controls, images and hidden elements. */
function articleText(document: Node): string {
  const prose = find(document, (node) => hasClass(node, "prose"));
  return prose === undefined ? "" : textOf(prose);
}

/**
 * Not compared: fields of API pages, whose Markdown contains the description itself, and content excluded from
 * Markdown.
 */
const unread = [
  "heading-link",
  "code-header",
  "tab-list",
  "api-part",
  "tooltip-box",
  "code-unfold",
  "katex",
  "diagram",
  "when-closed",
  "when-open",
  "prompt-action",
  "year-title",
];

function textOf(node: Node): string {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if (isElement(node) && (["svg", "button"].includes(node.tagName) || unread.some((name) => hasClass(node, name)))) {
    return " ";
  }
  if (isElement(node) && isPromptLabel(node)) return " ";
  const inner = "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
  const isApart = isElement(node) && (!inline.has(node.tagName) || /^field-/.test(classOf(node)));
  return isApart ? ` ${inner} ` : inner;
}

/** Text that Lectern adds for visitors of the page, and formulas, which the Markdown contains as TeX. */
const ownWords = ["heading-link", "when-closed", "when-open", "katex", "footnotes", "view-switch", "prompt-action"];

function everyWord(node: Node): string {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if (isElement(node)) {
    const isTab = node.attrs.some(({ name, value }) => name === "role" && value === "tab");
    const isOurs = ["svg", "button"].includes(node.tagName) && !isTab;
    if (isOurs || ownWords.some((name) => hasClass(node, name)) || isPromptLabel(node)) return " ";
  }
  const inner = "childNodes" in node ? node.childNodes.map(everyWord).join("") : "";
  if (!isElement(node)) return inner;
  // The dark mode variant of an image adds nothing.
  const said = node.attrs.find(({ name }) => name === "alt")?.value ?? "";
  const isInside = inline.has(node.tagName) && !/^(?:accordion|tooltip)-|^color-/.test(classOf(node));
  return isInside ? inner : ` ${inner} ${hasClass(node, "hidden") ? "" : said} `;
}

const inline = new Set("a abbr b code del em i ins kbd mark s samp small span strong sub u var wbr".split(" "));

function find(node: Node, matches: (node: Element) => boolean): Element | undefined {
  if (isElement(node) && matches(node)) return node;
  for (const child of "childNodes" in node ? node.childNodes : []) {
    const found = find(child, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}

function hasClass(node: Element, name: string): boolean {
  return classOf(node).split(" ").includes(name);
}

function isPromptLabel(node: Element): boolean {
  return node.tagName === "summary" && /prompt-text/.test(parentClass(node));
}

function classOf(node: Element): string {
  return node.attrs.find((attribute) => attribute.name === "class")?.value ?? "";
}

function parentClass(node: Element): string {
  return node.parentNode !== null && isElement(node.parentNode) ? classOf(node.parentNode) : "";
}
