import { isExternalUrl } from "../../shared/html/safe-url.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json-value.ts";
import { expecting, shape } from "./check-shape.ts";
import { type Check, describe, oneOf, text, withForm } from "./check-value.ts";
import { at, type Place, reportValue } from "./config-report.ts";

export interface FontSetting {
  family: string;
  weight?: string;
  /** A project path, or an address on another server. */
  source?: string;
  format?: "woff" | "woff2";
  /** The place in docs.json that names the font, if the font must be fetched because it isn't a file of the project. */
  elsewhere?: Place;
}

interface FontSettings {
  heading?: FontSetting;
  body?: FontSetting;
}

/** Fonts that come with every site. */
const ownFamilies: readonly string[] = ["inter", "jetbrains mono"];

const source: Check<string> = withForm({ kind: "file" }, (value, place, report) => {
  const path = text(value, place, report);
  if (path === undefined) return undefined;
  if (!/\.woff2?(?:[?#]|$)/i.test(path))
    return reportValue(report, place, `is ${describe(value)}, but must be a .woff2 or .woff file`);
  if (!isExternalUrl(path)) report.uses.push({ kind: "file", url: path, place });
  return path;
});

const weight: Check<string> = withForm(text.form, (value, place, report) => {
  if (/^\d{1,4}(?: \d{1,4})?$/.test(String(value))) return String(value);
  return reportValue(report, place, `is ${describe(value)}, but must be a number such as 400`);
});

const keys = { family: text, weight, source, format: oneOf("woff", "woff2") };
const needsFormat = ({ source: path }: JsonObject) => (path === undefined ? [] : ["format"]);

const fontShape = expecting(shape(keys, ["family"]), needsFormat);

const font: Check<FontSetting> = withForm(fontShape.form, (value, place, report) => {
  const setting = fontShape(value, place, report);
  return setting && { ...setting, ...findElsewhere(value, setting, place) };
});

const fontsShape = expecting(shape({ ...keys, heading: font, body: font }), needsFormat);

/** A top-level font applies to headings and body, unless they have their own font. */
export const fonts: Check<FontSettings> = withForm(fontsShape.form, (value, place, report) => {
  const checked = fontsShape(value, place, report);
  if (checked === undefined) return undefined;
  const { family, heading, body, ...rest } = checked;
  const own = family === undefined ? undefined : { family, ...rest };
  const both = own && { ...own, ...findElsewhere(value, own, place) };
  return {
    ...(both === undefined ? {} : { heading: both, body: both }),
    ...(heading === undefined ? {} : { heading }),
    ...(body === undefined ? {} : { body }),
  };
});

/** Doesn't report an invalid source, because that was already reported. */
function findElsewhere(value: JsonValue, { family, source: path }: FontSetting, place: Place): { elsewhere?: Place } {
  if (path !== undefined) return isExternalUrl(path) ? { elsewhere: at(place, "source") } : {};
  const hasSource = isJsonObject(value) && value.source !== undefined;
  return hasSource || ownFamilies.includes(family.toLowerCase()) ? {} : { elsewhere: at(place, "family") };
}
