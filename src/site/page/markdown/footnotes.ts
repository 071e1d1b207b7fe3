import { element, type HtmlElement, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import { fillWord } from "../../translations/find-translations.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { RenderContext } from "./render-context.ts";

export function renderFootnoteReference(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const { footnotes } = context;
  const identifier = node.identifier ?? "";
  if (!footnotes.definitions.has(identifier)) return [`[^${node.label ?? identifier}]`];
  const isFirstUse = !footnotes.used.includes(identifier);
  if (isFirstUse) footnotes.used.push(identifier);
  const number = footnotes.used.indexOf(identifier) + 1;
  const link = element(
    "a",
    {
      href: `#footnote-${number}`,
      id: isFirstUse ? `footnote-use-${number}` : undefined,
      "aria-label": fillWord(context.page.words.footnote, { number: String(number) }),
    },
    [String(number)],
  );
  return [element("sup", { class: "footnote-reference" }, [link])];
}

/** The notes at the end of the article, in order of first use. */
export function renderFootnotes(context: RenderContext): HtmlNode[] {
  const { footnotes } = context;
  const items: HtmlNode[] = [];
  // A note may reference another note, so the list can grow while it is rendered.
  for (let index = 0; index < footnotes.used.length; index += 1) {
    const definition = footnotes.definitions.get(footnotes.used[index] ?? "");
    const back = element("a", { href: `#footnote-use-${index + 1}`, "aria-label": context.page.words.backToText }, [
      "↩",
    ]);
    const children = context.renderNodes(definition?.children, context);
    items.push(element("li", { id: `footnote-${index + 1}` }, withBackLink(children, back)));
  }
  return items.length === 0
    ? []
    : [
        element("section", { class: "footnotes", "aria-label": context.page.words.footnotes }, [
          element("ol", {}, items),
        ]),
      ];
}

/**
 * Appends the back link to the last paragraph, so that the link doesn't need its own line. Other outputs leave the
 * link out.
 */
function withBackLink(children: HtmlNode[], back: HtmlElement): HtmlNode[] {
  const link = { onPage: [" ", back], inMarkdown: [] };
  const last = children.at(-1);
  if (!isElement(last) || last.tag !== "p") return [...children, link];
  return [...children.slice(0, -1), { ...last, children: [...last.children, link] }];
}
