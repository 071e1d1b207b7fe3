/** A page to be indexed. */
export interface PageToIndex {
  /** The page's path on the site: `/guides/start`. */
  path: string;
  title: string;
  description: string | undefined;
  keywords: readonly string[];
  /** The groups and divisions that the page belongs to, outermost first. */
  breadcrumb: readonly string[];
  /** The values that filters compare: `version`, `language`, `tag` and keys defined by the author. */
  facets: Readonly<Record<string, string>>;
  /** Whether the page belongs to the default version and language. */
  isDefault: boolean;
  /** A factor for the page's score, set by the author. */
  boost: number;
  /** Who may find the page. Pages hidden from everyone aren't in the index. */
  audiences: Readonly<Record<Audience, boolean>>;
  sections: readonly SectionToIndex[];
}

/** A page whose sections were processed by `analyzeSections`. */
export interface AnalyzedPage extends Omit<PageToIndex, "sections"> {
  analysis: Buffer;
  /** Identifies the analysis when an index is kept between builds. */
  analysisKey?: string;
}

export type Audience = "search" | "assistant";

export interface SectionToIndex {
  /** The headings from the outermost to the section's own. */
  headingPath: readonly string[];
  anchor: string | undefined;
  blocks: readonly TextBlock[];
}

/** A paragraph or list item, a block of code, or a row of a table. */
export interface TextBlock {
  /** `head` is the row with a table's column names. */
  kind: "text" | "code" | "head" | "row";
  /** The cells of a row are joined by ` · `. */
  text: string;
  language?: string;
  /** For a list item: its number, or 0 in an unordered list. */
  item?: number;
  /** Marks are sorted by their start. If two start at the same place, the outer one comes first. */
  marks?: readonly Mark[];
  /** The start and end offsets of each cell of a row, alternating. */
  cells?: readonly number[];
  /** The header row of a row's table, even if that header is in another passage. */
  head?: TextBlock;
}

/** A range of a block's text that is a link, bold or inline code. */
export interface Mark {
  kind: "link" | "strong" | "code";
  start: number;
  end: number;
  /** For a link: a path of the site with its anchor, or an address on the web. */
  target?: string;
}
