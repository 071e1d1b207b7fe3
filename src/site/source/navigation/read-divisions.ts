import { graphqlSource } from "../config/api.ts";
import { pick, withPlace } from "../config/check-shape.ts";
import { describe, flag, text } from "../config/check-value.ts";
import { at, type ConfigReport, type Place, reportValue } from "../config/config-report.ts";
import { linkUrl } from "../config/link-url.ts";
import { navbarAndFooter } from "../config/navbar-and-footer.ts";
import { didYouMean, nearestWord } from "../config/nearest-word.ts";
import { themedColor } from "../config/themed.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { type DraftReader, isReference, noteUnknownKeys } from "./draft-reader.ts";
import type { DraftDivision, DraftEntry, DraftLeaf } from "./draft-tree.ts";
import { elementKeys, type Inherited, namesReaders, readElement } from "./element-settings.ts";
import type { DivisionKind, NavigationPart } from "./navigation-tree.ts";
import { readEntries } from "./read-entries.ts";

interface DivisionSort {
  /** The key of the list in docs.json. */
  list: string;
  kind: DivisionKind;
  /** The key that has the name of a list element. */
  name: string;
  /** Keys that only this kind of division has. */
  own: readonly string[];
}

export const divisionSorts: readonly DivisionSort[] = [
  { list: "languages", kind: "language", name: "language", own: ["default", "global", "banner", "footer", "navbar"] },
  { list: "versions", kind: "version", name: "version", own: ["default", "global"] },
  { list: "products", kind: "product", name: "product", own: [] },
  { list: "dropdowns", kind: "dropdown", name: "dropdown", own: [] },
  { list: "anchors", kind: "anchor", name: "anchor", own: [] },
  { list: "tabs", kind: "tab", name: "tab", own: ["graphql", "sdk"] },
  { list: "menu", kind: "item", name: "item", own: [] },
];

/** Keys for the content of an element. Only tabs and products can have a `menu`. */
export const contentKeys: readonly string[] = [...divisionSorts.map((sort) => sort.list), "groups", "pages"];

const languageCodes: readonly string[] =
  `ar ca cn cs da de en es fi fr fr-CA fr-ca he hi hu id it ja ja-JP ja-jp jp ko lv nl no pl pt pt-BR ro ru sv tr uk uz vi zh zh-CN
  zh-Hans zh-Hant zh-TW`.split(/\s+/);

const divisionChecks = { description: text, color: themedColor, href: linkUrl, default: flag };

/** The content of an element. The format allows one kind of content per level; if there are several, all are shown. */
export function readContent(
  holder: JsonObject,
  place: Place,
  inherited: Inherited,
  reader: DraftReader,
): NavigationPart<DraftLeaf> {
  const divisions = dropRepeats(readDivisions(holder, place, inherited, reader), reader);
  const groups = namesReaders(holder) ? [] : readEntries(holder.groups, at(place, "groups"), inherited, reader);
  const pages = readEntries(holder.pages, at(place, "pages"), inherited, reader);
  return { divisions, entries: [...groups, ...pages] };
}

function readDivisions(holder: JsonObject, place: Place, inherited: Inherited, reader: DraftReader): DraftDivision[] {
  return divisionSorts.flatMap((sort) => {
    const items = holder[sort.list];
    const listPlace = at(place, sort.list);
    if (items === undefined) return [];
    if (!Array.isArray(items)) {
      reportValue(reader.report, listPlace, `is ${describe(items)}, but must be a list: [ … ]`);
      return [];
    }
    if (items.length === 0)
      reportValue(reader.report, listPlace, "is empty", "add an entry or remove the list", "note");
    const divisions = items.flatMap((item, index) => {
      if (isReference(item)) return [];
      const division = readDivision(item, sort, at(listPlace, index), inherited, reader);
      return division === undefined ? [] : [division];
    });
    if (sort.kind === "language" || sort.kind === "version") chooseDefault(divisions, listPlace, reader);
    return divisions;
  });
}

/** Links shown on every page of the site, or of a language or version. Elements without `href` are left out. */
export function readGlobal(value: JsonValue | undefined, place: Place, reader: DraftReader): DraftDivision[] {
  if (value === undefined) return [];
  if (!isJsonObject(value)) {
    reportValue(reader.report, place, `is ${describe(value)}, but must be an object: { … }`);
    return [];
  }
  const lists = divisionSorts.filter((sort) => sort.kind !== "item").map((sort) => sort.list);
  noteUnknownKeys(reader, "global", value, place, lists);
  return readDivisions(value, place, { directory: "none" }, reader).filter((division) => {
    if (division.href !== undefined) return true;
    reportValue(reader.report, division.place, 'has no valid "href", so it is left out');
    return false;
  });
}

