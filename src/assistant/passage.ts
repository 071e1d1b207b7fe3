/** A part of a page that was found: what an answer may be made of, and what it cites. */
export interface Passage {
  /** From 1, over all searches of one answer: what `[n]` in the answer refers to. */
  number: number;
  path: string;
  /** With the anchor of its heading. */
  url: string;
  title: string;
  headingPath: readonly string[];
  text: string;
}
