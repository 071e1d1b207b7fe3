import type { HtmlNode } from "../../ground/html/html-node.ts";
import type { RenderedApi } from "../../page/render-page.ts";

/** What a description says on a page, before it is known whether machines get the description itself. */
export interface DrawnApi {
  shown: RenderedApi;
  /** Text of the author, for readers and machines. */
  intro: HtmlNode[];
  excerpt(): string;
}
