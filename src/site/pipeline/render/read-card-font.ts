import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Font, readFont } from "../../ground/fonts/read-font.ts";
import { unpackWoff } from "../../outputs/social/unpack-woff.ts";
import type { CardFont } from "../../theme/social-card.ts";
import { readAsset } from "./read-for-task.ts";
import type { RenderSetup } from "./render-messages.ts";

const require = createRequire(import.meta.url);
const monoFile = "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2";
const bytesMax = 4 * 1024 * 1024;

/** A font for the painter, and the widths of its letters. */
export interface ReadCardFont {
  bytes: Buffer;
  widthOf: Font["widthOf"];
}

let last: { key: string; font: ReadCardFont | undefined } | undefined;

/** The font of a card, and undefined for Inter. All cards of a site have the same one, so the last one is kept. */
export function readCardFont(setup: RenderSetup, font: CardFont | undefined): ReadCardFont | undefined {
  if (font === undefined) return undefined;
  const key = JSON.stringify(font);
  if (last?.key !== key) last = { key, font: open(readBytes(setup, font)) };
  return last.font;
}

function readBytes(setup: RenderSetup, font: CardFont): Buffer {
  if (font === "jetbrains-mono") return readFileSync(require.resolve(monoFile));
  return readAsset(setup, { name: font.file.path, sha256: font.file.sha256 });
}

/** A file that is no font is not shown by browsers either. */
function open(packed: Buffer): ReadCardFont | undefined {
  const font = packed.length > bytesMax ? undefined : readFont(packed);
  return font === undefined ? undefined : { bytes: unpackWoff(packed), widthOf: font.widthOf };
}
