import { escapeXml } from "../../shared/html/escape.ts";
import { type LetterWidths, wrapWords } from "../../shared/text/wrap-words.ts";
import { cardHeight, cardWidth, logoHeight, logoWidth, type SocialCard } from "../../theme/social-card.ts";

/** The images of a card as data URLs. */
export interface CardPictures {
  logo: string | undefined;
  background: string | undefined;
}

const margin = 80;
const textWidthMax = cardWidth - 2 * margin;
const grounds = {
  light: { ground: "#ffffff", title: "#16181d", words: "#5b616e", line: "#e6e8ec" },
  dark: { ground: "#131518", title: "#f2f3f5", words: "#a2a9b6", line: "#2c3038" },
};

/**
 * Draws a card as SVG: the site at the top, the page in the middle, the host at the bottom. The site's own font is used
 * if `widthOf` measures its letters, and Inter if it is undefined.
 */
export function drawCard(card: SocialCard, pictures: CardPictures, widthOf?: LetterWidths): string {
  const colors = card.isDark ? grounds.dark : grounds.light;
  const family = widthOf === undefined ? "Inter Variable" : "sans-serif";
  const parts = [
    `<rect width="${cardWidth}" height="${cardHeight}" fill="${colors.ground}"/>`,
    pictures.background === undefined ? "" : drawBackground(pictures.background, colors.ground),
    `<rect width="${cardWidth}" height="12" fill="${card.accent}"/>`,
    drawSite(card, pictures.logo, colors.title, widthOf),
    ...drawPage(card, colors, widthOf),
    `<rect x="${margin}" y="528" width="${textWidthMax}" height="2" fill="${colors.line}"/>`,
    text(card.host, { y: 582, size: 28, fill: colors.words }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}" font-family="${family}">${parts.join("")}</svg>`;
}

/** The background color covers the image partially, so the text stays readable. */
function drawBackground(picture: string, ground: string): string {
  const size = `width="${cardWidth}" height="${cardHeight}"`;
  return `<image href="${picture}" ${size} preserveAspectRatio="xMidYMid slice"/><rect ${size} fill="${ground}" fill-opacity="0.72"/>`;
}

function drawSite(
  { siteName, accent }: SocialCard,
  logo: string | undefined,
  fill: string,
  widthOf: LetterWidths | undefined,
): string {
  if (logo !== undefined) {
    return `<image href="${logo}" x="${margin}" y="68" width="${logoWidth}" height="${logoHeight}" preserveAspectRatio="xMinYMid meet"/>`;
  }
  const [name = ""] = wrapWords(siteName, { fontSize: 36, width: textWidthMax - 60, linesMax: 1, widthOf });
  return `<rect x="${margin}" y="80" width="32" height="32" rx="8" fill="${accent}"/>${text(name, { x: margin + 52, y: 109, size: 36, fill, weight: 1 })}`;
}

/** Centered vertically, so a short title isn't stuck at the top. */
function drawPage(
  { section, title, description, accent }: SocialCard,
  colors: typeof grounds.light,
  widthOf: LetterWidths | undefined,
): string[] {
  const box = { width: textWidthMax, widthOf };
  const large = { fontSize: 74, ...box, linesMax: 2 };
  const small = { fontSize: 58, ...box, linesMax: 3 };
  const isLong = wrapWords(title, large).some((line) => line.endsWith("…"));
  const size = isLong ? small : large;
  const rows = [
    ...wrapWords(section, { fontSize: 28, ...box, linesMax: 1 }).map((line) => {
      return { line, size: 28, height: 56, fill: accent, weight: 0.8 };
    }),
    ...wrapWords(title, size).map((line, index) => {
      const height = size.fontSize * 1.16 + (index === 0 ? 10 : 0);
      return { line, size: size.fontSize, height, fill: colors.title, weight: 2.2 };
    }),
    ...wrapWords(description, { fontSize: 32, ...box, linesMax: isLong ? 1 : 2 }).map((line, index) => {
      return { line, size: 32, height: index === 0 ? 62 : 44, fill: colors.words, weight: 0 };
    }),
  ];
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  let y = 326 - height / 2;
  return rows.map(({ line, size: fontSize, height: rowHeight, fill, weight }) => {
    y += rowHeight;
    return text(line, { y: Math.round(y - fontSize * 0.22), size: fontSize, fill, weight });
  });
}

interface TextStyle {
  x?: number;
  y: number;
  size: number;
  fill: string;
  /** The width of a stroke that makes the text bold, because the font has only one weight here. */
  weight?: number;
}

function text(words: string, { x = margin, y, size, fill, weight = 0 }: TextStyle): string {
  const stroke = weight === 0 ? "" : ` stroke="${fill}" stroke-width="${weight}" stroke-linejoin="round"`;
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${stroke}>${escapeXml(words)}</text>`;
}
