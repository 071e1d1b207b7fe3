import { numberBetween } from "./check-value.ts";

/** Multiplies the score of a page, or of the pages in a group, in search. */
export const boost = numberBetween(0.1, 10);
