import { pick } from "../config/check-shape.ts";
import { describe, flag, text } from "../config/check-value.ts";
import { at, type Place, reportValue } from "../config/config-report.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { type DraftReader, isReference, noteUnknownKeys } from "./draft-reader.ts";
import type { DraftEntry, DraftGroup, DraftLeaf } from "./draft-tree.ts";
import { elementKeys, type Inherited, namesReaders, readElement } from "./element-settings.ts";

const endpoint = /^(?:(\S+)\s+)?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+(\S.*)$/i;
const groupChecks = { root: text, expanded: flag };
const groupKeys = [...elementKeys, "group", "pages", "groups", ...Object.keys(groupChecks)];

/** Reads a list of pages and groups as the author wrote it. */
export function readEntries(
  list: JsonValue | undefined,
  place: Place,
  inherited: Inherited,
  reader: DraftReader,
): DraftEntry[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    reportValue(reader.report, place, `is ${describe(list)}, but must be a list: [ … ]`);
    return [];
  }
  return list.flatMap((item, index) => {
    const itemPlace = at(place, index);
    if (typeof item === "string" && item.trim() !== "") return [readLeaf(item, itemPlace, inherited)];
    if (isReference(item)) return [];
    if (isJsonObject(item)) return readGroup(item, itemPlace, inherited, reader);
    reportValue(reader.report, itemPlace, `is ${describe(item)}, but must be the path of a page or a group`);
    return [];
  });
}

function readLeaf(entry: string, place: Place, { openapi }: Inherited): DraftLeaf {
  const [, spec, method, path] = endpoint.exec(entry.trim()) ?? [];
  if (method === undefined || path === undefined) return { kind: "page", slug: entry, place };
  return { kind: "endpoint", spec, method: method.toUpperCase(), path, openapi, place };
}

function readGroup(item: JsonObject, place: Place, inherited: Inherited, reader: DraftReader): DraftEntry[] {
  const { settings, passedOn } = readElement(item, place, inherited, reader.report);
  const entries = [
    ...readEntries(item.pages, at(place, "pages"), passedOn, reader),
    ...(namesReaders(item) ? [] : readEntries(item.groups, at(place, "groups"), passedOn, reader)),
  ];
  noteUnknownKeys(reader, "group", item, place, groupKeys);
  if (typeof item.group !== "string") {
    const rule = `is ${describe(item.group)}, but must be the name of the group`;
    reportValue(reader.report, at(place, "group"), `${rule}, so its pages are listed without a group`);
    return entries;
  }
  const { expanded, root } = pick(item, groupChecks, place, reader.report);
  const group: DraftGroup = {
    kind: "group",
    label: item.group,
    expanded: expanded === true,
    ...settings,
    entries,
  };
  return [root === undefined ? group : { ...group, root }];
}
