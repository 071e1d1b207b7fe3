/** What the picture of a page in a link preview shows. Plain data: it is hashed, and sent to the process that draws. */
export interface SocialCard {
  siteName: string;
  title: string;
  description: string;
  /** The part of the site that the page stands in. */
  section: string;
  /** Where the site is read, without the scheme. */
  host: string;
  isDark: boolean;
  /** Six hex digits after the sign. */
  accent: string;
  logo: CardPicture | undefined;
  background: CardPicture | undefined;
  /** Undefined is Inter. */
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

export const cardWidth = 1200;
export const cardHeight = 630;
export const logoWidth = 480;
export const logoHeight = 56;
