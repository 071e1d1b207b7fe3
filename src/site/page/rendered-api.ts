import type { HtmlNode } from "../ground/html/html-node.ts";
import type { PageApi } from "../source/page-api.ts";
import type { PageState } from "./markdown/render-context.ts";

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

/** Renders what a page shows of an API. Passed in, so that pages don't depend on the API reference. */
export type RenderApi = (api: PageApi, file: string, page: PageState) => RenderedApi;
