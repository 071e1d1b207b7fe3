import { api } from "./api.ts";
import { listOf, mapOf, type Setting, shape } from "./check-shape.ts";
import { anything, type Check, flag, text } from "./check-value.ts";
import { contextual } from "./contextual.ts";
import { feedback } from "./feedback.ts";
import { fonts } from "./fonts.ts";
import { errors, markdown, metadata, search, seo, variables } from "./for-machines.ts";
import { appearance, background, colors, icons, interaction, styling, theme, thumbnails } from "./look.ts";
import type { Place } from "./place.ts";
import { readerParts } from "./reader.ts";
import { surroundings } from "./surroundings.ts";
import { logoFile, themedFile } from "./themed.ts";

const redirectsMax = 20_000;

const redirectKeys = shape({ source: text, destination: text, permanent: flag });

/** A rule keeps its place: what is wrong with it is known only beside the other rules and the pages. */
const redirect: Check<Setting<typeof redirectKeys> & { place: Place }> = (value, place, report) => {
  const rule = redirectKeys(value, place, report);
  return rule === undefined ? undefined : { ...rule, place };
};

/** Every setting of docs.json, each with the check of its part. */
const settings = {
  $schema: anything,
  theme,
  name: text,
  description: text,
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
  // The navigation is a language of its own; it is read once the pages are known.
  navigation: anything,
  ...surroundings,
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
  lectern: readerParts,
  // Accepted, because every project has some; no script of others is loaded.
  integrations: mapOf(anything),
} satisfies Record<string, Check<unknown>>;

export const checkSettings = shape(settings);
export const settingNames = Object.keys(settings);

type CheckedSettings = Setting<typeof checkSettings>;

/** docs.json after its checks: the required settings are there, the optional ones are right or absent. */
export interface SiteConfig
  extends Omit<CheckedSettings, "$schema" | "theme" | "name" | "colors" | "navigation" | "integrations"> {
  theme: Setting<typeof theme>;
  name: string;
  colors: { primary: string; light?: string; dark?: string };
}
