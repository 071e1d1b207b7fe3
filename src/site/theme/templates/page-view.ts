import type { FrameWords } from "../../translations/find-translations.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "./site-frame.ts";

/** Everything that the parts of a page are drawn from, beside its article. */
export interface PageView {
  site: SiteFrame;
  branch: BranchFrame;
  page: PageFrame;
  /** The code of the page's language, as browsers know it. */
  language: string;
  words: FrameWords;
}
