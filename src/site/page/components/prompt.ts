import { element, type HtmlNode, textOf } from "../../shared/html/html-node.ts";
import { type PropValue, textProp } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import { unmarkFormulas } from "../math/mark-formulas.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { type Component, define } from "./component.ts";
import { iconProp, lucideIcon } from "./icon-prop.ts";
import { iconProps, takesText, takesValue } from "./prop.ts";
import { propMarkdown } from "./prop-markdown.ts";

const actions = ["copy", "cursor"] as const;
/** The maximum length of a URL that opens an editor. Editors reject longer URLs. */
const cursorLengthMax = 8_000;

/** A prompt that readers copy to an AI agent. Copying yields the Markdown as the author wrote it. */
const prompt: Component = ({ props, children, node }, context) => {
  const description = textProp(props, "description") ?? "Prompt";
  const { words } = context.page;
  const text = sourceOf(children, context);
  const shown = readActions(props.actions);
  const buttons: HtmlNode[] = [];
  if (shown.includes("copy")) {
    buttons.push(
      element("button", { class: "prompt-action", type: "button", "data-copy": text }, [
        lucideIcon("copy"),
        words.copyPrompt,
      ]),
    );
  }
  const address = `cursor://anysphere.cursor-deeplink/prompt?text=${encodeURIComponent(text)}`;
  if (shown.includes("cursor") && address.length <= cursorLengthMax) {
    buttons.push(
      element("a", { class: "prompt-action", href: address }, [
        lucideIcon("square-arrow-out-up-right"),
        "Open in Cursor",
      ]),
    );
  }
  return [
    element("div", { class: "prompt" }, [
      element("div", { class: "prompt-head" }, [
        iconProp(props, node, context) ?? lucideIcon("sparkles"),
        element("div", { class: "prompt-description" }, propMarkdown(description, node, context)),
        element("div", { class: "prompt-actions" }, buttons),
      ]),
      element("details", { class: "prompt-text" }, [
        element("summary", {}, [lucideIcon("chevron-right", "chevron"), words.showPrompt]),
        element("pre", { tabindex: 0, class: "wrapped" }, [element("code", {}, [text])]),
      ]),
    ]),
  ];
};

function readActions(value: PropValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return ["copy"];
  return actions.filter((action) => value.includes(action));
}

/** The author's lines between the tags, without their common indentation. */
export function sourceOf(children: MarkdownNode[], context: RenderContext): string {
  const { source, page } = context;
  const start = children[0]?.position?.start.offset;
  const end = children.at(-1)?.position?.end?.offset;
  // Generated nodes have no source text.
  if (start === undefined || end === undefined) return textOf(context.renderNodes(children, context)).trim();
  const lineStart = source.lastIndexOf("\n", start) + 1;
  const isAfterTag = source.slice(lineStart, start).trim() !== "";
  const lines = source.slice(isAfterTag ? start : lineStart, end).split("\n");
  const indents = lines
    .slice(isAfterTag ? 1 : 0)
    .filter((line) => line.trim() !== "")
    .map((line) => line.search(/\S/));
  const shared = indents.length === 0 ? 0 : Math.min(...indents);
  const text = lines.map((line, index) => (isAfterTag && index === 0 ? line : line.slice(shared))).join("\n");
  return page.interpreter.fill(unmarkFormulas(text.trim()));
}

export const promptComponents = {
  Prompt: define(prompt, {
    description: "A prompt that readers copy to an AI agent.",
    props: [
      takesText("description", "Markdown above the prompt."),
      takesValue("actions", 'Its buttons, such as `{["copy", "cursor"]}`.'),
      ...iconProps,
    ],
  }),
};
