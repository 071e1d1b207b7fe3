import type { AnalyticsDimension, ReaderAction, ReaderKind } from "../../../src/contract/analytics-operations.ts";

export const kindNames: Readonly<Record<ReaderKind, string>> = {
  person: "People",
  agent: "Agents",
  search: "Search engines",
  crawler: "AI crawlers",
  bot: "Other bots",
};
export const readerKinds = Object.keys(kindNames) as ReaderKind[];

export const dimensionNames: Readonly<Record<AnalyticsDimension, string>> = {
  page: "Page",
  folder: "Folder",
  entry: "Entry page",
  exit: "Exit page",
  language: "Language",
  version: "Version",
  referrer: "Referrer",
  country: "Country",
  device: "Device",
  kind: "Readers",
  agent: "Agent",
  form: "Format",
};

export const actionNames: Readonly<Record<ReaderAction, string>> = {
  outbound: "Outbound links",
  code_copy: "Code copied",
  page_copy: "Pages copied",
  open_in: "Opened in an app",
  search: "Searches",
  search_empty: "Searches without results",
  search_click: "Search results opened",
  question: "Questions",
  tool_search: "Searches by AI tools",
  tool_question: "Questions by AI tools",
};

const withoutValue: Partial<Record<AnalyticsDimension, string>> = {
  referrer: "Direct",
  country: "Unknown country",
  language: "Default language",
  version: "Default version",
};

const forms: Readonly<Record<string, string>> = {
  page: "Page in a browser",
  markdown: "Markdown",
  llms: "llms.txt and skills",
  mcp: "MCP",
  ask: "Answer by address",
};

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
const languages = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** How a value is shown: “Germany” for `DE`. */
export function valueName(dimension: AnalyticsDimension, value: string): string {
  if (value === "") return withoutValue[dimension] ?? "Unknown";
  switch (dimension) {
    case "country":
      return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
    case "language":
      return languageName(value);
    case "kind":
      return (kindNames as Readonly<Record<string, string>>)[value] ?? value;
    case "form":
      return forms[value] ?? value;
    case "referrer":
      return value === "(internal)" ? "This site" : value;
    case "device":
      return value.slice(0, 1).toUpperCase() + value.slice(1);
    default:
      return value;
  }
}

/** A site can name a language as it likes, so the code may be invalid. */
function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}
