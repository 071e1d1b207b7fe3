import { element, type HtmlElement } from "../../ground/html/html-node.ts";
import { type ArticleWords, fillWord } from "../../translations/find-translations.ts";

/** The sign beside a heading that a reader copies the address from. */
export function headingLink(id: string, title: string, { linkTo }: ArticleWords): HtmlElement {
  const attributes = {
    class: "heading-link",
    href: `#${encodeURIComponent(id)}`,
    "aria-label": fillWord(linkTo, { title }),
  };
  return element("a", attributes, ["#"]);
}
