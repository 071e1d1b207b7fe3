import { element, type HtmlNode } from "../html/html-node.ts";
import { textProp } from "../page/props.ts";
import type { RenderContext } from "../page/render-context.ts";
import type { Component, ComponentCall } from "./component.ts";
import { type IconName, icon } from "./icons.ts";

const kinds = ["note", "info", "tip", "warning", "check", "danger"] as const;
type CalloutKind = (typeof kinds)[number];

export const namedCallout: Component = (call, context) => {
  return calloutElement(calloutKind(call.name), call, context);
};

/** `<Callout>` without a type is a note; `type` is not in the reference, but authors write it. */
export const callout: Component = (call, context) => {
  return calloutElement(calloutKind(textProp(call.props, "type")), call, context);
};

function calloutKind(name: string | undefined): CalloutKind {
  return kinds.find((kind) => kind === name?.toLowerCase()) ?? "note";
}

function calloutElement(kind: CalloutKind, { props, children }: ComponentCall, context: RenderContext): HtmlNode[] {
  const title = textProp(props, "title");
  const body = context.renderNodes(children, context);
  const content = title === undefined ? body : [element("p", { class: "callout-title" }, [title]), ...body];
  const iconName: IconName = kind;
  return [
    element("div", { class: `callout callout-${kind}`, role: "note", "aria-label": labels[kind] }, [
      icon(iconName),
      element("div", { class: "callout-body" }, content),
    ]),
  ];
}

const labels: Record<CalloutKind, string> = {
  note: "Note",
  info: "Information",
  tip: "Tip",
  warning: "Warning",
  check: "Check",
  danger: "Danger",
};
