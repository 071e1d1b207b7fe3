import { describe } from "../../source/config/check-value.ts";
import { type ConfigReport, reportValue } from "../../source/config/config-report.ts";
import type { FontSetting } from "../../source/config/fonts.ts";
import { at, rootPlace } from "../../source/config/place.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { CardFont, CardPicture } from "../../theme/social-card.ts";
import { siteFilePath } from "../../theme/templates/site-file-path.ts";

export interface CardFontRequest {
  config: Pick<SiteConfig, "fonts" | "thumbnails">;
  findFile(path: string): CardPicture | undefined;
  report: ConfigReport;
}

/** The font of the cards: the one that docs.json names for them, else that of the headings. Undefined is Inter. */
export function chooseCardFont({ config, findFile, report }: CardFontRequest): CardFont | undefined {
  const { heading, body } = config.fonts ?? {};
  const asked = config.thumbnails?.fonts?.family;
  const family = (asked ?? heading?.family ?? "inter").toLowerCase();
  const own = [heading, body].find((font) => font?.family.toLowerCase() === family && font.source !== undefined);
  const file = findFont(own, findFile);
  if (file !== undefined) return { file };
  if (family === "jetbrains mono") return "jetbrains-mono";
  // A file that is missing is told at the setting that names it.
  if (asked === undefined || family === "inter" || own !== undefined) return undefined;
  const message = `is ${describe(asked)}, but pictures are painted in Inter, JetBrains Mono and fonts of the project only`;
  const hint = `name its file: "fonts": { "family": ${describe(asked)}, "source": "/fonts/….woff2" }`;
  return reportValue(report, at(rootPlace, "thumbnails", "fonts", "family"), message, hint);
}

function findFont(font: FontSetting | undefined, findFile: CardFontRequest["findFile"]): CardPicture | undefined {
  const found = findFile(siteFilePath(font?.source)?.slice(1) ?? "");
  return found?.type.startsWith("font/") ? found : undefined;
}
