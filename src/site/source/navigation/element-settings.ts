import { apiSource, openapiSource } from "../config/api.ts";
import { pick, withPlace } from "../config/check-shape.ts";
import { boost, flag, oneOf, text } from "../config/check-value.ts";
import { type ConfigReport, reportValue } from "../config/config-report.ts";
import { icon, iconType, withIconType } from "../config/icon.ts";
import { at, type Place } from "../config/place.ts";
import type { JsonObject } from "../json-value.ts";
import type { ApiUse, DirectoryStyle } from "./navigation-tree.ts";

/** Settings that apply to everything inside an element. */
export interface Inherited {
  openapi?: ApiUse;
  asyncapi?: ApiUse;
  directory: DirectoryStyle;
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
  if (item.public !== undefined) notePublic(at(place, "public"), report);
  const passedOn: Inherited = { ...inherited, ...pick(item, inheritedChecks, place, report) };
  return { settings: { ...own, ...passedOn, hidden: own.hidden === true, place }, passedOn };
}

const allPublic = "has no effect: visitors cannot sign in yet, so all pages are public";

/** Reported once, because an author who restricts a site usually sets this in many places. */
function notePublic(place: Place, report: ConfigReport): void {
  if (report.problems.some(({ message }) => message.endsWith(allPublic))) return;
  reportValue(report, place, allPublic, 'write "public: false" into pages that nobody may see');
}
