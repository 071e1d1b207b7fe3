import { element, type HtmlElement, type HtmlNode } from "../../shared/html/html-node.ts";
import { flowContent } from "../markdown/flow-content.ts";
import { textProp } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import { type Component, type ComponentCall, define } from "./component.ts";
import { iconProp, lucideIcon } from "./icon-prop.ts";
import { iconProps, takesText, takesWord } from "./prop.ts";
import { titleText } from "./prop-markdown.ts";

/** The icon of each kind of callout. The names of the kinds are translated elsewhere. */
const calloutIcons = {
  note: "circle-alert",
  info: "info",
  tip: "lightbulb",
  warning: "triangle-alert",
  check: "circle-check",
  danger: "octagon-alert",
} as const;

type CalloutKind = keyof typeof calloutIcons;
export const calloutKinds = Object.keys(calloutIcons) as CalloutKind[];

const namedCallout: Component = (call, context) => {
  const kind = findCalloutKind(call.name) ?? "note";
  return [calloutElement(kind, call, context)];
};

/** A callout with its own icon and color. `type` isn't documented, but authors use it. */
const callout: Component = (call, context) => [
  calloutElement(findCalloutKind(textProp(call.props, "type")), call, context),
];

export function findCalloutKind(name: string | undefined): CalloutKind | undefined {
  return calloutKinds.find((kind) => kind === name?.toLowerCase());
}

function calloutElement(kind: CalloutKind | undefined, call: ComponentCall, context: RenderContext): HtmlElement {
  const { props, children, node } = call;
  const title = textProp(props, "title");
  const color = textProp(props, "color");
  const body = flowContent(children, context);
  const content = title === undefined ? body : [element("p", { class: "callout-title" }, titleText(title)), ...body];
  const icon = iconProp(props, node, context) ?? (kind === undefined ? undefined : lucideIcon(calloutIcons[kind]));
  const attributes = {
    class: kind === undefined ? "callout" : `callout callout-${kind}`,
    style: color === undefined ? undefined : `--hue: ${color}`,
    role: "note",
    "aria-label": kind === undefined ? (title ?? context.page.words.note) : context.page.words[kind],
  };
  const parts: HtmlNode[] = [element("div", { class: "callout-body" }, content)];
  return element("div", attributes, icon === undefined ? parts : [icon, ...parts]);
}

const calloutProps = [
  takesText("title", "Shown in bold above the text."),
  ...iconProps,
  takesText("color", "A CSS color, such as `#16a34a`."),
];

export const calloutComponents = {
  Note: defineNamed("Something worth knowing."),
  Info: defineNamed("Background information."),
  Tip: defineNamed("A recommendation."),
  Warning: defineNamed("Something that can go wrong."),
  Check: defineNamed("A confirmation."),
  Danger: defineNamed("Something that can do harm."),
  Callout: define(callout, {
    description: "A callout with its own icon and color.",
    props: [...calloutProps, takesWord("type", calloutKinds, "The look of a named callout.")],
  }),
};

function defineNamed(description: string) {
  return define(namedCallout, { description, props: calloutProps });
}
