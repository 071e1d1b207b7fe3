import type { EditorTexts } from "../../editor/requests.ts";
import { entryPoints } from "./entry-points.ts";
import { fillings } from "./fillings.ts";

// Both leave room for the line that drafts add, and for frontmatter.
const pageLength = 990_000;
const settingsLength = 900_000;
const filesMax = 1_000;

const plainPage = "---\ntitle: Watering\n---\n\nWater the plants.\n";
const navigation = { pages: ["index", "guides/watering"] };

/** Whether an operation is about the texts of a project: all of the editor's, and those of pull requests. */
export function readsTexts(name: string): boolean {
  const path = entryPoints[name]?.path ?? "";
  return /\/drafts\b|\{number\}(?!.*\{comment\})|\/compare$/.test(path);
}

/** The texts of projects that are as large and as odd as the limits allow. */
export const storedTexts: Readonly<Record<string, () => EditorTexts>> = {
  ...each(fillings, (fill) => ({ ...settingsOf({}), ...pageOf(fill(pageLength)) })),
  "1,400 equal lines": () => ({ ...settingsOf({}), ...pageOf("a\n".repeat(1_400)) }),
  ...each(settings(), (fields) => ({ ...settingsOf(fields()), ...pageOf(plainPage) })),
  "docs.json of brackets": () => ({ ...pageOf(plainPage), settings: "[".repeat(settingsLength), more: {} }),
  "docs.json of nested objects": () => nestedSettings('{"a":', "1", "}"),
  "docs.json of nested groups": () => nestedSettings('{"navigation":{"group":"g","pages":[', '"index"', "]}}"),
  "many pages that link to one": () => manyPages("[a](/guides/watering) ".repeat(40)),
  "many pages of equal lines": () => manyPages("plants\n".repeat(130)),
  "many long names": () => ({
    ...settingsOf({}),
    ...pageOf(plainPage),
    more: Object.fromEntries(numbers(filesMax).map((n) => [`${`${"a".repeat(100)}/`.repeat(8)}p${n}.mdx`, plainPage])),
  }),
};

function settings(): Record<string, () => Record<string, unknown>> {
  return {
    "navigation of many pages": () => ({ navigation: { pages: numbers(45_000).map((n) => `guides/p${n}`) } }),
    "navigation of one page many times": () => ({ navigation: { pages: Array(40_000).fill("guides/watering") } }),
    "navigation of many groups": () => ({
      navigation: { groups: numbers(15_000).map((n) => ({ group: `g${n}`, pages: ["guides/watering"] })) },
    }),
    "navigation of many tabs": () => ({
      navigation: { tabs: numbers(10_000).map((n) => ({ tab: `t${n}`, href: "https://a.test" })) },
    }),
    "many redirects": () => ({
      redirects: numbers(15_000).map((n) => ({ source: `/a${n}`, destination: "/guides/watering" })),
    }),
    "a chain of redirects": () => ({
      redirects: numbers(15_000).map((n) => ({ source: `/a${n}`, destination: `/a${n + 1}` })),
    }),
    "redirects with parameters": () => ({
      redirects: numbers(10_000).map((n) => ({ source: `/:a/:b*/${n}`, destination: "/:b/:a" })),
    }),
    "many unknown settings": () => Object.fromEntries(numbers(45_000).map((n) => [`naviation${n}`, 1])),
    "many variables": () => ({ variables: Object.fromEntries(numbers(50_000).map((n) => [`v${n}`, "a"])) }),
    "many links in the navbar": () => ({
      navbar: { links: numbers(15_000).map((n) => ({ label: `l${n}`, href: "/" })) },
    }),
  };
}

function settingsOf(fields: Record<string, unknown>): Pick<EditorTexts, "settings" | "more"> {
  return { settings: JSON.stringify({ name: "Plants", navigation, ...fields }), more: {} };
}

/** A page of this content whose drafts differ from it in the middle and whose branch differs there and at the end. */
function pageOf(text: string): Pick<EditorTexts, "page" | "change" | "conflict"> {
  const middle = text.indexOf("\n", Math.floor(text.length / 2)) + 1;
  const changed = (line: string, end: string) => `${text.slice(0, middle)}${line}\n${text.slice(middle)}${end}`;
  return {
    page: changed("plants", ""),
    change: (draftId) => changed(`plants ${draftId}`, ""),
    conflict: changed("flowers", "night\n"),
  };
}

function nestedSettings(open: string, inner: string, close: string): EditorTexts {
  const depth = Math.floor(settingsLength / (open.length + close.length));
  return { ...pageOf(plainPage), settings: open.repeat(depth) + inner + close.repeat(depth), more: {} };
}

function manyPages(text: string): EditorTexts {
  const more = Object.fromEntries(
    numbers(filesMax).map((n) => [`guides/p${n}.mdx`, `---\ntitle: P${n}\n---\n\n${text}`]),
  );
  return {
    ...settingsOf({
      navigation: { pages: ["index", "guides/watering", ...numbers(filesMax).map((n) => `guides/p${n}`)] },
    }),
    ...pageOf(plainPage),
    more,
  };
}

function numbers(length: number): number[] {
  return [...Array(length).keys()];
}

function each<Value>(
  list: Readonly<Record<string, Value>>,
  make: (value: Value, name: string) => EditorTexts,
  prefix = "",
): Record<string, () => EditorTexts> {
  return Object.fromEntries(Object.entries(list).map(([name, value]) => [prefix + name, () => make(value, name)]));
}
