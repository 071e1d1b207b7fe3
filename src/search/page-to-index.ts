/** A page as the index takes it in. */
export interface PageToIndex {
  /** Its address on the site: `/guides/start`. */
  path: string;
  title: string;
  description: string | undefined;
  keywords: readonly string[];
  /** Names of the groups and divisions it stands in, from the outermost. */
  breadcrumb: readonly string[];
  /** What a filter compares: `version`, `language`, `tag` and the author's own keys. */
  facets: Readonly<Record<string, string>>;
  /** It belongs to the version and the language that a reader gets who chooses none. */
  isDefault: boolean;
  /** Multiplies its score. */
  boost: number;
  /** Who may find it. A page that nobody may find is not in the index at all. */
  audiences: Readonly<Record<Audience, boolean>>;
  sections: readonly SectionToIndex[];
}

/** The same with what `analyseSections` made of its sections. */
export interface AnalysedPage extends Omit<PageToIndex, "sections"> {
  analysis: Buffer;
  /** Stands for these bytes, where an index is kept between builds. */
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
  /** It is an item of a list: its number, or 0 where the list has none. */
  item?: number;
  /** Where pieces of code in the text begin and end, by turns. */
  code?: readonly number[];
}
