import { BuildFailure, type BuildProblem } from "../build-problem.ts";
import type { JsonObject } from "../project/json-value.ts";
import { type ConfigReport, describe, reportValue } from "./check-value.ts";
import { checkSettings, type SiteConfig } from "./site-config.ts";

/** Checks docs.json. Warnings go to the problems of the build; without the required settings there is no site. */
export function parseConfig(settings: JsonObject, problems: BuildProblem[]): SiteConfig {
  const report: ConfigReport = { problems: [] };
  const checked = checkSettings(settings, "", report) ?? {};
  const { name, colors } = checked;
  if (name === undefined || name.trim() === "") {
    require(report, "name", settings, "must be the name of the site, as a text");
  }
  if (checked.theme === undefined && settings.theme === undefined) {
    require(report, "theme", settings, 'must name a theme, for example "mint"', "warning");
  }
  if (colors?.primary === undefined) {
    const given = settings.colors;
    const primary = typeof given === "object" && given !== null && !Array.isArray(given) ? given.primary : undefined;
    reportValue(
      report,
      "colors.primary",
      `is ${describe(primary)}, but must be a colour such as "#16A34A"`,
      undefined,
      "error",
    );
  }
  if (settings.navigation === undefined) {
    require(report, "navigation", settings, "must say which pages the site has and in which order");
  }
  const errors = report.problems.filter((problem) => problem.severity === "error");
  if (errors.length > 0 || name === undefined || colors?.primary === undefined) throw new BuildFailure(errors);
  problems.push(...report.problems);
  return { ...checked, name, colors: { ...colors, primary: colors.primary } };
}

function require(
  report: ConfigReport,
  key: string,
  settings: JsonObject,
  rule: string,
  severity: "error" | "warning" = "error",
): void {
  reportValue(report, key, `is ${describe(settings[key])}, but ${rule}`, undefined, severity);
}
