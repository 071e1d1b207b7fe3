import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { slugOf } from "../markdown/heading-ids.ts";
import { headingLink } from "../markdown/headings.ts";
import { isPlainObject, type PropValue, textProp } from "../markdown/props.ts";
import type { PageState } from "../markdown/render-context.ts";
import { type Component, define } from "./component.ts";
import { required, takesText, takesValue } from "./prop.ts";
import { propMarkdown } from "./prop-markdown.ts";

/** A changelog entry. Its label on the left is an anchor and part of the outline. */
const update: Component = ({ props, children, node }, context) => {
  const label = textProp(props, "label") ?? "Update";
  const description = textProp(props, "description");
  const tags = readTags(props.tags);
  const id = context.page.headingIds.idFor(label, textProp(props, "id"));
  const side: HtmlNode[] = [
    element("p", { class: "update-label", id, "data-outline": 2 }, [label, headingLink(id, label, context.page.words)]),
  ];
  if (description !== undefined) {
    side.push(element("p", { class: "update-description" }, propMarkdown(description, node, context)));
  }
  if (tags.length > 0) {
    const items = tags.map((tag) => element("li", { class: "tag" }, [tag]));
    side.push(element("ul", { class: "update-tags", "aria-label": context.page.words.tags }, items));
  }
  const bar = filterBar(context.page, tags);
  const body = flowContent(children, context);
  const marks = { "data-tags": tags.map(slugOf).join(" ") || undefined, ...feedMarks(props.rss) };
  const entry = element("div", { class: "update", ...marks }, [
    element("div", { class: "update-side" }, [element("div", { class: "update-sticky" }, side)]),
    element("div", { class: "update-body" }, body),
  ]);
  return [...bar, entry];
};

/** The title and description that the feed shows instead of the label and the text. */
function feedMarks(rss: PropValue | undefined): Record<string, string | undefined> {
  if (!isPlainObject(rss)) return {};
  return { "data-feed-title": textProp(rss, "title"), "data-feed-text": textProp(rss, "description") };
}

const tagsMax = 20;
const filtersMax = 60;

function readTags(value: PropValue | undefined): string[] {
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  return list
    .filter((tag) => typeof tag === "string")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")
    .slice(0, tagsMax);
}

/** The first entry with tags has a row of filters above it. Later entries add their tags to this row. */
function filterBar(page: PageState, tags: string[]): HtmlNode[] {
  if (tags.length === 0) return [];
  const known = page.updateFilters;
  const bar = known ?? element("div", { class: "update-filters", role: "group", "aria-label": page.words.filterByTag });
  page.updateFilters = bar;
  for (const tag of tags) {
    const slug = slugOf(tag);
    const isKnown = bar.children.some(
      (child) => typeof child === "object" && "tag" in child && child.attributes["data-filter"] === slug,
    );
    if (isKnown || bar.children.length >= filtersMax) continue;
    bar.children.push(element("button", { type: "button", "aria-pressed": "false", "data-filter": slug }, [tag]));
  }
  return known === undefined ? [bar] : [];
}

export const updateComponents = {
  Update: define(update, {
    description: "An entry of a changelog. Its label is an anchor.",
    props: [
      takesText("label", "The date or the version.", required),
      takesText("description", "Markdown below the label."),
      takesValue("tags", 'Tags to filter by, such as `{["API"]}`.'),
      takesValue("rss", "The title and the description in the feed."),
      takesText("id", "The anchor; otherwise made from the label."),
    ],
  }),
};
