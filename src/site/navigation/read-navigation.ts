import { BuildFailure } from "../build-problem.ts";
import { describe } from "../config/check-value.ts";
import { type ConfigReport, createReport, reportValue } from "../config/config-report.ts";
import { at, rootPlace } from "../config/place.ts";
import { isJsonObject, type JsonValue } from "../project/json-value.ts";
import { contentKeys, divisionSorts } from "./division-kinds.ts";
import { createDraftReader, type DraftReader, noteUnknownKeys, reportUnknownKeys } from "./draft-reader.ts";
import type { DraftDivision, DraftTree } from "./draft-tree.ts";
import { elementKeys, type Inherited, readElement } from "./element-settings.ts";
import { readContent, readDivisions } from "./read-divisions.ts";

const place = at(rootPlace, "navigation");
const globalPlace = at(place, "global");
const nothing: Inherited = { directory: "none" };

/** Reads `navigation` in any of its shapes into one tree, before it is known which of its pages exist. */
export function readNavigation(navigation: JsonValue, report: ConfigReport): DraftTree {
  if (!isJsonObject(navigation)) {
    const message = `is ${describe(navigation)}, but must be an object with pages, groups, tabs, anchors, dropdowns, products, versions or languages`;
    const errors = createReport(report.locate);
    reportValue(errors, place, message, 'list pages, for example {"pages": ["index"]}', "error");
    throw new BuildFailure(errors.problems);
  }
  const reader = createDraftReader(report);
  noteUnknownKeys(reader, "navigation", navigation, place, [...contentKeys, ...elementKeys, "global"]);
  const { passedOn } = readElement(navigation, place, nothing, report);
  const content = readContent(navigation, place, passedOn, reader);
  const global = readGlobal(navigation.global, reader);
  reportUnknownKeys(reader);
  const { openapi, asyncapi } = passedOn;
  return {
    ...content,
    global,
    ...(openapi === undefined ? {} : { openapi }),
    ...(asyncapi === undefined ? {} : { asyncapi }),
  };
}

/** Links that stand on every page. An element without `href` would lead nowhere. */
function readGlobal(value: JsonValue | undefined, reader: DraftReader): DraftDivision[] {
  if (value === undefined) return [];
  if (!isJsonObject(value)) {
    reportValue(reader.report, globalPlace, `is ${describe(value)}, but must be an object: { … }`);
    return [];
  }
  const lists = divisionSorts.filter((sort) => sort.kind !== "item").map((sort) => sort.list);
  noteUnknownKeys(reader, "global", value, globalPlace, lists);
  return readDivisions(value, globalPlace, nothing, reader).filter((division) => {
    if (division.href !== undefined) return true;
    reportValue(reader.report, division.place, 'has no "href" that may be followed, so it is left out');
    return false;
  });
}
