/**
 * How matches are weighted. A term scores separately in the text, in the headings and in the title, and the scores are
 * added, because a title that names the subject is separate evidence. (BM25F, one saturated sum over all fields, did
 * worse on real questions.) Each group of fields is scored with BM25. This part of the score doesn't depend on the
 * query, so it is computed when the index is built and stored as one byte. When you change these numbers, increase
 * `segmentVersion`.
 */
export interface FieldGroup<Name extends string> {
  /** `k1` of BM25: how soon further occurrences of a term stop adding to the score. */
  saturation: number;
  weight: number;
  fields: Readonly<Record<Name, FieldWeight>>;
}

interface FieldWeight {
  weight: number;
  /** `b` of BM25: how much a long field reduces the score of a match. */
  lengthPenalty: number;
}

export type PassageField = "text" | "code" | "heading" | "headingsAbove";
/** Page fields that are filled from the page's sections. */
export type SectionField = "allHeadings" | "allText" | "allCode";
export type PageField = "title" | "slug" | "keywords" | "description" | SectionField;

export const passageFields: readonly PassageField[] = ["text", "code", "heading", "headingsAbove"];
export const sectionFields: readonly SectionField[] = ["allHeadings", "allText", "allCode"];
export const pageFields: readonly PageField[] = ["title", "slug", "keywords", "description", ...sectionFields];

const text: FieldGroup<"text" | "code"> = {
  saturation: 1.2,
  weight: 1,
  fields: { text: { weight: 1, lengthPenalty: 0.4 }, code: { weight: 0.5, lengthPenalty: 0.4 } },
};
const headings: FieldGroup<"heading" | "headingsAbove"> = {
  saturation: 0.9,
  weight: 1,
  fields: { heading: { weight: 1, lengthPenalty: 0.4 }, headingsAbove: { weight: 0.5, lengthPenalty: 0.4 } },
};
const title: FieldGroup<"title" | "slug" | "keywords" | "description"> = {
  saturation: 0.9,
  weight: 2.2,
  fields: {
    title: { weight: 1, lengthPenalty: 0.4 },
    slug: { weight: 1, lengthPenalty: 0.4 },
    keywords: { weight: 1, lengthPenalty: 0.4 },
    description: { weight: 0.5, lengthPenalty: 0.4 },
  },
};
/** The rest of the page is weak evidence for each of its passages. */
const context: FieldGroup<"allHeadings" | "allText"> = {
  saturation: 1.2,
  weight: 0.15,
  fields: { allHeadings: { weight: 1, lengthPenalty: 0.5 }, allText: { weight: 0.5, lengthPenalty: 0.5 } },
};

export const passageGroups: readonly FieldGroup<PassageField>[] = [text, headings] as FieldGroup<PassageField>[];
export const titleGroups = [title] as FieldGroup<PageField>[];
export const contextGroups = [context] as FieldGroup<PageField>[];

/** A page's score is the score of its best passage plus a decreasing share of the next passages' scores. */
export const nextPassageShare = 0.3;
export const passagesPerPageMax = 4;
/** The share of the query's words in a passage, raised to this power, multiplies the passage's score. */
export const coverageExponent = 0.4;
/** The factors for the page that the visitor has open, and for pages in the same folder. */
export const currentPageLift = 1.25;
export const neighborLift = 1.1;
/** The factor for pages outside the default version and language. */
export const otherBranchShare = 0.8;
/**
 * Like `otherBranchShare`, if the visitor's branch is known. Pages of other branches then appear only if the visitor's
 * own branch has almost no matches.
 */
export const leftBranchShare = 0.35;
/**
 * The author's boost, raised to this power, multiplies the score: a boost of 3 becomes 1.25, and the highest boost, 10,
 * becomes 1.58. It decides between pages that match about equally well. Used directly as a factor, the boost put pages
 * first that hardly mention the query: on a project with `boost: 3` on every fourth page, nDCG fell from .78 to .64;
 * with this power it is .79.
 */
export const boostExponent = 0.2;
/** The factor for a page whose title is exactly the query. */
export const wholeTitleLift = 1.5;

/** The highest score a term can reach in these groups, represented by the largest byte. */
export function scoreMax(groups: readonly Pick<FieldGroup<string>, "saturation" | "weight">[]): number {
  return groups.reduce((sum, { saturation, weight }) => sum + weight * (saturation + 1), 0);
}

/** The rarity of a term that occurs in `found` of `count` documents. */
export function inverseFrequency(count: number, found: number): number {
  return Math.log(1 + (count - found + 0.5) / (found + 0.5));
}
