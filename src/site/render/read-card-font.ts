import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CardFont } from "../machine/social/social-card.ts";
import { unpackWoff } from "../machine/social/unpack-woff.ts";
import { readAsset } from "./read-for-task.ts";
import type { RenderSetup } from "./render-messages.ts";

const require = createRequire(import.meta.url);
const monoFile = "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2";
const bytesMax = 4 * 1024 * 1024;
let last: { key: string; bytes: Buffer | undefined } | undefined;

/** The font of a card, and undefined for Inter. All cards of a site have the same one, so the last one is kept. */
export function readCardFont(setup: RenderSetup, font: CardFont | undefined): Buffer | undefined {
  if (font === undefined) return undefined;
  const key = JSON.stringify(font);
  if (last?.key === key) return last.bytes;
  const bytes = font === "jetbrains-mono" ? readFileSync(require.resolve(monoFile)) : readFont(setup, font);
  last = { key, bytes };
  return bytes;
}

function readFont(setup: RenderSetup, { file }: Exclude<CardFont, string>): Buffer | undefined {
  const bytes = readAsset(setup, { name: file.path, sha256: file.sha256 });
  if (bytes.length > bytesMax) return undefined;
  try {
    return unpackWoff(bytes);
  } catch {
    // No font after all; browsers will not show it either.
    return undefined;
  }
}
