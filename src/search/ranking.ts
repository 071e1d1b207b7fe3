/**
 * How a match is weighed. A term counts by itself in the text, in the headings and in the title, and what it earns there is
 * added up: a title that names the subject is evidence of its own, and not just more of the same words. (One saturated sum
 * over all fields, BM25F, makes it that, and loses on real questions.) Each group of fields is BM25.
 *
 * This much depends on the page alone, so it is worked out when the index is built and stored as one byte. A change of
 * these numbers changes what the bytes mean: raise `formatVersion` with it.
 */
interface FieldGroup<Name extends string> {
  /** `k1` of BM25: how soon one more occurrence stops to matter. */
  saturation: number;
  weight: number;
  fields: Readonly<Record<Name, FieldWeight>>;
}

export interface FieldWeight {
  weight: number;
  /** `b` of BM25: how much a long field is held against a match in it. */
  lengthPenalty: number;
}

export type PassageField = "text" | "code" | "heading" | "headingsAbove";
/** The fields of a page that its sections fill. */
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
/** What the rest of the page speaks of says a little about each passage of it. */
const context: FieldGroup<"allHeadings" | "allText"> = {
  saturation: 1.2,
  weight: 0.15,
  fields: { allHeadings: { weight: 1, lengthPenalty: 0.5 }, allText: { weight: 0.5, lengthPenalty: 0.5 } },
};

export const passageGroups: readonly FieldGroup<PassageField>[] = [text, headings] as FieldGroup<PassageField>[];
export const titleGroups = [title] as FieldGroup<PageField>[];
export const contextGroups = [context] as FieldGroup<PageField>[];

/** A page is worth its best passage and a falling share of the next ones. */
export const nextPassageShare = 0.3;
export const passagesPerPageMax = 4;
/** A passage with half of the words of the query keeps 0.5 to this power of its score. */
export const coverageExponent = 0.4;
/** The page that a reader has open, and those in the same folder. */
export const currentPageLift = 1.25;
export const neighbourLift = 1.1;
/** Pages of another version or language than readers get who choose none. */
export const otherBranchShare = 0.8;
/** The same where it is known what the reader reads: then they are found only where their own has hardly anything. */
export const leftBranchShare = 0.35;
/** A page whose title is what was asked for, no more and no less. */
export const wholeTitleLift = 1.5;

/** The most that a term can earn in these groups: what the largest byte of a score stands for. */
export function scoreMax(groups: readonly Pick<FieldGroup<string>, "saturation" | "weight">[]): number {
  return groups.reduce((sum, { saturation, weight }) => sum + weight * (saturation + 1), 0);
}

/** The rarity of a term that `found` of `count` have. */
export function inverseFrequency(count: number, found: number): number {
  return Math.log(1 + (count - found + 0.5) / (found + 0.5));
}
