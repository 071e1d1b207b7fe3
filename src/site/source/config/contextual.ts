import { isJsonObject } from "../json-value.ts";
import { expecting, listOf, type Setting, shape } from "./check-shape.ts";
import { type Check, formOf, oneOf, text, textOrObject, withForm } from "./check-value.ts";
import { icon } from "./icon.ts";
import { linkUrl } from "./link-url.ts";

const optionsMax = 30;

const word = oneOf(
  "assistant",
  "copy",
  "view",
  "download-pdf",
  "download-spec",
  "chatgpt",
  "claude",
  "perplexity",
  "grok",
  "aistudio",
  "devin",
  "devin-desktop",
  "mcp",
  "add-mcp",
  "cursor",
  "vscode",
  "devin-mcp",
);

const queryMax = 20;

const hrefShape = shape(
  { base: linkUrl, query: listOf(shape({ key: text, value: text }, ["key", "value"]), queryMax) },
  ["base"],
);

/** A URL in parts. Placeholders for the page are kept; everything else is escaped. */
const hrefParts: Check<string> = withForm(hrefShape.form, (value, place, report) => {
  const parts = hrefShape(value, place, report);
  if (parts === undefined) return undefined;
  const escaped = (part: string) => encodeURIComponent(part).replaceAll(/%24(?=(?:page|path|mcp)\b)/g, "$");
  const query = (parts.query ?? []).map((item) => `${escaped(item.key)}=${escaped(item.value)}`).join("&");
  return query === "" ? parts.base : `${parts.base}${parts.base.includes("?") ? "&" : "?"}${query}`;
});

const href: Check<string> = withForm(
  { kind: "either", short: formOf(linkUrl), long: formOf(hrefShape) },
  (value, place, report) => (isJsonObject(value) ? hrefParts(value, place, report) : linkUrl(value, place, report)),
);

/**
 * A custom option. In its URL, `$page`, `$path` and `$mcp` are replaced by the page's text, its path and the MCP URL.
 */
const ownOption = expecting(shape({ title: text, description: text, icon, href }, ["title", "href"]), () => [
  "description",
]);

type ContextualOption = Setting<typeof word> | Setting<typeof ownOption>;

const option: Check<ContextualOption> = textOrObject(word, ownOption, "the name of an option, or {title, href}");

/** The menu of a page. Its first option is the default action of the button. A page can have its own menu. */
export const contextual = expecting(
  shape({ options: listOf(option, optionsMax), display: oneOf("header", "toc") }),
  () => ["options"],
);

export type ContextualSetting = Setting<typeof contextual>;
