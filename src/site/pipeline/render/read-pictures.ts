import type { CardPictures } from "../../outputs/social/draw-card.ts";
import { type FittedPicture, paintPicture } from "../../outputs/social/paint-drawing.ts";
import {
  type CardPicture,
  cardHeight,
  cardWidth,
  logoHeight,
  logoWidth,
  type SocialCard,
} from "../../theme/social-card.ts";
import { readAsset } from "./read-for-task.ts";
import type { RenderSetup } from "./render-messages.ts";
import { sanitiseSvgFile } from "./sanitise-svg-file.ts";

const bytesMax = 2 * 1024 * 1024;
const rememberedMax = 8;
const remembered = new Map<string, Promise<string | undefined>>();

type Box = Pick<FittedPicture, "width" | "height" | "fit">;

/** The logo at twice its size, for letters that stay sharp. */
const logoBox: Box = { width: logoWidth * 2, height: logoHeight * 2, fit: "meet" };
const backgroundBox: Box = { width: cardWidth, height: cardHeight, fit: "slice" };

/** The pictures of a card as addresses that hold their bytes. One that cannot be painted is left out. */
export async function readPictures(setup: RenderSetup, { logo, background }: SocialCard): Promise<CardPictures> {
  return {
    logo: logo && (await read(setup, logo, logoBox)),
    background: background && (await read(setup, background, backgroundBox)),
  };
}

function read(setup: RenderSetup, picture: CardPicture, box: Box): Promise<string | undefined> {
  const key = `${picture.sha256} ${box.width}`;
  const known = remembered.get(key) ?? paintOnce(setup, picture, box);
  remembered.set(key, known);
  // A file that has changed in the meantime may be as it was the next time.
  known.catch(() => remembered.delete(key));
  for (const oldest of remembered.keys()) if (remembered.size > rememberedMax) remembered.delete(oldest);
  return known;
}

/** A drawing of the author is written anew from the lists before it is painted. */
async function paintOnce(
  setup: RenderSetup,
  { path, type, sha256 }: CardPicture,
  box: Box,
): Promise<string | undefined> {
  const bytes = readAsset(setup, { name: path, sha256 });
  if (bytes.length > bytesMax) return undefined;
  const clean = type === "image/svg+xml" ? sanitiseSvgFile(bytes, setup.limits.treeDepthMax) : bytes;
  try {
    const painted = await paintPicture({ bytes: clean, type, ...box });
    return `data:image/png;base64,${painted.toString("base64")}`;
  } catch {
    // The painter does not understand it; the card shows the name of the site instead.
    return undefined;
  }
}
