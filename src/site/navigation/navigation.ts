import { BuildFailure, BuildProblem } from "../build-problem.ts";
import { describe, reportValue } from "../config/check-value.ts";
import { nearestWord } from "../config/nearest-word.ts";
import { safeLinkUrl } from "../html/safe-url.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../project/json-value.ts";
import type { Division, DivisionKind, NavigationTree } from "./navigation-tree.ts";
import { type EntryReader, readEntries } from "./read-entries.ts";

/** The list in docs.json, the kind it holds, and the key that names an element of it. */
const divisionKinds: { list: string; kind: DivisionKind; name: string }[] = [
  { list: "languages", kind: "language", name: "language" },
  { list: "versions", kind: "version", name: "version" },
  { list: "products", kind: "product", name: "product" },
  { list: "dropdowns", kind: "dropdown", name: "dropdown" },
  { list: "anchors", kind: "anchor", name: "anchor" },
  { list: "tabs", kind: "tab", name: "tab" },
  { list: "menu", kind: "item", name: "item" },
];

const contentKeys = [...divisionKinds.map((kind) => kind.list), "pages", "groups", "global", "href"];

/** Reads `navigation` in any of its shapes into one tree. `slugs` are the pages that exist. */
export function readNavigation(
  navigation: JsonValue,
  slugs: ReadonlySet<string>,
  problems: BuildProblem[],
): NavigationTree {
  const reader: EntryReader = { slugs, report: { problems } };
  if (!isJsonObject(navigation)) {
    const message = `"navigation" is ${describe(navigation)}, but must be an object with pages, groups, tabs, anchors, dropdowns, products, versions or languages`;
    throw new BuildFailure([new BuildProblem(message, { file: "docs.json" })]);
  }
  const content = readContent(navigation, "navigation", reader);
  const global = isJsonObject(navigation.global) ? readDivisions(navigation.global, "navigation.global", reader) : [];
  if (content.divisions.length === 0 && content.entries.length === 0) {
    throw new BuildFailure([emptyNavigation(navigation)]);
  }
  return { ...content, global };
}

function readContent(holder: JsonObject, place: string, reader: EntryReader): Pick<Division, "divisions" | "entries"> {
  return {
    divisions: readDivisions(holder, place, reader),
    entries: [
      ...readEntries(holder.groups, `${place}.groups`, reader),
      ...readEntries(holder.pages, `${place}.pages`, reader),
    ],
  };
}

function readDivisions(holder: JsonObject, place: string, reader: EntryReader): Division[] {
  return divisionKinds.flatMap(({ list, kind, name }) => {
    const items = holder[list];
    if (items === undefined) return [];
    if (!Array.isArray(items)) {
      reportValue(reader.report, `${place}.${list}`, `is ${describe(items)}, but must be a list: [ … ]`);
      return [];
    }
    return items.flatMap((item, index) => readDivision(item, kind, name, `${place}.${list}[${index}]`, reader) ?? []);
  });
}

function readDivision(
  item: JsonValue,
  kind: DivisionKind,
  nameKey: string,
  place: string,
  reader: EntryReader,
): Division | undefined {
  if (!isJsonObject(item))
    return reportValue(reader.report, place, `is ${describe(item)}, but must be an object: { … }`);
  const label = item[nameKey];
  if (typeof label !== "string" || label === "") {
    return reportValue(reader.report, `${place}.${nameKey}`, `is ${describe(label)}, but must be the name to show`);
  }
  for (const key of ["graphql", "sdk"]) {
    if (item[key] !== undefined) reportValue(reader.report, `${place}.${key}`, "is not supported yet");
  }
  const division: Division = {
    kind,
    label,
    isDefault: item.default === true,
    hidden: item.hidden === true,
    ...readContent(item, place, reader),
  };
  if (typeof item.description === "string") division.description = item.description;
  if (typeof item.tag === "string") division.tag = item.tag;
  if (typeof item.searchable === "boolean") division.searchable = item.searchable;
  if (item.href !== undefined) readHref(division, item.href, place, reader);
  return division;
}

function readHref(division: Division, href: JsonValue, place: string, reader: EntryReader): void {
  const safe = typeof href === "string" ? safeLinkUrl(href) : undefined;
  if (safe === undefined) {
    reportValue(
      reader.report,
      `${place}.href`,
      `is ${describe(href)}, but must be a web address or a path of the site`,
    );
  } else division.href = safe;
}

function emptyNavigation(navigation: JsonObject): BuildProblem {
  const unknown = Object.keys(navigation).find((key) => !contentKeys.includes(key));
  const nearest = unknown === undefined ? undefined : nearestWord(unknown, contentKeys);
  return new BuildProblem('"navigation" names no page that exists', {
    file: "docs.json",
    hint:
      nearest === undefined
        ? 'list pages, for example {"pages": ["index"]}'
        : `did you mean "${nearest}" instead of "${unknown}"?`,
  });
}
