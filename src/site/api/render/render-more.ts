import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { DocsLinkView } from "../view/api-view.ts";
import type { ApiContext } from "./api-context.ts";
import { fact } from "./render-fields.ts";

/** Tags, and where to read on. */
export function renderMore(
  { tags, docs }: { tags: string[]; docs: DocsLinkView | undefined },
  context: ApiContext,
): HtmlNode[] {
  const { words } = context.page;
  const rows: HtmlNode[] = [];
  if (tags.length > 0) rows.push(fact(words.tags, tags));
  if (docs !== undefined) {
    rows.push(
      element("div", {}, [element("dt", {}, [words.furtherReading]), element("dd", {}, [renderDocsLink(docs)])]),
    );
  }
  return rows.length === 0 ? [] : [element("dl", { class: "field-facts api-more" }, rows)];
}

/** The words of the author are plain text inside of a link. */
function renderDocsLink({ url, description }: DocsLinkView): HtmlNode {
  return element("a", { href: url }, [description ?? url]);
}
