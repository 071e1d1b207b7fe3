import { posix } from "node:path";
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { BuildProblem } from "../../shared/build-problem.ts";
import { authorAttributes, isReserved } from "../../shared/html/allowed-html.ts";
import { escapeAttribute } from "../../shared/html/escape.ts";
import {
  element,
  type HighlightedCode,
  type HtmlAttributes,
  type HtmlNode,
  type SourcePlace,
  type TwoForms,
} from "../../shared/html/html-node.ts";
import { printHtml, voidTags } from "../../shared/html/print-html.ts";
import { resolveFiles, resolveSiteUrl } from "./resolve-site-url.ts";
import { type StrayTagOptions, showStrayTags } from "./stray-tags.ts";

type ParsedNode = DefaultTreeAdapterMap["childNode"];

/**
 * `.md` pages may contain HTML that opens in one paragraph and closes in another. Therefore the whole article is
 * printed as HTML, parsed like in a browser and converted back to elements. The sanitizer then sees the same elements
 * as a browser.
 */
export function resolveRawHtml(nodes: HtmlNode[], file: string, depthMax: number, page: StrayTagOptions): HtmlNode[] {
  if (!nodes.some(holdsRawHtml)) return nodes;
  const { roots } = page;
  const kept: KeptNodes = new Map();
  const sources: SourcePlace[] = [];
  const keep = (node: KeptNode) => {
    const key = String(kept.size);
    const resolve = (form: HtmlNode[]) => resolveRawHtml(form, file, depthMax, page);
    const isWhole = "highlighted" in node;
    kept.set(key, isWhole ? node : { onPage: resolve(node.onPage), inMarkdown: resolve(node.inMarkdown) });
    return `<${keptMark} key="${key}"></${keptMark}>`;
  };
  const fragment = parseFragment(printWithRawHtml(showStrayTags(nodes, page), keep, sources));
  return fragment.childNodes.flatMap((node) => fromParsed(node, { file, kept, sources, roots, depthLeft: depthMax }));
}

/** A node that HTML can't represent. A marker element replaces it during parsing. */
type KeptNode = TwoForms | HighlightedCode;
type KeptNodes = Map<string, KeptNode>;
const keptMark = "lectern-kept";
/** Marks the reserved attributes of Lectern's own elements, because raw HTML may have attributes with these names. */
const ownMark = "lectern-own-";
/** Identifies the place in the author's file that an element comes from, for messages about the element. */
const sourceMark = "lectern-source";

/** Authors can't write any of these marks. */
const marks = /lectern-(?:kept|own|source)/gi;

function holdsRawHtml(node: HtmlNode): boolean {
  if (typeof node === "string" || "highlighted" in node) return false;
  if ("onPage" in node) return [...node.onPage, ...node.inMarkdown].some(holdsRawHtml);
  return "rawHtml" in node || node.children.some(holdsRawHtml);
}

function printWithRawHtml(nodes: HtmlNode[], keep: (node: KeptNode) => string, sources: SourcePlace[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return printHtml([node]);
      if ("rawHtml" in node) return node.rawHtml.replaceAll(marks, "author");
      if (!("tag" in node)) return keep(node);
      const attributes = Object.entries(node.attributes)
        .filter(([, value]) => value !== undefined && value !== false)
        .map(
          ([name, value]) =>
            ` ${isReserved(name) ? ownMark : ""}${name}="${value === true ? "" : escapeAttribute(String(value))}"`,
        )
        .join("");
      const mark = node.source === undefined ? "" : ` ${sourceMark}="${sources.push(node.source) - 1}"`;
      const opening = `<${node.tag}${attributes}${mark}>`;
      if (voidTags.has(node.tag)) return opening;
      return `${opening}${printWithRawHtml(node.children, keep, sources)}</${node.tag}>`;
    })
    .join("");
}

interface Reading {
  file: string;
  kept: KeptNodes;
  sources: readonly SourcePlace[];
  roots: StrayTagOptions["roots"];
  depthLeft: number;
}

function fromParsed(node: ParsedNode, reading: Reading): HtmlNode[] {
  const { file, kept, sources, roots, depthLeft } = reading;
  if (depthLeft <= 0) throw new BuildProblem("HTML elements are nested too deep", { file, hint: "flatten the page" });
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  if (!("tagName" in node)) return [];
  const own: HtmlAttributes = {};
  const written: HtmlAttributes = {};
  for (const { name, value, prefix } of node.attrs) {
    if (name.startsWith(ownMark)) own[name.slice(ownMark.length)] = value;
    else written[prefix ? `${prefix}:${name}` : name] = value;
  }
  if (node.tagName === keptMark) return takeKept(kept, String(written.key));
  const { [sourceMark]: mark, ...attributes } = { ...authorAttributes(written), ...own };
  const folder = posix.dirname(file);
  if (typeof attributes.href === "string") attributes.href = resolveSiteUrl(attributes.href, folder, roots);
  resolveFiles(attributes, folder, roots);
  const children = node.childNodes.flatMap((child) => fromParsed(child, { ...reading, depthLeft: depthLeft - 1 }));
  const source = mark === undefined ? undefined : sources[Number(mark)];
  return [{ ...element(node.tagName, attributes, children), ...(source !== undefined && { source }) }];
}

/** Each marker is replaced only once: an author who repeats it a thousand times must not get a thousand copies. */
function takeKept(kept: KeptNodes, key: string): HtmlNode[] {
  const found = kept.get(key);
  kept.delete(key);
  return found === undefined ? [] : [found];
}
