/** A page to be indexed. */
export interface PageToIndex {
  /** Its path on the site: `/guides/start`. */
  path: string;
  title: string;
  description: string | undefined;
  keywords: readonly string[];
  /** The groups and divisions it belongs to, outermost first. */
  breadcrumb: readonly string[];
  /** What filters compare: `version`, `language`, `tag` and keys defined by the author. */
  facets: Readonly<Record<string, string>>;
  /** Whether it belongs to the default version and language. */
  isDefault: boolean;
  /** A factor for its score. */
  boost: number;
  /** Who may find it. A page hidden from everyone isn't in the index. */
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
  /** Headings from the outermost to this one. */
  headingPath: readonly string[];
  anchor: string | undefined;
  blocks: readonly TextBlock[];
}

export interface TextBlock {
  kind: "text" | "code";
  text: string;
  language?: string;
  /** Set for a list item: its number, or 0 in an unordered list. */
  item?: number;
  /** Alternating start and end offsets of inline code in the text. */
  code?: readonly number[];
}