function readDivision(
  item: JsonValue,
  sort: DivisionSort,
  place: Place,
  inherited: Inherited,
  reader: DraftReader,
): DraftDivision | undefined {
  const { report } = reader;
  if (!isJsonObject(item)) return reportValue(report, place, `is ${describe(item)}, but must be an object: { … }`);
  const label = item[sort.name];
  if (typeof label !== "string" || label === "") {
    return reportValue(report, at(place, sort.name), `is ${describe(label)}, but must be the name to show`);
  }
  if (sort.kind === "language") checkLanguage(label, at(place, sort.name), reader);
  noteUnknownKeys(reader, sort.name, item, place, knownKeys(sort));
  if (item.sdk !== undefined) reportValue(report, at(place, "sdk"), "is not supported yet, so it makes no pages");
  const { settings, passedOn } = readElement(item, place, inherited, report);
  const { default: isDefault, ...own } = pick(item, divisionChecks, place, report);
  const division: DraftDivision = {
    kind: sort.kind,
    label,
    isDefault: isDefault === true,
    ...settings,
    ...own,
    ...(sort.kind === "tab" ? readGraphqlUse(item, place, report) : {}),
    ...readContent(item, place, passedOn, reader),
  };
  if (sort.own.includes("global")) division.divisions.push(...readGlobal(item.global, at(place, "global"), reader));
  if (sort.kind === "language") division.surroundings = pick(item, navbarAndFooter, place, report);
  return division;
}

/** A tab can have one schema in addition to its own groups. */
function readGraphqlUse(item: JsonObject, place: Place, report: ConfigReport): Pick<DraftDivision, "graphql"> {
  const { graphql } = pick(item, { graphql: withPlace(graphqlSource) }, place, report);
  if (graphql === undefined) return {};
  for (const key of ["openapi", "asyncapi", ...contentKeys.filter((name) => name !== "groups")]) {
    if (item[key] === undefined) continue;
    const message = 'is next to "graphql", so the pages of the schema come after it';
    reportValue(report, at(place, key), message, 'put it into another tab; next to "graphql" there may be "groups"');
  }
  return { graphql };
}

function knownKeys(sort: DivisionSort): readonly string[] {
  const content =
    sort.kind === "tab" || sort.kind === "product" ? contentKeys : contentKeys.filter((key) => key !== "menu");
  return [sort.name, ...elementKeys, "description", "color", "href", ...sort.own, ...content];
}

function checkLanguage(code: string, place: Place, { report }: DraftReader): void {
  if (languageCodes.includes(code)) return;
  const hint = didYouMean(nearestWord(code, languageCodes)) ?? `known: ${languageCodes.join(", ")}`;
  reportValue(report, place, `is "${code}", which is not a supported language code`, hint);
}

/** The first division is the default, unless another division is marked as default. */
function chooseDefault(divisions: DraftDivision[], place: Place, { report }: DraftReader): void {
  const [chosen = divisions[0], ...others] = divisions.filter((division) => division.isDefault);
  if (others.length > 0) reportValue(report, place, `has more than one default; "${chosen?.label}" is used`);
  for (const division of divisions) division.isDefault = division === chosen;
}

/**
 * Some projects keep old tabs next to versions that now have the same pages. Both would appear in the same row of tabs,
 * each name twice. Therefore a division is left out if the versions or languages next to it have all its pages.
 */
function dropRepeats(divisions: DraftDivision[], { report }: DraftReader): DraftDivision[] {
  const choices = divisions.filter(({ kind }) => kind === "language" || kind === "version");
  if (choices.length === 0 || choices.length === divisions.length) return divisions;
  const held = new Set(choices.flatMap(listPages));
  return divisions.filter((division) => {
    if (choices.includes(division)) return true;
    const pages = listPages(division);
    if (pages.length === 0 || !pages.every((page) => held.has(page))) return true;
    const message = `repeats pages of the ${choices[0]?.kind}s next to it, so it is left out`;
    reportValue(report, division.place, message, "remove it, or put it into one of them");
    return false;
  });
}

function listPages({ divisions, entries }: NavigationPart<DraftLeaf>): string[] {
  return [...divisions.flatMap(listPages), ...entries.flatMap(listPagesOfEntry)];
}

function listPagesOfEntry(entry: DraftEntry): string[] {
  if (entry.kind === "group") {
    return [...(entry.root === undefined ? [] : [entry.root]), ...entry.entries.flatMap(listPagesOfEntry)];
  }
  return [entry.kind === "page" ? entry.slug : `${entry.method} ${entry.path}`];
}
