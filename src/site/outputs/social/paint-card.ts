import { readFileSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { computeOnce } from "../../shared/compute-once.ts";
import { type Font, readFont } from "../../shared/fonts/read-font.ts";
import { packageFile } from "../../shared/packages.ts";
import {
  type CardFont,
  type CardPicture,
  cardFontBytesMax,
  cardHeight,
  cardPictureBytesMax,
  cardWidth,
  logoHeight,
  logoWidth,
  type SocialCard,
} from "../../theme/social-card.ts";
import { drawCard } from "./draw-card.ts";
import { type FittedPicture, paintDrawing, paintPicture } from "./paint-drawing.ts";
import { unpackWoff } from "./unpack-woff.ts";

/** Reads a file that a card names. SVG images must be sanitized. Undefined if the file is missing. */
type ReadFile = (file: CardPicture) => Buffer | undefined;

const remembered = new LRUCache<string, Promise<string | undefined>>({ max: 8 });

type Box = Pick<FittedPicture, "width" | "height" | "fit">;

/** The logo is painted at twice its size, so that letters stay sharp. */
const logoBox: Box = { width: logoWidth * 2, height: logoHeight * 2, fit: "meet" };
const backgroundBox: Box = { width: cardWidth, height: cardHeight, fit: "slice" };

/** Paints the image of a page for link previews. Pictures and fonts that can't be used are left out. */
export async function paintCard(card: SocialCard, read: ReadFile): Promise<Buffer> {
  const { logo, background } = card;
  const pictures = {
    logo: logo && (await paintPictureOnce(logo, logoBox, read)),
    background: background && (await paintPictureOnce(background, backgroundBox, read)),
  };
  const font = openCardFont(card.font, read);
  return paintDrawing(drawCard(card, pictures, font?.widthOf), font?.bytes);
}

/** A picture as data URL. All cards of a site have the same pictures. */
function paintPictureOnce(picture: CardPicture, box: Box, read: ReadFile): Promise<string | undefined> {
  const key = `${picture.sha256} ${box.width}`;
  const painted = computeOnce(remembered, key, async () => paintPictureNow(picture, box, read));
  // A file that is missing or has changed meanwhile may be there next time.
  painted.then(
    (address) => address ?? remembered.delete(key),
    () => remembered.delete(key),
  );
  return painted;
}

async function paintPictureNow(picture: CardPicture, box: Box, read: ReadFile): Promise<string | undefined> {
  const bytes = read(picture);
  if (bytes === undefined || bytes.length > cardPictureBytesMax) return undefined;
  try {
    const painted = await paintPicture({ bytes, type: picture.type, ...box });
    return `data:image/png;base64,${painted.toString("base64")}`;
  } catch {
    // The format isn't supported; the card shows the name of the site instead.
    return undefined;
  }
}

const monoFile = "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2";

/** A font for painting, and the widths of its letters. */
interface OpenCardFont {
  bytes: Buffer;
  widthOf: Font["widthOf"];
}

let last: { key: string; font: OpenCardFont | undefined } | undefined;

/** The font of a card; undefined for Inter. All cards of a site have the same font, so only the last font is cached. */
function openCardFont(font: CardFont | undefined, read: ReadFile): OpenCardFont | undefined {
  if (font === undefined) return undefined;
  const key = JSON.stringify(font);
  if (last?.key !== key) {
    const packed = font === "jetbrains-mono" ? readFileSync(packageFile(monoFile)) : read(font.file);
    if (packed === undefined) return undefined;
    last = { key, font: openFont(packed) };
  }
  return last.font;
}

/** Undefined if the file isn't a valid font. Browsers don't use such a file either. */
function openFont(packed: Buffer): OpenCardFont | undefined {
  const font = packed.length > cardFontBytesMax ? undefined : readFont(packed);
  return font === undefined ? undefined : { bytes: unpackWoff(packed), widthOf: font.widthOf };
}
