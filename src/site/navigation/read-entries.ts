import { type ConfigReport, describe, reportValue } from "../config/check-value.ts";
import { nearestWord } from "../config/nearest-word.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../project/json-value.ts";
import { normaliseSlug } from "../project/page-url.ts";
import type { GroupEntry, NavigationEntry } from "./navigation-tree.ts";

export interface EntryReader {
  slugs: ReadonlySet<string>;
  report: ConfigReport;
}

const endpoint = /^(?:\S+\s+)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S/i;

/** A list of pages and groups. A page without a file is dropped with a warning: real projects have dozens. */
export function readEntries(list: JsonValue | undefined, place: string, reader: EntryReader): NavigationEntry[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    reportValue(reader.report, place, `is ${describe(list)}, but must be a list: [ … ]`);
    return [];
  }
  return list.flatMap((item, index) => {
    const itemPlace = `${place}[${index}]`;
    if (typeof item === "string") return readPageEntry(item, itemPlace, reader);
    if (isJsonObject(item)) return readGroup(item, itemPlace, reader);
    reportValue(reader.report, itemPlace, `is ${describe(item)}, but must be the path of a page or a group`);
    return [];
  });
}

function readPageEntry(text: string, place: string, reader: EntryReader): NavigationEntry[] {
  if (endpoint.test(text)) {
    reportValue(
      reader.report,
      place,
      `is the endpoint "${text}"; pages made from an API description are not supported yet`,
    );
    return [];
  }
  const slug = existingSlug(text, reader);
  if (slug !== undefined) return [{ kind: "page", slug }];
  reportMissing(text, place, reader);
  return [];
}

function readGroup(item: JsonObject, place: string, reader: EntryReader): NavigationEntry[] {
  if (typeof item.group !== "string") {
    reportValue(reader.report, `${place}.group`, `is ${describe(item.group)}, but must be the name of the group`);
    return readEntries(item.pages, `${place}.pages`, reader);
  }
  const group: GroupEntry = {
    kind: "group",
    label: item.group,
    expanded: item.expanded === true,
    hidden: item.hidden === true,
    entries: [
      ...readEntries(item.pages, `${place}.pages`, reader),
      ...readEntries(item.groups, `${place}.groups`, reader),
    ],
  };
  if (typeof item.tag === "string") group.tag = item.tag;
  if (typeof item.searchable === "boolean") group.searchable = item.searchable;
  if (typeof item.boost === "number") group.boost = item.boost;
  if (typeof item.root === "string") {
    const root = existingSlug(item.root, reader);
    if (root === undefined) reportMissing(item.root, `${place}.root`, reader);
    else group.root = root;
  }
  return group.entries.length === 0 && group.root === undefined ? [] : [group];
}

/** `guides` may stand for `guides/index`. */
function existingSlug(text: string, { slugs }: EntryReader): string | undefined {
  const slug = normaliseSlug(text);
  return [slug, slug === "" ? "index" : `${slug}/index`].find((candidate) => slugs.has(candidate));
}

function reportMissing(text: string, place: string, reader: EntryReader): void {
  const nearest = nearestWord(normaliseSlug(text), candidatesFor(text, reader.slugs));
  const hint = nearest === undefined ? "add the page or take the entry out" : `did you mean "${nearest}"?`;
  reportValue(reader.report, place, `lists "${text}", but that page does not exist, so the entry is left out`, hint);
}

/** Only pages of a like length in the same folder are worth comparing: a project can have thousands. */
function candidatesFor(text: string, slugs: ReadonlySet<string>): string[] {
  const slug = normaliseSlug(text);
  const folder = slug.slice(0, slug.lastIndexOf("/") + 1);
  return [...slugs].filter((candidate) => candidate.startsWith(folder)).slice(0, 500);
}
