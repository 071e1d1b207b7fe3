import { hash } from "node:crypto";
import { oneLine } from "../../shared/html/collapse-whitespace.ts";
import { describe } from "../../source/config/check-value.ts";
import { at, type ConfigReport, reportValue, rootPlace } from "../../source/config/config-report.ts";
import type { FontSetting } from "../../source/config/fonts.ts";
import { siteMetatags } from "../../source/config/seo.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { PagePlace } from "../../source/navigation/place-pages.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { CardFont, CardPicture, SocialCard } from "../../theme/social-card.ts";
import { accentHex } from "../../theme/templates/site-colors.ts";
import { siteFilePath } from "../../theme/templates/site-file-path.ts";

/** An image to be painted, and its path. */
export interface PlannedCard {
  name: string;
  fileKey: string;
  card: SocialCard;
}

interface PlannedCards {
  cards: PlannedCard[];
  /** The path of a page's image; undefined if the page has no image. */
  pathFor(page: SourcePage): string | undefined;
}

interface CardRequest {
  config: SiteConfig;
  pages: { source: SourcePage; place: PagePlace }[];
  /** Link previews need absolute URLs, so no image is painted for a site without a known URL. */
  address: string | undefined;
  version: string;
  findFile(path: string): CardPicture | undefined;
  report: ConfigReport;
}

/**
 * Painting takes about 40 ms. On sites with at most this many pages, each page has its own image; on larger sites, the
 * pages of a section share an image, and all sections above this number share the image of the site.
 */
const pageCardsMax = 50;
const hashDigits = 12;

export function planCards(request: CardRequest): PlannedCards {
  const { address, pages, version } = request;
  const cards = new Map<string, PlannedCard>();
  const paths = new Map<string, string>();
  const hasOwn = pages.length <= pageCardsMax;
  const frame = siteCard(request);
  const planCard = (words: CardWords): PlannedCard => {
    const card = { ...frame, ...words };
    const fileKey = hash("sha256", JSON.stringify([version, card]));
    return { name: `_lectern/${fileKey.slice(0, hashDigits)}/social.png`, fileKey, card };
  };
  for (const { source, place } of address === undefined ? [] : pages) {
    const ownImage = source.frontmatter.metatags["og:image"] ?? siteMetatags(request.config, source.slug)["og:image"];
    if (ownImage !== undefined) continue;
    let planned = planCard(hasOwn ? pageWords(source, place, request) : sectionWords(place, request));
    if (!cards.has(planned.fileKey) && cards.size >= pageCardsMax) planned = planCard(sectionWords(undefined, request));
    cards.set(planned.fileKey, planned);
    paths.set(source.file, `/${planned.name}`);
  }
  return { cards: [...cards.values()], pathFor: (page) => paths.get(page.file) };
}

function pageWords({ title, frontmatter }: SourcePage, place: PagePlace, request: CardRequest): CardWords {
  const words = { title, description: frontmatter.description ?? "", section: place.groups.at(-1)?.label ?? "" };
  return paintable(words, request);
}

function sectionWords(place: PagePlace | undefined, request: CardRequest): CardWords {
  const trail = place?.branch?.trail ?? [];
  const part = trail.findLast(({ kind }) => kind !== "language" && kind !== "version") ?? place?.groups[0];
  const { name, description = "" } = request.config;
  return paintable({ title: part?.label ?? name, description, section: "" }, request);
}

type CardWords = Pick<SocialCard, "title" | "description" | "section">;

/** If the font lacks letters of a title, they would be boxes, so the card shows only the name of the site. */
function paintable(words: CardWords, { config }: CardRequest): CardWords {
  const [title = "", description = "", section = ""] = [words.title, words.description, words.section].map((text) => {
    return canPaint(text) ? withoutPictures(text) : "";
  });
  return title === ""
    ? { title: canPaint(config.name) ? config.name : "", description: "", section: "" }
    : { title, description, section };
}

function siteCard({ config, address = "", findFile, report }: CardRequest): Omit<SocialCard, keyof CardWords> {
  const { thumbnails, appearance, colors, logo } = config;
  const isDark = (thumbnails?.appearance ?? appearance?.default) === "dark";
  return {
    siteName: canPaint(config.name) ? withoutPictures(config.name) : "",
    host: address.replace(/^https?:\/\//, ""),
    isDark,
    accent: accentHex(colors, isDark ? "dark" : "light"),
    logo: findPicture(isDark ? logo?.dark : logo?.light, findFile),
    background: findPicture(thumbnails?.background, findFile),
    font: chooseCardFont({ config, findFile, report }),
  };
}

/** Formats that the painter supports. External URLs aren't fetched. */
const paintedTypes: ReadonlySet<string> = new Set(["image/svg+xml", "image/png", "image/jpeg", "image/gif"]);

function findPicture(file: string | undefined, findFile: CardRequest["findFile"]): CardPicture | undefined {
  const found = findFile(siteFilePath(file)?.slice(1) ?? "");
  return found !== undefined && paintedTypes.has(found.type) ? found : undefined;
}

const drawable = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Whether Inter has the letters. It lacks Chinese, Japanese, Korean, Arabic, Hebrew and Indic scripts. */
function canPaint(words: string): boolean {
  return drawable.test(words);
}

/** Removes emoji, which would be painted as empty boxes. */
function withoutPictures(words: string): string {
  return oneLine(words.replaceAll(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, ""));
}

interface CardFontRequest {
  config: Pick<SiteConfig, "fonts" | "thumbnails">;
  findFile(path: string): CardPicture | undefined;
  report: ConfigReport;
}

/** The font that docs.json sets for cards, or otherwise the font of the headings. Undefined means Inter. */
export function chooseCardFont({ config, findFile, report }: CardFontRequest): CardFont | undefined {
  const { heading, body } = config.fonts ?? {};
  const asked = config.thumbnails?.fonts?.family;
  const family = (asked ?? heading?.family ?? "inter").toLowerCase();
  const own = [heading, body].find((font) => font?.family.toLowerCase() === family && font.source !== undefined);
  const file = findFont(own, findFile);
  if (file !== undefined) return { file };
  if (family === "jetbrains mono") return "jetbrains-mono";
  // A missing file is reported at the setting that names it.
  if (asked === undefined || family === "inter" || own !== undefined) return undefined;
  const message = `is ${describe(asked)}, but images are only painted in Inter, JetBrains Mono and fonts of the project`;
  const hint = `name its file: "fonts": { "family": ${describe(asked)}, "source": "/fonts/….woff2" }`;
  return reportValue(report, at(rootPlace, "thumbnails", "fonts", "family"), message, hint);
}

function findFont(font: FontSetting | undefined, findFile: CardFontRequest["findFile"]): CardPicture | undefined {
  const found = findFile(siteFilePath(font?.source)?.slice(1) ?? "");
  return found?.type.startsWith("font/") ? found : undefined;
}
