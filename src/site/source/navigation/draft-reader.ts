import { reportUnknownKey } from "../config/check-shape.ts";
import type { ConfigReport } from "../config/config-report.ts";
import { at, type Place } from "../config/place.ts";
import type { JsonObject } from "../json-value.ts";

/** Reads docs.json's navigation; keeps what would be told again and again until the end. */
export interface DraftReader {
  report: ConfigReport;
  /** Unknown keys by what they are and where they stand: a project uses the same one on every group. */
  unknown: Map<string, { places: Place[]; known: readonly string[] }>;
}

export function createDraftReader(report: ConfigReport): DraftReader {
  return { report, unknown: new Map() };
}

/** Remembers keys that an element of this sort does not have. */
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

/** One warning for each unknown key, however often it is used. */
export function reportUnknownKeys({ report, unknown }: DraftReader): void {
  for (const { places, known } of unknown.values()) {
    const [first] = places;
    if (first !== undefined) reportUnknownKey(report, first, known, places.length - 1);
  }
}
