import type { SiteConfig } from "../../source/config/site-config.ts";
import { authorFontRules, type MeasuresOf } from "./author-fonts.ts";
import { codeRules } from "./code-rules.ts";
import { ownFile } from "./own-file.ts";
import { colorRules, filledRules } from "./site-colors.ts";
import type { Banner } from "./site-frame.ts";

/** The rules that a site has for itself: its colours, fonts, background and code. Everything else is the same everywhere. */
export function lookRules(config: SiteConfig, banners: Banner[], measuresOf: MeasuresOf): string {
  return [
    colorRules({ ...config.colors, background: config.background?.color }),
    ...authorFontRules(config.fonts?.body, "--own-font", measuresOf),
    ...authorFontRules(config.fonts?.heading, "--own-heading-font", measuresOf),
    ...imageRules(config.background?.image),
    ...codeRules(config.styling?.codeblocks?.theme),
    ...banners.map(({ mark, color }) =>
      color === undefined ? "" : `.banner-${mark}{${filledRules("banner", color)}}`,
    ),
  ]
    .filter(Boolean)
    .join("\n");
}

type BackgroundImage = NonNullable<SiteConfig["background"]>["image"];

function imageRules(image: BackgroundImage): string[] {
  const [light, dark] = [ownFile(image?.light), ownFile(image?.dark)];
  if (light === undefined || dark === undefined) return [];
  const rule = (selector: string, file: string) => `${selector} .with-image::before{background-image:url("${file}")}`;
  return [
    rule(":root", light),
    rule(':root[data-theme="dark"]', dark),
    `@media (prefers-color-scheme:dark){${rule(':root:not([data-theme="light"])', dark)}}`,
  ];
}
