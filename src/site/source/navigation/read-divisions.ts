import { pick } from "../config/check-shape.ts";
import { describe, flag, text } from "../config/check-value.ts";
import { reportValue } from "../config/config-report.ts";
import { linkUrl } from "../config/link-url.ts";
import { nearestWord } from "../config/nearest-word.ts";
import { at, type Place } from "../config/place.ts";
import { surroundings } from "../config/surroundings.ts";
import { themedColor } from "../config/themed.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { contentKeys, type DivisionSort, divisionSorts, languageCodes } from "./division-kinds.ts";
import { type DraftReader, noteUnknownKeys } from "./draft-reader.ts";
import type { DraftDivision, DraftLeaf } from "./draft-tree.ts";
import { dropRepeats } from "./drop-repeats.ts";
import { elementKeys, type Inherited, readElement } from "./element-settings.ts";
import type { NavigationPart } from "./navigation-tree.ts";
import { readEntries } from "./read-entries.ts";

const divisionChecks = { description: text, color: themedColor, href: linkUrl, default: flag };

/** Everything that an element holds. The format knows one kind at a level; where there are more, all are shown. */
export function readContent(
  holder: JsonObject,
  place: Place,
  inherited: Inherited,
  reader: DraftReader,
): NavigationPart<DraftLeaf> {
  const divisions = dropRepeats(readDivisions(holder, place, inherited, reader), reader);
  const groups = readEntries(holder.groups, at(place, "groups"), inherited, reader);
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
    const divisions = items.flatMap((item, index) => {
      const division = readDivision(item, sort, at(listPlace, index), inherited, reader);
      return division === undefined ? [] : [division];
    });
    if (sort.kind === "language" || sort.kind === "version") chooseDefault(divisions, listPlace, reader);
    return divisions;
  });
}

/** Links that stand on every page of the site, or of a language or version. An element without `href` would lead nowhere. */
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
    reportValue(reader.report, division.place, 'has no "href" that may be followed, so it is left out');
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
  for (const key of ["graphql", "sdk"]) {
    if (item[key] !== undefined) reportValue(report, at(place, key), "is not supported yet, so it makes no pages");
  }
  const { settings, passedOn } = readElement(item, place, inherited, report);
  const { default: isDefault, ...own } = pick(item, divisionChecks, place, report);
  const division: DraftDivision = {
    kind: sort.kind,
    label,
    isDefault: isDefault === true,
    ...settings,
    ...own,
    ...readContent(item, place, passedOn, reader),
  };
  if (sort.own.includes("global")) division.divisions.push(...readGlobal(item.global, at(place, "global"), reader));
  if (sort.kind === "language") division.surroundings = pick(item, surroundings, place, report);
  return division;
}

function knownKeys(sort: DivisionSort): readonly string[] {
  const content =
    sort.kind === "tab" || sort.kind === "product" ? contentKeys : contentKeys.filter((key) => key !== "menu");
  return [sort.name, ...elementKeys, "description", "color", "href", ...sort.own, ...content];
}

function checkLanguage(code: string, place: Place, { report }: DraftReader): void {
  if (languageCodes.includes(code)) return;
  const nearest = nearestWord(code, languageCodes);
  const hint = nearest === undefined ? `known: ${languageCodes.join(", ")}` : `did you mean "${nearest}"?`;
  reportValue(report, place, `is "${code}", which is no language code of the format`, hint);
}

/** The first is the default unless one says so. */
function chooseDefault(divisions: DraftDivision[], place: Place, { report }: DraftReader): void {
  const [chosen = divisions[0], ...others] = divisions.filter((division) => division.isDefault);
  if (others.length > 0) reportValue(report, place, `has more than one default; "${chosen?.label}" is taken`);
  for (const division of divisions) division.isDefault = division === chosen;
}
