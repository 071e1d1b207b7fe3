/** The content of a page's link preview image, as plain data to hash and send to a render process. */
export interface SocialCard {
  siteName: string;
  title: string;
  description: string;
  /** The section of the site that the page belongs to. */
  section: string;
  /** The site's address without the scheme. */
  host: string;
  isDark: boolean;
  /** A color as `#` and six hex digits. */
  accent: string;
  logo: CardPicture | undefined;
  background: CardPicture | undefined;
  /** Undefined means Inter. */
  font: CardFont | undefined;
}

/** A font that every site has, or a file of the project. */
export type CardFont = "jetbrains-mono" | { file: CardPicture };

/** A file of the project. */
export interface CardPicture {
  path: string;
  type: string;
  sha256: string;
}

/** The media type of a card that isn't painted yet. Its content is a `SocialCard` as JSON. */
export const cardType = "application/vnd.lectern.card+json";

/** Larger files are left out of cards. */
export const cardPictureBytesMax = 2 * 1024 * 1024;
export const cardFontBytesMax = 4 * 1024 * 1024;

export const cardWidth = 1200;
export const cardHeight = 630;
export const logoWidth = 480;
export const logoHeight = 56;
