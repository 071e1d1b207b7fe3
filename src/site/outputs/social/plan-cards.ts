import { hash } from "node:crypto";
import type { ConfigReport } from "../../source/config/config-report.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import type { PagePlace } from "../../source/navigation/place-pages.ts";
import type { SourcePage } from "../../source/read-page.ts";
import type { CardPicture, SocialCard } from "../../theme/social-card.ts";
import { accentHex } from "../../theme/templates/site-colors.ts";
import { siteFilePath } from "../../theme/templates/site-file-path.ts";
import { chooseCardFont } from "./choose-card-font.ts";
import { canPaint, withoutPictures } from "./paintable.ts";

/** A picture to be painted, at the path where it will stand. */
export interface PlannedCard {
  name: string;
  fileKey: string;
  card: SocialCard;
}

export interface PlannedCards {
  cards: PlannedCard[];
  /** Where the picture of a page stands; undefined for a page that has none. */
  pathFor(page: SourcePage): string | undefined;
}

export interface CardRequest {
  config: SiteConfig;
  pages: { source: SourcePage; place: PagePlace }[];
  /** Without it nobody could name a picture in full, and none is painted. */
  address: string | undefined;
  version: string;
  findFile(path: string): CardPicture | undefined;
  report: ConfigReport;
}

/** Painting one takes about 40 ms: up to here each page has its own, on larger sites the pages of a section share one. */
const pageCardsMax = 50;
const hashDigits = 12;

export function planCards(request: CardRequest): PlannedCards {
  const { address, pages, version } = request;
  const cards = new Map<string, PlannedCard>();
  const paths = new Map<SourcePage, string>();
  const hasOwn = pages.length <= pageCardsMax;
  const frame = siteCard(request);
  for (const { source, place } of address === undefined ? [] : pages) {
    if (givesOwnImage(source, request.config)) continue;
    const card: SocialCard = {
      ...frame,
      ...(hasOwn ? pageWords(source, place, request) : sectionWords(place, request)),
    };
    const fileKey = hash("sha256", JSON.stringify([version, card]));
    if (!cards.has(fileKey) && cards.size >= pageCardsMax) continue;
    const name = `_lectern/${fileKey.slice(0, hashDigits)}/social.png`;
    cards.set(fileKey, { name, fileKey, card });
    paths.set(source, `/${name}`);
  }
  return { cards: [...cards.values()], pathFor: (page) => paths.get(page) };
}

function givesOwnImage({ frontmatter }: SourcePage, { seo }: SiteConfig): boolean {
  return (frontmatter.metatags["og:image"] ?? seo?.metatags?.["og:image"]) !== undefined;
}

function pageWords({ title, frontmatter }: SourcePage, place: PagePlace, request: CardRequest): CardWords {
  const words = { title, description: frontmatter.description ?? "", section: place.groups.at(-1)?.label ?? "" };
  return paintable(words, request);
}

function sectionWords(place: PagePlace, request: CardRequest): CardWords {
  const part = place.branch?.trail.findLast(({ kind }) => kind !== "language" && kind !== "version") ?? place.groups[0];
  const { name, description = "" } = request.config;
  return paintable({ title: part?.label ?? name, description, section: "" }, request);
}

type CardWords = Pick<SocialCard, "title" | "description" | "section">;

/** Words in letters that our font does not have would be boxes: then the site alone is shown. */
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

/** Formats that the painter knows. Addresses elsewhere are not fetched. */
const paintedTypes: ReadonlySet<string> = new Set(["image/svg+xml", "image/png", "image/jpeg", "image/gif"]);

function findPicture(file: string | undefined, findFile: CardRequest["findFile"]): CardPicture | undefined {
  const found = findFile(siteFilePath(file)?.slice(1) ?? "");
  return found !== undefined && paintedTypes.has(found.type) ? found : undefined;
}
