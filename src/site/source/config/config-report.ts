import { BuildProblem, type ProblemSeverity } from "../../shared/build-problem.ts";
import { cutText } from "../../shared/text/shorten.ts";

/** The location of a value in docs.json. It is a linked list, which is cheap to create; most places are never shown. */
export interface Place {
  parent: Place | undefined;
  key: string | number;
}

/** The root of docs.json. */
export const rootPlace: Place = { parent: undefined, key: "" };

export function at(parent: Place, ...keys: (string | number)[]): Place {
  return keys.reduce<Place>((place, key) => ({ parent: place, key }), parent);
}

/** The keys from the root of docs.json to the value. */
export function placePath(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let part = place; part.parent !== undefined; part = part.parent) path.push(part.key);
  return path.reverse();
}

/** The place as an author would write it: `navigation.tabs[0].pages[2]`. */
export function placeText(place: Place): string {
  return placePath(place).reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** Finds the file and line of a setting. Parts of docs.json may be in other files, which it includes by `$ref`. */
export type LocateSetting = (path: (string | number)[]) => { file: string; line: number | undefined };

/** A link or file that docs.json references; the build checks later whether it exists. */
export interface SettingUse {
  kind: "link" | "file";
  url: string;
  place: Place;
}

/**
 * Collects problems of docs.json. An invalid optional value is left out with a warning; an invalid required value is an
 * error.
 */
export interface ConfigReport {
  problems: BuildProblem[];
  /** Required settings that are missing or invalid. Other settings are still checked, but the site isn't published. */
  failures: BuildProblem[];
  locate: LocateSetting;
  uses: SettingUse[];
}

export function createReport(locate: LocateSetting): ConfigReport {
  return { problems: [], failures: [], locate, uses: [] };
}

/** Limited, because a settings file can have a problem on every line, and finding the line of a problem takes time. */
const warningsMax = 3_000;

/** Always returns undefined, so that a check can report and return at once. */
export function reportValue(
  report: ConfigReport,
  place: Place,
  message: string,
  hint?: string,
  severity: ProblemSeverity = "warning",
): undefined {
  if (severity === "warning" && report.problems.length >= warningsMax) return undefined;
  const location = report.locate(placePath(place));
  report.problems.push(
    new BuildProblem(`"${cutText(placeText(place), placeLengthMax)}" ${message}`, { severity, ...location, hint }),
  );
  return undefined;
}

/** The length at which the path of a setting is cut in messages, because a key can be as long as the file. */
const placeLengthMax = 300;
