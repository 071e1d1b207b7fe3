import { isMap, isScalar, parseDocument } from "yaml";
import { type DocsPage, type Range, rangeOf, visitNodes } from "../../docs-edits/docs-page.ts";
import { scanAttributes } from "../../docs-edits/scan-attributes.ts";
import { defaultSiteLimits } from "../../site/project.ts";
import { type MarkdownNode, splitFrontmatter } from "../../site/reading.ts";

/** A range of a file that readers see as text. */
interface Prose extends Range {
  /** Whether the text is part of a heading, so that the anchor depends on it. */
  makesAnchor: boolean;
}

/** Elements whose content is always code. */
const codeElements: ReadonlySet<string> = new Set(
  "code pre kbd samp var style script CodeBlock CodeGroup Mermaid Latex Math".split(" "),
);
const wordAttributes: ReadonlySet<string> = new Set(
  "title description label caption tip headline cta alt sidebarTitle".split(" "),
);
const wordKeys: ReadonlySet<string> = new Set(["title", "sidebarTitle", "description"]);

/** Finds text, titles of components, alt texts, and the page's title and description, but no code or URLs. */
export function findProse(page: DocsPage): Prose[] {
  const found = proseOfFrontmatter(page.source);
  visitNodes(page.tree, (node, around) => {
    const range = rangeOf(node, page);
    if (range === undefined || around.some(isCode)) return;
    const makesAnchor = around.some(({ type }) => type === "heading");
    if (node.type === "text" && !around.some((one) => isNameOfReference(one, page))) {
      found.push({ ...range, makesAnchor });
    } else if (node.type === "image" && (node.alt ?? "") !== "") {
      const start = range.start + 2;
      const alt = node.alt ?? "";
      if (page.source.startsWith(alt, start)) found.push({ start, end: start + alt.length, makesAnchor });
    } else if (node.attributes !== undefined && !isCode(node)) {
      for (const { name, start, end, value } of scanAttributes(page.source, range)) {
        if (wordAttributes.has(name) && !value.includes("{{")) found.push({ start, end, makesAnchor: true });
      }
    }
  });
  return found.sort((one, other) => one.start - other.start);
}

function isCode({ name }: MarkdownNode): boolean {
  return name !== null && name !== undefined && codeElements.has(name);
}

/** In `[word]` the word is a reference to a link definition. */
function isNameOfReference(node: MarkdownNode, page: DocsPage): boolean {
  if (node.type !== "linkReference" && node.type !== "imageReference") return false;
  const range = rangeOf(node, page);
  return range === undefined || !/\]\[[^\]]+\]$/.test(page.source.slice(range.start, range.end));
}

function proseOfFrontmatter(source: string): Prose[] {
  const { yaml } = splitFrontmatter(source);
  if (yaml === undefined || yaml.length > defaultSiteLimits.frontmatterBytesMax) return [];
  const offset = source.indexOf("\n") + 1;
  const { contents, errors } = parseDocument(yaml, { logLevel: "silent" });
  if (!isMap(contents) || errors.length > 0) return [];
  return contents.items.flatMap(({ key, value }) => {
    const isWords = isScalar(key) && wordKeys.has(String(key.value)) && isScalar(value);
    const range = isWords && typeof value.value === "string" ? value.range : undefined;
    return range ? [{ start: offset + range[0], end: offset + range[1], makesAnchor: false }] : [];
  });
}
