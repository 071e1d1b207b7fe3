import { readFileSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { type CardPictures, drawCard } from "../../outputs/social/draw-card.ts";
import { type FittedPicture, paintDrawing, paintPicture } from "../../outputs/social/paint-drawing.ts";
import { unpackWoff } from "../../outputs/social/unpack-woff.ts";
import type { BuildCache } from "../../shared/cache/build-cache.ts";
import { type StoredHeader, writeStoredFile } from "../../shared/cache/stored-file.ts";
import { computeOnce } from "../../shared/compute-once.ts";
import { type Font, readFont } from "../../shared/fonts/read-font.ts";
import { packageFile } from "../../shared/packages.ts";
import {
  type CardFont,
  type CardPicture,
  cardHeight,
  cardWidth,
  logoHeight,
  logoWidth,
  type SocialCard,
} from "../../theme/social-card.ts";
import { readAsset } from "./read-for-task.ts";
import type { CardTask, RenderSetup } from "./render-messages.ts";
import { sanitizeSvgFile } from "./sanitize-svg-file.ts";

const pictureBytesMax = 2 * 1024 * 1024;
const remembered = new LRUCache<string, Promise<string | undefined>>({ max: 8 });

type Box = Pick<FittedPicture, "width" | "height" | "fit">;

/** The logo is painted at twice its size, so that letters stay sharp. */
const logoBox: Box = { width: logoWidth * 2, height: logoHeight * 2, fit: "meet" };
const backgroundBox: Box = { width: cardWidth, height: cardHeight, fit: "slice" };

/** Paints the image of a page for link previews and stores it. */
export async function paintCard(
  cache: BuildCache,
  setup: RenderSetup,
  { fileKey, card }: CardTask,
): Promise<StoredHeader> {
  const pictures = await readPictures(setup, card);
  const font = readCardFont(setup, card.font);
  const bytes = await paintDrawing(drawCard(card, pictures, font?.widthOf), font?.bytes);
  return writeStoredFile(cache, fileKey, bytes);
}

/** The images of a card as data URLs. An image that can't be painted is left out. */
async function readPictures(setup: RenderSetup, { logo, background }: SocialCard): Promise<CardPictures> {
  return {
    logo: logo && (await read(setup, logo, logoBox)),
    background: background && (await read(setup, background, backgroundBox)),
  };
}

function read(setup: RenderSetup, picture: CardPicture, box: Box): Promise<string | undefined> {
  const key = `${picture.sha256} ${box.width}`;
  const painted = computeOnce(remembered, key, () => paintOnce(setup, picture, box));
  // A file that changed meanwhile may be valid again next time.
  painted.catch(() => remembered.delete(key));
  return painted;
}

/** SVG images of authors are sanitized before they are painted. */
async function paintOnce(
  setup: RenderSetup,
  { path, type, sha256 }: CardPicture,
  box: Box,
): Promise<string | undefined> {
  const bytes = readAsset(setup, { name: path, sha256 });
  if (bytes.length > pictureBytesMax) return undefined;
  const clean = type === "image/svg+xml" ? sanitizeSvgFile(bytes, setup.limits.treeDepthMax) : bytes;
  try {
    const painted = await paintPicture({ bytes: clean, type, ...box });
    return `data:image/png;base64,${painted.toString("base64")}`;
  } catch {
    // The format isn't supported; the card shows the name of the site instead.
    return undefined;
  }
}

const monoFile = "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2";
const fontBytesMax = 4 * 1024 * 1024;

/** A font for painting, and the widths of its letters. */
interface ReadCardFont {
  bytes: Buffer;
  widthOf: Font["widthOf"];
}

let last: { key: string; font: ReadCardFont | undefined } | undefined;

/** The font of a card; undefined for Inter. All cards of a site have the same font, so only the last font is cached. */
function readCardFont(setup: RenderSetup, font: CardFont | undefined): ReadCardFont | undefined {
  if (font === undefined) return undefined;
  const key = JSON.stringify(font);
  if (last?.key !== key) last = { key, font: open(readBytes(setup, font)) };
  return last.font;
}

function readBytes(setup: RenderSetup, font: CardFont): Buffer {
  if (font === "jetbrains-mono") return readFileSync(packageFile(monoFile));
  return readAsset(setup, { name: font.file.path, sha256: font.file.sha256 });
}

/** Undefined if the file isn't a valid font. Browsers don't use such a file either. */
function open(packed: Buffer): ReadCardFont | undefined {
  const font = packed.length > fontBytesMax ? undefined : readFont(packed);
  return font === undefined ? undefined : { bytes: unpackWoff(packed), widthOf: font.widthOf };
}
