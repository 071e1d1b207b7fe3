import type { CardPictures } from "../machine/social/draw-card.ts";
import type { CardPicture, SocialCard } from "../machine/social/social-card.ts";
import { readAsset } from "./read-for-task.ts";
import type { RenderSetup } from "./render-messages.ts";
import { sanitiseSvgFile } from "./sanitise-svg-file.ts";

const bytesMax = 2 * 1024 * 1024;

/** The pictures of a card as addresses that hold their bytes. A drawing of the author is written anew from the lists. */
export function readPictures(setup: RenderSetup, { logo, background }: SocialCard): CardPictures {
  return { logo: logo && read(setup, logo), background: background && read(setup, background) };
}

function read(setup: RenderSetup, { path, type, sha256 }: CardPicture): string | undefined {
  const bytes = readAsset(setup, { name: path, sha256 });
  if (bytes.length > bytesMax) return undefined;
  const clean = type === "image/svg+xml" ? sanitiseSvgFile(bytes, setup.limits.treeDepthMax) : bytes;
  return `data:${type};base64,${clean.toString("base64")}`;
}
