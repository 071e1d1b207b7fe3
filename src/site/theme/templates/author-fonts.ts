import type { FontMeasures } from "../../ground/fonts/read-font.ts";
import { sansSerifs, standInRule, wideSansSerifs } from "../../ground/fonts/stand-in-rule.ts";
import type { FontSetting } from "../../source/config/fonts.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { ownFile } from "./own-file.ts";
import { siteFilePath } from "./site-file-path.ts";

/** The measures of a font of the project, by its path. */
export type MeasuresOf = (path: string) => FontMeasures | undefined;

/** The fonts that the author has brought along, each once, as pages ask for them. */
export function authorFontFiles({ fonts }: SiteConfig): { body: string | undefined; heading: string | undefined } {
  const [body, heading] = [ownFile(fonts?.body?.source), ownFile(fonts?.heading?.source)];
  return { body, heading: heading === body ? undefined : heading };
}

/**
 * A font whose file is in the project is loaded; any other is used where the reader has it. One that is late waits for the
 * next page, as ours do, and until then a font of the system with its measures stands in for it.
 */
export function authorFontRules(font: FontSetting | undefined, variable: string, measuresOf: MeasuresOf): string[] {
  const family = font?.family.replaceAll(/[^\w\s-]/g, "").trim();
  if (font === undefined || !family) return [];
  const file = ownFile(font.source);
  if (file === undefined) return [`:root{${variable}:"${family}"}`];
  const weight = /^\d{1,4}( \d{1,4})?$/.exec(font.weight ?? "")?.[0] ?? "100 900";
  const format = font.format ?? (file.endsWith(".woff") ? "woff" : "woff2");
  const face = `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url("${file}") format("${format}")}`;
  const measures = measuresOf(siteFilePath(font.source)?.slice(1) ?? "");
  if (measures === undefined) return [face, `:root{${variable}:"${family}"}`];
  const standIns = [sansSerifs, wideSansSerifs].map(({ fonts, widthByArial }, index) => ({
    family: index === 0 ? `${family} fallback` : `${family} wide fallback`,
    fonts,
    size: measures.widthByArial / widthByArial,
    font: measures,
  }));
  return [
    face,
    ...standIns.map((standIn) => standInRule({ ...standIn, face: "font-weight:100 900;" })),
    `:root{${variable}:"${[family, ...standIns.map((standIn) => standIn.family)].join('","')}"}`,
  ];
}
