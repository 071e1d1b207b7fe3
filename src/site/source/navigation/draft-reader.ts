import { reportUnknownKey } from "../config/check-shape.ts";
import { at, type ConfigReport, type Place } from "../config/config-report.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";

/** The state of reading the navigation in docs.json. Collects problems that would otherwise be reported repeatedly. */
export interface DraftReader {
  report: ConfigReport;
  /** Unknown keys by kind and name, because a project often repeats the same unknown key in every group. */
  unknown: Map<string, { places: Place[]; known: readonly string[] }>;
}

export function createDraftReader(report: ConfigReport): DraftReader {
  return { report, unknown: new Map() };
}

/** Stands for pages of another repository, in a folder that has only the project's own files. */
export function isReference(item: JsonValue): boolean {
  return isJsonObject(item) && item.sourceRef !== undefined;
}

/** Records keys that this kind of element doesn't have. */
export function noteUnknownKeys(
  reader: DraftReader,
  sort: string,
  item: JsonObject,
  place: Place,
  known: readonly string[],
): void {
  for (const key of Object.keys(item)) {
    if (known.includes(key)) continue;
    const name = `${sort}.${key}`;
    const noted = reader.unknown.get(name) ?? { places: [], known };
    noted.places.push(at(place, key));
    reader.unknown.set(name, noted);
  }
}

/** Reports each unknown key once, no matter how often it is used. */
export function reportUnknownKeys({ report, unknown }: DraftReader): void {
  for (const { places, known } of unknown.values()) {
    const [first] = places;
    if (first !== undefined) reportUnknownKey(report, first, known, places.length - 1);
  }
}
