import {
  ariaAttribute,
  authorDataAttribute,
  componentAttributes,
  droppedTags,
  formAttributes,
  formFieldTypes,
  formTags,
  frameHosts,
  globalAttributes,
  htmlTags,
  mathAttributes,
  mathTags,
  svgAttributes,
  svgTags,
  tagAttributes,
  unneededAttributes,
} from "./allowed-html.ts";
import { authorClass, withAuthorClass } from "./author-class.ts";
import { element, type HtmlAttributes, type HtmlElement, type HtmlNode } from "./html-node.ts";
import { safeStyleText } from "./safe-style.ts";
import { mapSrcset, safeLinkUrl, safeResourceUrl } from "./safe-url.ts";
import type { StyleCollector } from "./style-collector.ts";

/** A `<` that doesn't start a tag of the highlighter or of its types, or a `>` that doesn't end such a tag. */
const strangeMarkup =
  /<(?!span class="[\w -]*"(?: data-type="[^"<>]*"(?: tabindex="(?:0|-1)")?)?>|\/span>)|(?<!<span class="[\w -]*"(?: data-type="[^"<>]*"(?: tabindex="(?:0|-1)")?)?|<\/span)>/;
/** Fields that are displayed but disabled, because nothing would read their input. */
const fieldTypes: ReadonlySet<string> = new Set(["text", "search", "number", "email", "url", "radio", "range"]);
const idPattern = /^\S{1,200}$/;

/**
 * The second line of defense: even if earlier steps have a bug, only allowlisted elements, attributes, URLs and styles
 * are printed. The content security policy forbids inline styles, so declarations move into a stylesheet.
 */
export function sanitize(nodes: HtmlNode[], styles: StyleCollector, options: Partial<Cleaning> = {}): HtmlNode[] {
  return sanitizeAll(nodes, { styles, withAuthorCode: false, report: () => undefined, ...options }, "html");
}

interface Cleaning {
  styles: StyleCollector;
  /** Whether forms work and frames may show any website. */
  withAuthorCode: boolean;
  /** Called for each element and each attribute that is left out. */
  report(node: HtmlElement, attribute?: string): void;
}

function sanitizeAll(nodes: HtmlNode[], cleaning: Cleaning, place: Place): HtmlNode[] {
  const clean: HtmlNode[] = [];
  addSanitized(nodes, cleaning, place, clean);
  return clean;
}

function addSanitized(nodes: HtmlNode[], cleaning: Cleaning, place: Place, clean: HtmlNode[]): void {
  for (const node of nodes) {
    if (typeof node === "string") clean.push(node);
    else if ("tag" in node) addElement(node, cleaning, place, clean);
    else if ("highlighted" in node) {
      if (!strangeMarkup.test(node.highlighted)) clean.push(node);
    } else if ("onPage" in node) {
      const { onPage, inMarkdown } = node;
      clean.push({
        onPage: sanitizeAll(onPage, cleaning, place),
        inMarkdown: sanitizeAll(inMarkdown, cleaning, place),
      });
    }
  }
}

function addElement(node: HtmlElement, cleaning: Cleaning, place: Place, clean: HtmlNode[]): void {
  const { withAuthorCode } = cleaning;
  const add = ({ tag, attributes, children }: HtmlElement) => {
    if (tag === node.tag) reportLost(node, attributes, cleaning);
    const styled = element(tag, withStyleClass(node, attributes, cleaning.styles), children);
    clean.push(node.source === undefined ? styled : { ...styled, source: node.source });
  };
  if (node.tag === "iframe") {
    // Frames keep their styles, because players are often absolutely positioned in a box without height.
    const frame = sanitizeFrame(node, withAuthorCode);
    if (frame === undefined) cleaning.report(node);
    else add(frame);
    return;
  }
  const isInForm = place === "form" || (place === "html" && withAuthorCode && (node.tag === "form" || isHandled(node)));
  if (isInForm && formTags.has(node.tag)) {
    add(element(node.tag, sanitizeField(node), sanitizeAll(node.children, cleaning, "form")));
    return;
  }
  // Inside an SVG, <title> is text for screen readers. In HTML, it isn't part of the page.
  if (droppedTags.has(node.tag) && !(place === "svg" && svgTags.has(node.tag))) {
    cleaning.report(node);
    return;
  }
  const inner = placeOf(node.tag, place);
  if (!allowedTags[inner].has(node.tag)) {
    reportLost(node, sanitizeAttributes(node), cleaning);
    addSanitized(node.children, cleaning, inner, clean);
    return;
  }
  const children = sanitizeAll(node.children, cleaning, inner);
  const attributes = attributeRules[inner](node);
  // Parts of a drawing can have handlers. Icons are sanitized without author code.
  if (inner === "svg" && withAuthorCode) {
    for (const name of ["data-island", "data-handlers"]) attributes[name] = node.attributes[name];
  }
  add(element(node.tag, attributes, children));
}

