import type { Heading } from "../../page/markdown/collect-facts.ts";

/** What a page shows between its head and its end. */
export interface Article {
  html: string;
  /** What stands right below the title: the endpoint of an API page. */
  top: string;
  /** The request tester of an API page. */
  tester: string;
  /** Examples that stand beside the text, in place of the outline; on narrow screens above it. */
  aside: string;
  headings: Heading[];
  /** The stylesheet with the inline styles of this page, when it has any. */
  stylesheet: string | undefined;
  /** It shows formulas. */
  usesMath?: boolean;
  /** What lists of pages say of it; undefined for a message of ours. */
  digest?: { summary: string; feed: readonly unknown[] };
}
