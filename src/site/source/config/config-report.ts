import { BuildProblem, type ProblemSeverity } from "../../ground/build-problem.ts";
import { type Place, placePath, placeText } from "./place.ts";

export interface SettingLocation {
  file: string;
  line: number | undefined;
}

/** Finds where a setting was written: a part of docs.json may come from another file by `$ref`. */
export type LocateSetting = (path: (string | number)[]) => SettingLocation;

/** An address or a file that docs.json names; whether it exists is known when the site is built. */
export interface SettingUse {
  kind: "link" | "file";
  url: string;
  place: Place;
}

/** Collects what is wrong in docs.json. A bad optional value is left out with a warning; a required one is an error. */
export interface ConfigReport {
  problems: BuildProblem[];
  locate: LocateSetting;
  uses: SettingUse[];
}

export function createReport(locate: LocateSetting): ConfigReport {
  return { problems: [], locate, uses: [] };
}

/** A settings file can hold a fault on every line; more than these are never shown, and finding their lines takes time. */
const warningsMax = 3_000;

/** Always undefined, so that a check can report and return in one breath. */
export function reportValue(
  report: ConfigReport,
  place: Place,
  message: string,
  hint?: string,
  severity: ProblemSeverity = "warning",
): undefined {
  if (severity === "warning" && report.problems.length >= warningsMax) return undefined;
  const location = report.locate(placePath(place));
  report.problems.push(new BuildProblem(`"${shorten(placeText(place))}" ${message}`, { severity, ...location, hint }));
  return undefined;
}

const placeLengthMax = 300;

/** A key can be as long as the file. */
function shorten(text: string): string {
  return text.length > placeLengthMax ? `${text.slice(0, placeLengthMax)}…` : text;
}