/** Reports what isn't printed, except for attributes that change nothing for readers. */
function reportLost(node: HtmlElement, kept: HtmlAttributes, { report }: Cleaning): void {
  for (const [name, value] of Object.entries(node.attributes)) {
    const isLost = value !== undefined && value !== false && kept[name.replace("xlink:", "")] === undefined;
    if (isLost && !unneededAttributes.has(name) && !/^xmlns|:(?!href)/.test(name))
      report(node, name.replace("author-", ""));
  }
}

/** A field outside a form works if a handler reads its input. */
function isHandled({ tag, attributes }: HtmlElement): boolean {
  return "data-handlers" in attributes && tag !== "button";
}

/** Where an element is. SVGs and formulas have their own lists of allowed tags and attributes. */
type Place = "html" | "form" | "svg" | "math";

const allowedTags: Record<Place, ReadonlySet<string>> = {
  html: htmlTags,
  form: htmlTags,
  svg: svgTags,
  math: mathTags,
};
const attributeRules: Record<Place, (node: HtmlElement) => HtmlAttributes> = {
  html: sanitizeAttributes,
  form: sanitizeAttributes,
  svg: sanitizeSvgAttributes,
  math: sanitizeMathAttributes,
};

function placeOf(tag: string, outer: Place): Place {
  return (outer === "html" || outer === "form") && (tag === "svg" || tag === "math") ? tag : outer;
}

function sanitizeMathAttributes({ attributes }: HtmlElement): HtmlAttributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => mathAttributes.has(name)));
}

const urlRules: ReadonlyMap<string, typeof safeLinkUrl> = new Map([
  ["href", safeLinkUrl],
  ...["src", "poster", "cite"].map((name) => [name, safeResourceUrl] as const),
  ["srcset", (list) => mapSrcset(list, safeResourceUrl)],
]);

function sanitizeAttributes(node: HtmlElement): HtmlAttributes {
  const allowed = tagAttributes.get(node.tag);
  const attributes: HtmlAttributes = {};
  for (const name in node.attributes) {
    const value = node.attributes[name];
    if (value === undefined || value === false) continue;
    const safeUrl = urlRules.get(name);
    if (safeUrl !== undefined) {
      if (allowed?.has(name)) attributes[name] = safeUrl(String(value));
    } else if (name === "id" || name === "name") {
      if ((name === "id" || allowed?.has(name)) && idPattern.test(String(value))) attributes[name] = String(value);
    } else if (isPlainAttribute(name, allowed)) {
      attributes[name] = value;
    }
  }
  return withFixedValues(node.tag, attributes);
}

function isPlainAttribute(name: string, allowed: ReadonlySet<string> | undefined): boolean {
  return isTextAttribute(name) || componentAttributes.has(name) || allowed?.has(name) === true;
}

const formMethods: ReadonlySet<string> = new Set(["get", "post"]);

/** A form or one of its fields. A form can only be sent to the site itself or to an https server. */
function sanitizeField({ tag, attributes: written }: HtmlElement): HtmlAttributes {
  const attributes: HtmlAttributes = {};
  for (const [name, value] of Object.entries(written)) {
    const isAllowed = isPlainAttribute(name, tagAttributes.get(tag)) || formAttributes.has(name);
    if (value !== undefined && value !== false && isAllowed) attributes[name] = value;
  }
  if (tag === "button") return { ...attributes, type: attributes.type === "button" ? "button" : "submit" };
  if (tag === "input") {
    const type = String(attributes.type ?? "text").toLowerCase();
    return { ...attributes, type: formFieldTypes.has(type) ? type : "text" };
  }
  if (tag !== "form") return attributes;
  const method = String(written.method ?? "get").toLowerCase();
  const { action } = written;
  return {
    ...attributes,
    method: formMethods.has(method) ? method : "get",
    action: typeof action === "string" && formTarget(action) !== undefined ? action : undefined,
  };
}

