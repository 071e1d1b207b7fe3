import { textContrast } from "./accent.ts";
import { contrast, hexText, parseHex } from "./oklch.ts";
import { type SiteColors, siteAccents, siteGrounds } from "./site-colors.ts";

export interface FaintColor {
  key: "primary" | "light";
  /** Where text in it is hard to read. */
  mode: "light" | "dark";
  contrast: number;
  /** The colour that readers see in its place. */
  shown: string;
}

/** The accents that text cannot be read in. Pages have a shade of them that it can; the author may want to choose their own. */
export function findFaintColors(colors: SiteColors): FaintColor[] {
  const grounds = siteGrounds(colors);
  const accents = siteAccents(colors);
  const modes = [
    { mode: "light", key: "primary", hex: colors.primary },
    { mode: "dark", key: colors.light === undefined ? "primary" : "light", hex: colors.light ?? colors.primary },
  ] as const;
  return modes.flatMap(({ mode, key, hex }) => {
    const reached = contrast(parseHex(hex), grounds[mode]);
    return reached >= textContrast ? [] : [{ key, mode, contrast: reached, shown: hexText(accents[mode]) }];
  });
}
