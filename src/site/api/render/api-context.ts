import type { PageState } from "../../page/markdown/render-context.ts";
import type { ApiPageOptions } from "../../source/page-api.ts";

/** What drawing an API part needs to know. */
export interface ApiContext {
  page: PageState;
  /** The description that the part comes from; for a page written by hand, the page. */
  file: string;
  /** The folder of relative links in descriptions. */
  folder: string;
  options: ApiPageOptions;
}
