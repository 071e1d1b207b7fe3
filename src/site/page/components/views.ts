import { element, type HtmlNode } from "../../shared/html/html-node.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { slugOf } from "../markdown/heading-ids.ts";
import { textProp } from "../markdown/props.ts";
import { type Component, define } from "./component.ts";
import { iconProp } from "./icon-prop.ts";
import { iconProps, required, takesText, takesWord } from "./prop.ts";

/**
 * Alternative content of a page, chosen with a selector before the first view. Without JavaScript, all views are shown
 * one after another with their titles.
 */
const view: Component = ({ props, children, node }, context) => {
  const title = textProp(props, "title") ?? "View";
  const name = slugOf(title);
  const { page } = context;
  const known = page.viewSwitch;
  const bar = known ?? element("div", { class: "view-switch", role: "group", "aria-label": page.words.chooseView });
  page.viewSwitch = bar;
  const isFirst = bar.children.length === 0;
  const names = bar.children.map((child) =>
    typeof child === "object" && "tag" in child ? child.attributes["data-view"] : "",
  );
  if (!names.includes(name)) {
    const icon = iconProp(props, node, context);
    const content: HtmlNode[] = icon === undefined ? [title] : [icon, title];
    bar.children.push(
      element("button", { type: "button", "aria-pressed": isFirst ? "true" : "false", "data-view": name }, content),
    );
  }
  const isActive = isFirst || names[0] === name;
  const section = element("div", { class: isActive ? "view active" : "view", "data-view": name }, [
    element("p", { class: "view-title" }, [title]),
    ...flowContent(children, context),
  ]);
  return known === undefined ? [bar, section] : [section];
};

/** `for="agents"` is only in the page's Markdown, `for="humans"` only on the page. */
const visibility: Component = ({ props, children, node }, context) => {
  const audience = textProp(props, "for");
  const isInText = node.type === "mdxJsxTextElement";
  const content = isInText ? context.renderNodes(children, context) : flowContent(children, context);
  if (audience === "agents") return [{ onPage: [], inMarkdown: content }];
  if (audience !== "humans") {
    context.warn(`<Visibility for="${audience ?? ""}"> does not name an audience`, node, {
      hint: 'write for="humans" or for="agents"',
    });
  }
  return [{ onPage: content, inMarkdown: audience === "humans" ? [] : content }];
};

/** Shown next to the text, in place of the outline. */
const panel: Component = ({ children }, context) => {
  context.page.aside.push(element("div", { class: "panel prose" }, flowContent(children, context)));
  return [];
};

export const viewComponents = {
  View: define(view, {
    description: "Alternative content of the page, chosen with a selector.",
    props: [takesText("title", "The name in the selector.", required), ...iconProps],
  }),
  Visibility: define(visibility, {
    description: "Content for people or for agents only.",
    props: [takesWord("for", ["humans", "agents"], "Who sees the content.", required)],
  }),
  Panel: define(panel, { description: "Content next to the text, in place of the outline." }),
};
