import type { HtmlNode } from "../../ground/html/html-node.ts";

/** The API part of a page. */
export interface RenderedApi {
  /** Right below the title. */
  top: HtmlNode[];
  /** Below the text of the page. */
  content: HtmlNode[];
  /** Beside the text. */
  aside: HtmlNode[];
  /** The markup of the request tester, written by our own templates; empty without one. */
  tester: string;
}

/** What a description says on a page, before it is known whether machines get the description itself. */
export interface DrawnApi {
  shown: RenderedApi;
  /** Text of the author, for readers and machines. */
  intro: HtmlNode[];
  excerpt(): string;
}
