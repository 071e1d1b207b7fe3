import { isExternalUrl } from "../../ground/html/safe-url.ts";
import { isJsonObject, type JsonValue } from "../json-value.ts";
import { shape } from "./check-shape.ts";
import { type Check, describe, oneOf, text, textOrNumber } from "./check-value.ts";
import { type ConfigReport, reportValue } from "./config-report.ts";
import { at, type Place } from "./place.ts";

export interface FontSetting {
  family: string;
  weight?: string;
  /** A project path. */
  source?: string;
  format?: "woff" | "woff2";
}

interface FontSettings {
  heading?: FontSetting;
  body?: FontSetting;
}

/** Fonts that every site has. */
const ownFamilies: readonly string[] = ["inter", "jetbrains mono"];

/** Visitors load nothing from other servers, so a font must be a file of the project. */
const source: Check<string> = (value, place, report) => {
  const path = text(value, place, report);
  if (path === undefined) return undefined;
  if (isExternalUrl(path)) {
    const hint = "add the font to the project and write its path, such as /fonts/brand.woff2";
    return reportValue(report, place, `is ${describe(value)}, but fonts are not loaded from other servers`, hint);
  }
  if (!/\.woff2?$/i.test(path))
    return reportValue(report, place, `is ${describe(value)}, but must be a .woff2 or .woff file`);
  report.uses.push({ kind: "file", url: path, place });
  return path;
};

const keys = { family: text, weight: textOrNumber, source, format: oneOf("woff", "woff2") };

const font: Check<FontSetting> = (value, place, report) => {
  const setting = shape(keys, ["family"])(value, place, report);
  if (setting !== undefined) noteUnloaded(value, setting, place, report);
  return setting;
};

/** A top-level font applies to headings and body, unless one of them has its own. */
export const fonts: Check<FontSettings> = (value, place, report) => {
  const checked = shape({ ...keys, heading: font, body: font })(value, place, report);
  if (checked === undefined) return undefined;
  const { family, heading, body, ...rest } = checked;
  const both = family === undefined ? undefined : { family, ...rest };
  if (both !== undefined) noteUnloaded(value, both, place, report);
  return {
    ...(both === undefined ? {} : { heading: both, body: both }),
    ...(heading === undefined ? {} : { heading }),
    ...(body === undefined ? {} : { body }),
  };
};

/** An invalid source was already reported. */
function noteUnloaded(value: JsonValue, { family }: FontSetting, place: Place, report: ConfigReport): void {
  const hasSource = isJsonObject(value) && value.source !== undefined;
  if (hasSource || ownFamilies.includes(family.toLowerCase())) return;
  const message = `is ${describe(family)}, which only visitors who have it installed will see: fonts are not loaded from other servers`;
  reportValue(report, at(place, "family"), message, 'add its .woff2 file to the project and name it in "source"');
}
