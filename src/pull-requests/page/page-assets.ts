import { readFileSync } from "node:fs";
import { hashedAsset } from "../../site/ground/site-file.ts";
import { siteFonts } from "../../site/theme/templates/site-fonts.ts";

export interface PageAsset {
  type: string;
  bytes: Buffer;
}

export interface PageAssets {
  stylesheet: string;
  /** By path. A path holds the hash of its file, so a browser may keep it for ever. */
  files: ReadonlyMap<string, PageAsset>;
}

const folder = "/git/assets/";
const shared = ["colors", "syntax"].map(
  (name) => new URL(`../../site/theme/assets/styles/${name}.css`, import.meta.url),
);
const own = new URL("pull-request.css", import.meta.url);

let assets: PageAssets | undefined;

/** The styles and fonts of the page; the colours are those of published sites. Read once. */
export function pageAssets(): PageAssets {
  assets ??= readAssets();
  return assets;
}

function readAssets(): PageAssets {
  const fonts = siteFonts();
  const styles = [fonts.rules, ...[...shared, own].map((file) => readFileSync(file, "utf8"))].join("\n");
  const stylesheet = hashedAsset("pull-request.css", withOwnPaths(styles), "text/css; charset=utf-8");
  const files = [...fonts.files, stylesheet].map(
    ({ path, type, bytes }) => [withOwnPaths(`/${path}`), { type, bytes }] as const,
  );
  return { stylesheet: withOwnPaths(`/${stylesheet.path}`), files: new Map(files) };
}

function withOwnPaths(text: string): string {
  return text.replaceAll("/_lectern/", folder);
}