/** The origin that a form is sent to. Empty for the site itself; undefined if the form can't be sent there. */
export function formTarget(action: string): string | undefined {
  const url = URL.parse(action, "https://site.invalid");
  if (url?.protocol !== "https:" || url.username !== "") return undefined;
  return url.host === "site.invalid" ? "" : url.origin;
}

/** Buttons can't submit anything, fields are disabled, and a window that a link opens can't access this page. */
function withFixedValues(tag: string, attributes: HtmlAttributes): HtmlAttributes {
  if (tag === "button") return { ...attributes, type: "button" };
  if (tag === "input") {
    const isField = fieldTypes.has(String(attributes.type ?? "text"));
    return { ...attributes, type: isField ? (attributes.type ?? "text") : "checkbox", disabled: true };
  }
  if (tag === "a" && attributes.target !== undefined) return { ...attributes, target: "_blank", rel: "noopener" };
  return attributes;
}

function withStyleClass(node: HtmlElement, attributes: HtmlAttributes, styles: StyleCollector): HtmlAttributes {
  const style = node.attributes.style;
  if (typeof style !== "string") return attributes;
  const declarations = safeStyleText(style);
  if (declarations === "") return attributes;
  return withAuthorClass(attributes, styles.classFor(declarations));
}

/** Sandboxes frames. If author code is off, frames of unknown websites become links, so that no content is lost. */
function sanitizeFrame(node: HtmlElement, withAuthorCode: boolean): HtmlElement | undefined {
  const source = typeof node.attributes.src === "string" ? safeLinkUrl(node.attributes.src) : undefined;
  if (source === undefined || source === "") return undefined;
  const title = typeof node.attributes.title === "string" ? node.attributes.title : undefined;
  const host = hostOf(source);
  const isPlayer = host !== undefined && frameHosts.has(host);
  if (host === undefined || !(isPlayer || withAuthorCode)) {
    return element("p", {}, [element("a", { href: source }, [title ?? source])]);
  }
  return element("iframe", {
    src: source,
    title: title ?? host,
    [authorClass]: node.attributes[authorClass],
    width: sizeOf(node.attributes.width),
    height: sizeOf(node.attributes.height),
    loading: "lazy",
    allowfullscreen: true,
    referrerpolicy: "strict-origin-when-cross-origin",
    sandbox: `allow-scripts allow-same-origin allow-presentation allow-popups${isPlayer ? "" : " allow-forms"}`,
  });
}

function hostOf(url: string): string | undefined {
  const parsed = URL.parse(url.startsWith("//") ? `https:${url}` : url);
  return parsed?.protocol === "https:" ? parsed.hostname : undefined;
}

/** Browsers read the number that a size starts with. */
function sizeOf(value: unknown): string | undefined {
  const [, number, percent = ""] = /^\s*(\d{1,4})(?!\d)(?:\.\d*)?(%?)/.exec(String(value)) ?? [];
  return number && number + percent;
}

const ownPart = /url\(\s*(['"]?)#[^\s'"()]*\1\s*\)/gi;

/** Whether a value of CSS could refer to something outside of the drawing. Escapes and comments could hide a function. */
function mayLoad(value: string): boolean {
  const rest = value.replaceAll(ownPart, "");
  return /\\|\/\*|(?:url|src)\s*\(/i.test(rest) || (rest.includes("(") && /['"]/.test(rest));
}

/** Keeps allowlisted SVG attributes. References stay inside the drawing; only <image> may load a picture. */
function sanitizeSvgAttributes(node: HtmlElement): HtmlAttributes {
  const attributes: HtmlAttributes = {};
  for (const [name, value] of Object.entries(node.attributes)) {
    if (value === undefined || value === false) continue;
    const text = String(value);
    if (name === "href" || name === "xlink:href") {
      attributes.href ??= safeReference(node.tag, text);
    } else if (svgAttributes.has(name) ? !mayLoad(text) : isTextAttribute(name)) {
      attributes[name] = text;
    }
  }
  return attributes;
}

function isTextAttribute(name: string): boolean {
  return globalAttributes.has(name) || ariaAttribute.test(name) || authorDataAttribute.test(name);
}

function safeReference(tag: string, reference: string): string | undefined {
  if (reference.startsWith("#")) return reference;
  return tag === "image" ? safeResourceUrl(reference) : undefined;
}
