import {
  authorClass,
  type HtmlAttributes,
  type HtmlNode,
  isElement,
  withAuthorClass,
} from "../../shared/html/html-node.ts";
import { styleObjectText } from "../../shared/html/safe-style.ts";
import { didYouMean, nearestWord } from "../../source/config/nearest-word.ts";
import { collectClasses } from "../author-classes.ts";
import { isPlainObject, type Props, textProp } from "../markdown/props.ts";
import type { RenderContext } from "../markdown/render-context.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { PropDefinition } from "./prop.ts";

export interface ComponentCall {
  name: string;
  props: Props;
  children: MarkdownNode[];
  node: MarkdownNode;
}

/** A component maps its props and children to HTML. It runs no author code and escapes nothing itself. */
export type Component = (call: ComponentCall, context: RenderContext) => HtmlNode[];

/** Describes a component for authors. The build, its warnings and the editor all use this description. */
export interface ComponentAbout {
  description: string;
  props?: readonly PropDefinition[];
  /** At least one of these props must be set. */
  needsOneOf?: readonly string[];
  /** The content that belongs between the tags. If it is a list, only components with these names are allowed. */
  children: "blocks" | "text" | "none" | readonly string[];
  /** True if the component is part of a line of text. */
  isInline?: true;
}

export interface ComponentDefinition {
  render: Component;
  about: ComponentAbout;
  /** The names of the component's props. */
  props: readonly string[];
}

type GivenAbout = Omit<ComponentAbout, "children"> & Partial<Pick<ComponentAbout, "children">>;

/** Defines a component. By default, its children are blocks, because that is true for most components. */
export function define(render: Component, about: GivenAbout): ComponentDefinition {
  return { render, about: { children: "blocks", ...about }, props: (about.props ?? []).map(({ name }) => name) };
}

/** Props that every component accepts, as in HTML. They apply to the outermost element. */
const commonProps: readonly string[] = ["className", "class", "id", "style", "key"];
const shownLengthMax = 60;
const ignoredProp = /^(?:data-|aria-|on[A-Z])/;

export function renderDefined(
  definition: ComponentDefinition,
  call: ComponentCall,
  context: RenderContext,
): HtmlNode[] {
  warnOfUnknownProps(definition, call, context);
  return withCommonProps(definition.render(call, context), definition, call.props, context);
}

export function warnOfUnknownProps(definition: ComponentDefinition, call: ComponentCall, context: RenderContext): void {
  for (const name of Object.keys(call.props)) {
    if (definition.props.includes(name) || commonProps.includes(name) || ignoredProp.test(name)) continue;
    context.warn(`<${call.name}> has no prop "${name.slice(0, shownLengthMax)}"`, call.node, {
      hint: didYouMean(nearestWord(name, definition.props)) ?? knownNames(definition),
    });
  }
}

function knownNames({ props }: ComponentDefinition): string {
  return props.length === 0 ? "it takes no props" : `it takes ${props.join(", ")}`;
}

function withCommonProps(
  nodes: HtmlNode[],
  definition: ComponentDefinition,
  props: Props,
  context: RenderContext,
): HtmlNode[] {
  const [first, ...rest] = nodes;
  if (!isElement(first)) return nodes;
  const added: HtmlAttributes = {};
  const own = (name: string) => (definition.props.includes(name) ? undefined : props[name]);
  const className = own("className") ?? own("class");
  if (typeof className === "string") {
    Object.assign(added, withAuthorClass({ [authorClass]: first.attributes[authorClass] }, className));
    collectClasses(className, context.page.authorClasses);
  }
  const id = textProp({ id: own("id") ?? null }, "id");
  if (id !== undefined && first.attributes.id === undefined) added.id = context.page.headingIds.claim(id);
  const style = own("style");
  if (typeof style === "string") added.style = style;
  else if (isPlainObject(style)) added.style = styleObjectText(style);
  if (Object.keys(added).length === 0) return nodes;
  return [{ ...first, attributes: { ...first.attributes, ...added } }, ...rest];
}
