import { BuildProblem, type ProblemSeverity } from "../../shared/build-problem.ts";
import { cutText } from "../../shared/text/shorten.ts";
import { type Place, placePath, placeText } from "./place.ts";

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
