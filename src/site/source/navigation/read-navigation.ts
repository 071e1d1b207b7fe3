import { BuildFailure } from "../../shared/build-problem.ts";
import { describe } from "../config/check-value.ts";
import { at, type ConfigReport, createReport, reportValue, rootPlace } from "../config/config-report.ts";
import { isJsonObject, type JsonValue } from "../json-value.ts";
import { createDraftReader, noteUnknownKeys, reportUnknownKeys } from "./draft-reader.ts";
import type { DraftTree } from "./draft-tree.ts";
import { elementKeys, type Inherited, readElement } from "./element-settings.ts";
import { contentKeys, readContent, readGlobal } from "./read-divisions.ts";

const place = at(rootPlace, "navigation");
const nothing: Inherited = { directory: "none" };

/**
 * Reads any form of `navigation` into one tree, before it is known which pages exist. `isPublic` is what docs.json says
 * about the whole site.
 */
export function readNavigation(navigation: JsonValue, report: ConfigReport, isPublic?: JsonValue): DraftTree {
  if (!isJsonObject(navigation)) {
    const message = `is ${describe(navigation)}, but must be an object with pages, groups, tabs, anchors, dropdowns, products, versions or languages`;
    const errors = createReport(report.locate);
    const isReported = report.failures.some((failure) => failure.message.startsWith('"navigation" '));
    if (!isReported) reportValue(errors, place, message, 'list pages, for example {"pages": ["index"]}', "error");
    throw new BuildFailure([...report.failures, ...errors.problems, ...report.problems]);
  }
  const reader = createDraftReader(report);
  noteUnknownKeys(reader, "navigation", navigation, place, [...contentKeys, ...elementKeys, "global"]);
  // A value that isn't understood must not open the site.
  const site = isPublic === undefined ? nothing : { ...nothing, access: { groups: [], public: isPublic === true } };
  const { passedOn } = readElement(navigation, place, site, report);
  const content = readContent(navigation, place, passedOn, reader);
  const global = readGlobal(navigation.global, at(place, "global"), reader);
  reportUnknownKeys(reader);
  const { openapi, asyncapi, access } = passedOn;
  return {
    ...content,
    global,
    ...(openapi === undefined ? {} : { openapi }),
    ...(asyncapi === undefined ? {} : { asyncapi }),
    ...(access === undefined ? {} : { access }),
  };
}
