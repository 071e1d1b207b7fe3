import { apiSource, openapiSource } from "../config/api.ts";
import { pick, withPlace } from "../config/check-shape.ts";
import { boost, flag, oneOf, text } from "../config/check-value.ts";
import { at, type ConfigReport, type Place } from "../config/config-report.ts";
import { icon, iconType, withIconType } from "../config/icon.ts";
import { readerRules } from "../frontmatter.ts";
import { isJsonObject, type JsonObject } from "../json-value.ts";
import type { ApiUse, DirectoryStyle, ElementAccess } from "./navigation-tree.ts";

/** Settings that apply to everything inside an element. */
export interface Inherited {
  openapi?: ApiUse;
  asyncapi?: ApiUse;
  directory: DirectoryStyle;
  access?: ElementAccess;
}

const ownChecks = {
  icon,
  iconType,
  tag: text,
  hidden: flag,
  searchable: flag,
  boost,
};

const inheritedChecks = {
  openapi: withPlace(openapiSource),
  asyncapi: withPlace(apiSource),
  directory: oneOf("none", "accordion", "card"),
};

/** Keys that every division and group may have. */
export const elementKeys: readonly string[] = [...Object.keys(ownChecks), ...Object.keys(inheritedChecks), "public"];

/** The settings of a division or group, and the settings that its children inherit. */
export function readElement(item: JsonObject, place: Place, inherited: Inherited, report: ConfigReport) {
  const own = withIconType(pick(item, ownChecks, place, report));
  const access = readAccess(item, place, inherited.access, report);
  const passedOn: Inherited = {
    ...inherited,
    ...pick(item, inheritedChecks, place, report),
    ...(access === undefined ? {} : { access }),
  };
  return { settings: { ...own, ...passedOn, hidden: own.hidden === true, place }, passedOn };
}

/** Who may read the pages inside an element: those that may read everything around it, and are in one of its groups. */
function readAccess(
  item: JsonObject,
  place: Place,
  inherited: ElementAccess | undefined,
  report: ConfigReport,
): ElementAccess | undefined {
  const { public: isPublic } = pick(item, { public: flag }, place, report);
  const rules = namesReaders(item) ? readerRules(item.groups ?? [], at(place, "groups"), report) : undefined;
  if (item.public === undefined && rules === undefined) return inherited;
  return {
    groups: [...(inherited?.groups ?? []), ...(rules === undefined ? [] : [rules.groups])],
    excludes: [...(inherited?.excludes ?? []), ...(rules?.excludes ?? [])],
    // A value that isn't understood must not open what is inside.
    public: item.public === undefined ? inherited?.public : (isPublic ?? false),
  };
}

/**
 * Whether `groups` are groups of readers, by name or in rules. Otherwise they are the groups of pages inside the element,
 * which has no other content then if they are written as names.
 */
export function namesReaders(item: JsonObject): boolean {
  const groups = [item.groups ?? []].flat();
  const isForReaders = groups.every((group) =>
    isJsonObject(group) ? "includes" in group || "excludes" in group : typeof group === "string",
  );
  return groups.length > 0 && isForReaders && Object.keys(item).some((key) => otherContentKeys.includes(key));
}

/** Every key for the content of an element besides `groups`. */
const otherContentKeys: readonly string[] = [
  ...["pages", "tabs", "anchors", "dropdowns", "products", "versions", "languages", "menu", "root"],
  ...["openapi", "asyncapi", "graphql", "href"],
];
