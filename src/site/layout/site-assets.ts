import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { SiteConfig } from "../config/site-config.ts";
import { accentForDark, accentForLight } from "./accent.ts";

/** A file of ours that a page loads. Its address holds its hash, so it may be cached for ever. */
export interface SiteAsset {
  path: string;
  type: string;
  bytes: Buffer;
}

export interface SiteAssets {
  stylesheet: SiteAsset;
  script: SiteAsset;
  themeScript: SiteAsset;
}

const hashDigits = 12;

/** In the order of the cascade: a later file may correct an earlier one, and narrow screens correct them all. */
const styles = [
  "ground",
  "icons",
  "header",
  "frame",
  "article",
  "code",
  "syntax",
  "tabs",
  "callouts",
  "cards",
  "steps",
  "disclosures",
  "fields",
  "marks",
  "changelog",
  "trees",
  "boxes",
  "pictures",
  "api",
  "page-end",
  "narrow",
];

/** What readers load on every page. Everything works, more plainly, without it. */
const scripts = ["theme-switch", "menus", "copy-code", "tabs", "choices", "trees", "pictures", "outline", "sidebar"];

export function siteAssets(config: SiteConfig): SiteAssets {
  const stylesheet = [...styles.map((name) => readOwn(`styles/${name}.css`)), accentRules(config)].join("\n");
  return {
    stylesheet: hashedAsset("site.css", stylesheet, "text/css; charset=utf-8"),
    script: hashedAsset(
      "site.js",
      scripts.map((name) => readOwn(`scripts/${name}.js`)).join("\n"),
      "text/javascript; charset=utf-8",
    ),
    themeScript: hashedAsset("theme.js", readOwn("theme.js"), "text/javascript; charset=utf-8"),
  };
}

export function hashedAsset(name: string, content: string, type: string): SiteAsset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, hashDigits);
  return { path: `_lectern/${hash}/${name}`, type, bytes: Buffer.from(content) };
}

function readOwn(name: string): string {
  return readFileSync(new URL(`../assets/${name}`, import.meta.url), "utf8");
}

/** The only colours of a site that are its own. They were checked to be hex digits. */
function accentRules({ colors }: SiteConfig): string {
  return `:root{--accent-light:${accentForLight(colors.primary)};--accent-dark:${accentForDark(colors.light ?? colors.primary)}}\n`;
}
