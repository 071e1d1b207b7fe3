import { posix } from "node:path";
import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { BuildProblem } from "../../shared/build-problem.ts";
import { escapeAttribute } from "../../shared/html/escape.ts";
import {
  element,
  type HtmlAttributes,
  type HtmlNode,
  type SourcePlace,
  type TwoForms,
} from "../../shared/html/html-node.ts";
import { printHtml, voidTags } from "../../shared/html/print-html.ts";
import { resolveSiteUrl } from "./resolve-site-url.ts";
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
  const forms: Forms = new Map();
  const sources: SourcePlace[] = [];
  const keep = ({ onPage, inMarkdown }: TwoForms) => {
    const key = String(forms.size);
    forms.set(key, {
      onPage: resolveRawHtml(onPage, file, depthMax, page),
      inMarkdown: resolveRawHtml(inMarkdown, file, depthMax, page),
    });
    return key;
  };
  const fragment = parseFragment(printWithRawHtml(showStrayTags(nodes, page), keep, sources));
  return fragment.childNodes.flatMap((node) => fromParsed(node, { file, forms, sources, roots, depthLeft: depthMax }));
}

/** HTML can't represent a node with two forms, so a marker element replaces the node during parsing. */
type Forms = Map<string, TwoForms>;
const formMark = "lectern-forms";
/** Identifies the place in the author's file that an element comes from, for messages about the element. */
const sourceMark = "lectern-source";

function holdsRawHtml(node: HtmlNode): boolean {
  if (typeof node === "string" || "highlighted" in node) return false;
  if ("onPage" in node) return [...node.onPage, ...node.inMarkdown].some(holdsRawHtml);
  return "rawHtml" in node || node.children.some(holdsRawHtml);
}

function printWithRawHtml(nodes: HtmlNode[], keep: (forms: TwoForms) => string, sources: SourcePlace[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string" || "highlighted" in node) return printHtml([node]);
      if ("rawHtml" in node) return node.rawHtml;
      if ("onPage" in node) return `<${formMark} key="${keep(node)}"></${formMark}>`;
      const attributes = Object.entries(node.attributes)
        .filter(([, value]) => value !== undefined && value !== false)
        .map(([name, value]) => ` ${name}="${value === true ? "" : escapeAttribute(String(value))}"`)
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
  forms: Forms;
  sources: readonly SourcePlace[];
  roots: StrayTagOptions["roots"];
  depthLeft: number;
}

function fromParsed(node: ParsedNode, reading: Reading): HtmlNode[] {
  const { file, forms, sources, roots, depthLeft } = reading;
  if (depthLeft <= 0) throw new BuildProblem("HTML elements are nested too deep", { file, hint: "flatten the page" });
  if (node.nodeName === "#text" && "value" in node) return [node.value];
  if (!("tagName" in node)) return [];
  const attributes: HtmlAttributes = {};
  for (const { name, value, prefix } of node.attrs) attributes[prefix ? `${prefix}:${name}` : name] = value;
  if (node.tagName === formMark) return takeForms(forms, String(attributes.key));
  const { [sourceMark]: mark, ...own } = attributes;
  for (const name of ["href", "src", "poster"]) {
    const url = own[name];
    if (typeof url === "string") own[name] = resolveSiteUrl(url, posix.dirname(file), roots);
  }
  const children = node.childNodes.flatMap((child) => fromParsed(child, { ...reading, depthLeft: depthLeft - 1 }));
  const source = mark === undefined ? undefined : sources[Number(mark)];
  return [{ ...element(node.tagName, own, children), ...(source !== undefined && { source }) }];
}

/** Each marker is replaced only once: an author who repeats it a thousand times must not get a thousand copies. */
function takeForms(forms: Forms, key: string): HtmlNode[] {
  const found = forms.get(key);
  forms.delete(key);
  return found === undefined ? [] : [found];
}
