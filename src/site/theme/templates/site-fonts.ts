import { readFileSync } from "node:fs";
import { type StandIn, sansSerifs, standInRule, wideSansSerifs } from "../../shared/fonts/stand-in-rule.ts";
import { packageFile } from "../../shared/packages.ts";
import { hashedAsset, type SiteAsset } from "../../shared/site-file.ts";

interface SiteFonts {
  files: SiteAsset[];
  rules: string;
  /** The addresses of the main fonts for text and code. */
  textFont: string;
  codeFont: string;
}

interface FontFile {
  family: string;
  package: string;
  file: string;
  style: "normal" | "italic";
  weights: string;
  range: string;
}

const latin =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const latinExtended =
  "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";

const inter = { family: "Inter", package: "inter", weights: "100 900" };
const mono = { family: "JetBrains Mono", package: "jetbrains-mono", weights: "100 800" };

/** The files of the built-in fonts. A browser loads a file only if the page has a character in its range. */
const fontFiles: readonly FontFile[] = [
  { ...inter, file: "latin-wght-normal", style: "normal", range: latin },
  { ...inter, file: "latin-ext-wght-normal", style: "normal", range: latinExtended },
  { ...inter, file: "latin-wght-italic", style: "italic", range: latin },
  { ...mono, file: "latin-wght-normal", style: "normal", range: latin },
  { ...mono, file: "latin-ext-wght-normal", style: "normal", range: latinExtended },
];

const interMetrics = { ascent: 0.96875, descent: 0.2412, lineGap: 0 };
const monoMetrics = { ascent: 1.02, descent: 0.3, lineGap: 0 };
const monospaced = ["Menlo", "DejaVu Sans Mono", "Liberation Mono", "Courier New"];

/** System fonts scaled to the metrics of the built-in fonts, so that a page looks similar before they are loaded. */
const standIns: readonly Omit<StandIn, "face">[] = [
  { family: "Inter fallback", fonts: sansSerifs.fonts, size: 1.0706, font: interMetrics },
  { family: "Inter wide fallback", fonts: wideSansSerifs.fonts, size: 0.938, font: interMetrics },
  { family: "JetBrains Mono fallback", fonts: monospaced, size: 0.9966, font: monoMetrics },
];

let fonts: SiteFonts | undefined;

/** The built-in fonts. Cached, because they are the same for every site. */
export function siteFonts(): SiteFonts {
  fonts ??= readFonts();
  return fonts;
}

/** A font that arrives after the first paint is used from the next page on, so that nothing shifts. */
function readFonts(): SiteFonts {
  const files: SiteAsset[] = [];
  const rules: string[] = [];
  for (const { family, package: name, file, style, weights, range } of fontFiles) {
    const source = packageFile(`@fontsource-variable/${name}/files/${name}-${file}.woff2`);
    const asset = hashedAsset(`${name}-${file}.woff2`, readFileSync(source), "font/woff2");
    files.push(asset);
    rules.push(
      `@font-face{font-family:"${family}";font-style:${style};font-weight:${weights};font-display:optional;src:url("/${asset.path}") format("woff2");unicode-range:${range}}`,
    );
  }
  rules.push(...standIns.map((standIn) => standInRule({ ...standIn, face: "font-weight:100 900;" })));
  const addressOf = (name: string) => `/${files.find(({ path }) => path.endsWith(name))?.path}`;
  return {
    files,
    rules: rules.join("\n"),
    textFont: addressOf("inter-latin-wght-normal.woff2"),
    codeFont: addressOf("jetbrains-mono-latin-wght-normal.woff2"),
  };
}
