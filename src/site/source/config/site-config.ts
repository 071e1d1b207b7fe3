import type { FieldForm } from "../../../contract/field-form.ts";
import { api } from "./api.ts";
import { appearance, background, colors, icons, interaction, styling, theme, thumbnails } from "./appearance.ts";
import { listOf, mapOf, oneOrMoreTexts, type Setting, shape, withPlace } from "./check-shape.ts";
import { anything, type Check, describe, filled, flag, formOf, text, textOrNumber, withForm } from "./check-value.ts";
import { reportValue } from "./config-report.ts";
import { contextual } from "./contextual.ts";
import { customScripts } from "./custom-scripts.ts";
import { fonts } from "./fonts.ts";
import { integrations } from "./integrations.ts";
import { navbarAndFooter } from "./navbar-and-footer.ts";
import { seo } from "./seo.ts";
import { logoFile, themedFile } from "./themed.ts";
import { feedback, lecternSettings } from "./visitor-settings.ts";

const instructionsMax = 50;

const markdown = shape({ schema: flag, instructions: oneOrMoreTexts(instructionsMax) });
const metadata = shape({ timestamp: flag });
const search = shape({ prompt: text });

/** `redirect` sends unknown paths to the home page; otherwise this text is shown. */
const errors = shape({ "404": shape({ redirect: flag, title: text, description: text }) });

const variableName = /^[a-z0-9-]+$/i;

/** The values of `{{name}}` in pages. */
const variables: Check<Record<string, string>> = withForm(
  { kind: "map", item: { kind: "text" } },
  (value, place, report) => {
    const checked = mapOf(textOrNumber)(value, place, report);
    if (checked === undefined) return undefined;
    const wrong = Object.keys(checked).filter((name) => !variableName.test(name));
    for (const name of wrong) {
      delete checked[name];
      const rule = "but a variable name may only contain letters, digits and hyphens, so it is left out";
      reportValue(report, place, `has the name ${describe(name)}, ${rule}`);
    }
    return checked;
  },
);

const redirectsMax = 20_000;

const redirect = withPlace(shape({ source: text, destination: text, permanent: flag }, ["source", "destination"]));

const variationsMax = 50;

const checkVariations = shape(
  { options: listOf(shape({ id: filled(text), label: filled(text) }, ["id", "label"]), variationsMax) },
  ["options"],
);

/**
 * Variations of the content, as the format's schema lists them. The format doesn't document how a page refers to one,
 * so they are only checked.
 */
const variations = withForm<undefined>(checkVariations.form, (value, place, report) => {
  const options = checkVariations(value, place, report)?.options;
  if (options === undefined) return undefined;
  const ids = new Set(options.map(({ id }) => id));
  if (ids.size < options.length) reportValue(report, place, "has two options with the same id");
  const hint = "use <View> for content that readers choose between";
  return reportValue(report, place, "has no effect: pages can't refer to variations", hint, "note");
});

/** Every setting of docs.json with its check. */
const settings = {
  $schema: anything,
  theme,
  name: text,
  description: text,
  public: flag,
  colors,
  logo: logoFile,
  favicon: themedFile,
  appearance,
  fonts,
  icons,
  background,
  styling,
  thumbnails,
  interaction,
  // The navigation has its own reader, which runs when the pages are known.
  navigation: anything,
  ...navbarAndFooter,
  contextual,
  redirects: listOf(redirect, redirectsMax),
  variables,
  metadata,
  feedback,
  errors,
  api,
  markdown,
  seo,
  search,
  lectern: lecternSettings,
  integrations,
  customScripts,
  variations,
} satisfies Record<string, Check<unknown>>;

export const checkSettings = shape(settings);

/** How each setting is edited in a form. */
export const settingForms: Readonly<Record<string, FieldForm>> = Object.fromEntries(
  Object.entries<Check<unknown>>(settings).map(([name, check]) => [name, formOf(check)]),
);
export const settingNames = Object.keys(settings);

type CheckedSettings = Setting<typeof checkSettings>;

/** docs.json after validation: required settings exist, and optional settings are valid or absent. */
export interface SiteConfig extends Omit<CheckedSettings, "$schema" | "theme" | "name" | "colors" | "navigation"> {
  theme: Setting<typeof theme>;
  name: string;
  colors: { primary: string; light?: string; dark?: string };
}
