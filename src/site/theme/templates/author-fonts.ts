import type { FontMeasures } from "../../shared/fonts/read-font.ts";
import { sansSerifs, standInRule, wideSansSerifs } from "../../shared/fonts/stand-in-rule.ts";
import type { SiteAsset } from "../../shared/site-file.ts";
import type { FontSetting } from "../../source/config/fonts.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { ownFile, siteFilePath } from "./site-file-path.ts";

/** Looks up the metrics of one of the project's fonts by its path. */
export type MeasuresOf = (path: string) => FontMeasures | undefined;

/** A font file that was fetched from another server, for some characters and weights. */
export interface FetchedFace {
  file: SiteAsset;
  /** The weight as in CSS: `400`, or `400 700` for a range. */
  weight: string;
  range: string | undefined;
  measures: FontMeasures | undefined;
}

/** The faces of each fetched font, by `fontKey`. The first face has the Latin letters. */
export type FetchedFonts = Map<string, FetchedFace[]>;

/** Identifies a font setting. Headings and body with the same setting share a font. */
export function fontKey({ family, weight, source }: FontSetting): string {
  return JSON.stringify([family, weight ?? "", source ?? ""]);
}

/** The author's main font files, each once. */
export function authorFontFiles(
  { fonts }: SiteConfig,
  fetched: FetchedFonts,
): { body: string | undefined; heading: string | undefined } {
  const fileOf = (font: FontSetting | undefined) => {
    const [face] = (font && fetched.get(fontKey(font))) ?? [];
    return face === undefined ? ownFile(font?.source) : `/${face.file.path}`;
  };
  const [body, heading] = [fileOf(fonts?.body), fileOf(fonts?.heading)];
  return { body, heading: heading === body ? undefined : heading };
}

/**
 * Loads fonts that have a file in the project or were fetched. Any other font is used if the reader has it installed. A
 * font that arrives too late is used from the next page on, like a built-in font. Until then, a system font with the
 * same metrics is used.
 */
export function authorFontRules(
  font: FontSetting | undefined,
  variable: string,
  measuresOf: MeasuresOf,
  fetched: FetchedFonts,
): string[] {
  const family = font?.family.replaceAll(/[^\w\s-]/g, "").trim();
  if (font === undefined || !family) return [];
  const { faces, measures } = findFaces(font, family, measuresOf, fetched);
  if (measures === undefined) return [...faces, `:root{${variable}:"${family}"}`];
  const standIns = [sansSerifs, wideSansSerifs].map(({ fonts, widthByArial }, index) => ({
    family: index === 0 ? `${family} fallback` : `${family} wide fallback`,
    fonts,
    size: measures.widthByArial / widthByArial,
    font: measures,
  }));
  return [
    ...faces,
    ...standIns.map((standIn) => standInRule({ ...standIn, face: "font-weight:100 900;" })),
    `:root{${variable}:"${[family, ...standIns.map((standIn) => standIn.family)].join('","')}"}`,
  ];
}

function findFaces(font: FontSetting, family: string, measuresOf: MeasuresOf, fetched: FetchedFonts) {
  const weightOf = (weight: string | undefined) => /^\d{1,4}( \d{1,4})?$/.exec(weight ?? "")?.[0] ?? "100 900";
  const face = (file: string, format: string, weight: string | undefined, range: string | undefined) =>
    `@font-face{font-family:"${family}";font-weight:${weightOf(weight)};font-display:optional;src:url("${file}") format("${format}")${range === undefined ? "" : `;unicode-range:${range}`}}`;
  const formatOf = (file: string) => font.format ?? (file.endsWith(".woff") ? "woff" : "woff2");
  const found = fetched.get(fontKey(font));
  if (found !== undefined) {
    const faces = found.map(({ file, weight, range }) => face(`/${file.path}`, formatOf(file.path), weight, range));
    return { faces, measures: found[0]?.measures };
  }
  const file = ownFile(font.source);
  if (file === undefined) return { faces: [], measures: undefined };
  const measures = measuresOf(siteFilePath(font.source)?.slice(1) ?? "");
  return { faces: [face(file, formatOf(file), font.weight, undefined)], measures };
}
