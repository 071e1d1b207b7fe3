import { isJsonObject, type JsonObject } from "../json-value.ts";
import { describe } from "./check-value.ts";
import { at, type ConfigReport, createReport, reportValue, rootPlace } from "./config-report.ts";
import { nearestWord } from "./nearest-word.ts";
import { checkSettings, type SiteConfig, settingNames } from "./site-config.ts";

/**
 * Checks docs.json. A required setting that is missing or invalid is added to the report's failures and replaced by a
 * default, so that everything else can still be checked.
 */
export function parseConfig(settings: JsonObject, report: ConfigReport): SiteConfig {
  const { theme, name, colors, navigation, $schema, ...rest } = checkSettings(settings, rootPlace, report) ?? {};
  const primary = colors?.primary;
  const errors = createReport(report.locate);
  if (settings.theme === undefined) require(errors, settings, ["theme"], 'must name a theme, for example "mint"');
  if (name === undefined || name.trim() === "") {
    require(errors, settings, ["name"], "must be the name of the site, as text");
  }
  if (primary === undefined) {
    require(errors, settings, ["colors", "primary"], 'must be a color such as "#16A34A"');
  }
  if (navigation === undefined) {
    require(errors, settings, ["navigation"], "must list the pages of the site in order");
  }
  for (const failure of errors.problems) {
    // An invalid value was already reported as a warning, which this error replaces.
    const [name = ""] = failure.message.split(" ", 1);
    const before = report.problems.findIndex(({ message }) => message.startsWith(`${name} `));
    if (before >= 0) report.problems.splice(before, 1);
    report.failures.push(failure);
  }
  return { ...rest, theme: theme ?? "mint", name: name ?? "", colors: { ...colors, primary: primary ?? someColor } };
}

const someColor = "#16A34A";

/** Reports a missing required setting. Its name is usually misspelled, so the hint names a similar key. */
function require(errors: ConfigReport, settings: JsonObject, path: string[], rule: string): void {
  const [first = "", second] = path;
  const top = settings[first];
  const value = second === undefined ? top : isJsonObject(top) ? top[second] : undefined;
  const slip =
    top === undefined
      ? nearestWord(
          first,
          Object.keys(settings).filter((key) => !settingNames.includes(key)),
        )
      : undefined;
  const hint = slip === undefined ? undefined : `did you mean "${first}" where it says "${slip}"?`;
  reportValue(errors, at(rootPlace, ...path), `is ${describe(value)}, but ${rule}`, hint, "error");
}
