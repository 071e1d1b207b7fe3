import type { PageAnchor } from "../../contract/editor-fact-operations.ts";
import { scanLines } from "../../docs-edits/scan-lines.ts";
import { createHeadingIds, fieldSlug, plainWords } from "../../site/reading.ts";

const anchorsMax = 500;
const componentLevel = 3;

/** A heading, or a component whose title or name is an anchor. */
const anchored =
  /^[ \t]*(#{1,6})[ \t]+([^\n]+)|<(Step|Accordion|Tab|Update|ParamField|ResponseField)(?=\s)((?:[^<>"'{}]|"[^"]*"|'[^']*'|\{[^{}]*\}){0,500})>/gm;

/**
 * The anchors of a page in order, with the IDs that the build gives them. Headings inside snippets aren't included:
 * only the build's separate processes parse pages, and using them for a menu would be too slow.
 */
export function scanAnchors(text: string): PageAnchor[] {
  const ids = createHeadingIds();
  const anchors: PageAnchor[] = [];
  for (const [, marks, words = "", name = "", attributes = ""] of textOf(text).matchAll(anchored)) {
    if (anchors.length >= anchorsMax) break;
    const anchor = marks === undefined ? componentAnchor(name, attributes, ids) : headingAnchor(marks, words, ids);
    if (anchor !== undefined) anchors.push(anchor);
  }
  return anchors;
}

type Ids = ReturnType<typeof createHeadingIds>;

function headingAnchor(marks: string, words: string, ids: Ids): PageAnchor {
  const chosen = /\{#([\w-]+)\}[ \t]*$/.exec(words)?.[1];
  const title = plainWords(words.replaceAll(/<\/?[A-Za-z][^<>]{0,500}>/g, ""));
  return { id: ids.idFor(title, chosen), title, level: marks.length };
}

const titleProps: Readonly<Record<string, readonly string[]>> = {
  Update: ["label"],
  ParamField: ["query", "path", "body", "header", "cookie", "name"],
  ResponseField: ["name", "body"],
};

function componentAnchor(name: string, attributes: string, ids: Ids): PageAnchor | undefined {
  const values = readAttributes(attributes);
  const title = (titleProps[name] ?? ["title"]).map((prop) => values.get(prop)).find((value) => value !== undefined);
  if (title === undefined || title === "") return undefined;
  const isField = name.endsWith("Field");
  const id = isField ? ids.claim(`param-${fieldSlug(title)}`) : ids.idFor(title, values.get("id"));
  return { id, title, level: componentLevel };
}

const attribute = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*"([^"]*)"\s*\}|\{\s*(\d+)\s*\})/g;

function readAttributes(text: string): Map<string, string> {
  return new Map(
    Array.from(text.matchAll(attribute), ([, name = "", ...values]) => [
      name,
      values.find((value) => value !== undefined) ?? "",
    ]),
  );
}

/** The text without frontmatter, fenced code and comments, which contain no headings. */
function textOf(page: string): string {
  const text = [...scanLines(page)].map(({ kind, start, end }) => (kind === "text" ? page.slice(start, end) : ""));
  const parts = text.join("\n").split("*/}");
  const last = parts.pop();
  return [...parts.map((part) => part.split("{/*", 1)[0]), last].join("");
}
