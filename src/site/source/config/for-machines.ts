import { mapOf, oneOrMoreTexts, shape } from "./check-shape.ts";
import { anything, type Check, describe, flag, oneOf, text, textOrNumber } from "./check-value.ts";
import { reportValue } from "./config-report.ts";

const instructionsMax = 50;

export const seo = shape({
  indexing: oneOf("navigable", "all"),
  metatags: mapOf(textOrNumber),
  /** Goes into JSON-LD as it is. */
  organization: mapOf(anything),
  trailingSlash: flag,
});

export const markdown = shape({ schema: flag, instructions: oneOrMoreTexts(instructionsMax) });
export const metadata = shape({ timestamp: flag });
export const search = shape({ prompt: text });

/** `redirect` sends unknown addresses to the home page; without it they show these words. */
export const errors = shape({ "404": shape({ redirect: flag, title: text, description: text }) });

const variableName = /^[a-z0-9-]+$/i;

/** What `{{name}}` stands for in pages. */
export const variables: Check<Record<string, string>> = (value, place, report) => {
  const checked = mapOf(textOrNumber)(value, place, report);
  if (checked === undefined) return undefined;
  const wrong = Object.keys(checked).filter((name) => !variableName.test(name));
  for (const name of wrong) {
    delete checked[name];
    const rule = "but the name of a variable holds letters, digits and hyphens only, so it is left out";
    reportValue(report, place, `has the name ${describe(name)}, ${rule}`);
  }
  return checked;
};
