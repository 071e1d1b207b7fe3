import { printHtml, readArticle } from "../../site/reading.ts";
import { markChanges } from "./mark-changes.ts";

interface BuiltPage {
  html: string;
  siteUrl: string;
}

/** The article of a page as HTML, and the addresses of its stylesheets. */
export interface ComparedArticle {
  html: string;
  stylesheets: string[];
}

interface ComparedArticles {
  old: ComparedArticle | undefined;
  new: ComparedArticle | undefined;
  changes: number;
}

/** Work on the pages of pull requests, as calls of the text processes. */
export const renderedCalls = {
  /** Marks the differences between two versions of a page. */
  compareArticles(pages: { old: BuiltPage | undefined; new: BuiltPage | undefined }): ComparedArticles {
    const read = (page: BuiltPage | undefined) => page && readArticle(page.html, page);
    const [before, after] = [read(pages.old), read(pages.new)];
    // A new or deleted page counts as one change as a whole, so nothing on it is marked.
    const changes = before && after ? markChanges(before.nodes, after.nodes) : 0;
    const print = (article: typeof before) =>
      article && { html: printHtml(article.nodes), stylesheets: article.stylesheets };
    return { old: print(before), new: print(after), changes };
  },
};
