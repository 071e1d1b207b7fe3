import {
  isFunction,
  isSnippet,
  Jsx,
  type JsxAttributeValue,
  kindOf,
  type MarkdownNode,
  type Runtime,
  type Scope,
  type Value,
} from "../page-tree.ts";
import { spendText } from "./budget.ts";
import { entriesOf, memberOf, propertyName } from "./members.ts";
import { Refusal } from "./refusal.ts";
import { lookUp, placeIn } from "./scope.ts";
import type { JsxAttribute, JsxChild, JsxElement, JsxFragment, JsxName } from "./syntax.ts";
import { elementSize, sizeOfProp, toJsx } from "./to-jsx.ts";

const tagLengthMax = 200;
const htmlTag = /^[a-z][a-z0-9]*$/;

/** Turns `<Card title={x}>…</Card>` in code into the same nodes the parser creates for it in a page. */
export function evaluateElement(code: JsxElement, scope: Scope, runtime: Runtime): Jsx {
  const { name, attributes } = code.openingElement;
  const tag = resolveTag(name, scope, runtime);
  if (tag.isFragment) return toJsx(readChildren(code.children, scope, runtime), runtime);
  const props = readAttributes(attributes, scope, runtime);
  const given = readChildren(code.children, scope, runtime);
  const children = given.length === 0 ? props.get("children") : given.length === 1 ? given[0] : given;
  const place = placeIn(scope.origin, code.start);
  if (isFunction(tag.bound) && tag.bound.kind === "function") {
    if (children !== undefined) props.set("children", children);
    return runtime.applyComponent({ name: tag.name, component: tag.bound, props, children, place });
  }
  props.delete("children");
  const content = toJsx(children, runtime);
  const node: MarkdownNode = {
    type: "mdxJsxFlowElement",
    name: typeof tag.bound === "string" ? tag.bound : tag.name,
    attributes: plainAttributes(props, runtime),
    children: asSiblings(content.nodes),
    source: place,
  };
  if (isSnippet(tag.bound)) node.snippet = tag.bound.file;
  let size = elementSize + content.size;
  for (const value of props.values()) size += sizeOfProp(value, runtime);
  runtime.budget.checkOutput(size);
  return new Jsx([node], size, content.depth + 1);
}

export function evaluateFragment(code: JsxFragment, scope: Scope, runtime: Runtime): Jsx {
  return toJsx(readChildren(code.children, scope, runtime), runtime);
}

interface Tag {
  name: string;
  /** The author's definition of the name; undefined for HTML elements and built-in components. */
  bound: Value;
  isFragment: boolean;
}

function resolveTag(code: JsxName, scope: Scope, runtime: Runtime): Tag {
  const path = pathOf(code);
  runtime.budget.spend(path.length);
  const name = path.join(".");
  if (name.length > tagLengthMax) throw new Refusal(`it has a tag of more than ${tagLengthMax} characters`);
  // The only part of React that works without React, whether imported or not.
  if (name === "Fragment" || name === "React.Fragment") return { name, bound: undefined, isFragment: true };
  const [root = "", ...rest] = path;
  const found = code.type === "JSXIdentifier" && /^[a-z]/.test(name) ? undefined : lookUp(scope, root);
  if (found === undefined) {
    return { name: code.type === "JSXNamespacedName" ? path.join(":") : name, bound: undefined, isFragment: false };
  }
  let bound = found.value;
  for (const part of rest) bound = memberOf(bound, part);
  const isUsable = isSnippet(bound) || isFunction(bound) || (typeof bound === "string" && htmlTag.test(bound));
  if (!isUsable) throw new Refusal(`it uses <${name}>, which is ${kindOf(bound)}, not a component`);
  return { name, bound, isFragment: false };
}

/** Splits `a.b.c` into its parts. Iterative, because a name can be as long as a file. */
function pathOf(code: JsxName): string[] {
  if (code.type === "JSXNamespacedName") return [code.namespace.name, code.name.name];
  const path: string[] = [];
  let part = code;
  for (; part.type === "JSXMemberExpression"; part = part.object) path.push(part.property.name);
  path.push(part.name);
  return path.reverse();
}

function readAttributes(
  attributes: JsxElement["openingElement"]["attributes"],
  scope: Scope,
  runtime: Runtime,
): Map<string, Value> {
  const props = new Map<string, Value>();
  for (const attribute of attributes) {
    runtime.budget.spend(1);
    if (attribute.type === "JSXAttribute") {
      const name = attribute.name.type === "JSXIdentifier" ? attribute.name.name : pathOf(attribute.name).join(":");
      props.set(propertyName(name), attributeValue(attribute, scope, runtime));
    } else {
      for (const [name, value] of entriesOf(runtime.evaluate(attribute.argument, scope))) props.set(name, value);
    }
  }
  // React reserves these two; they are never props.
  props.delete("key");
  if (props.delete("ref")) runtime.noteFirstState();
  return props;
}

function attributeValue({ value }: JsxAttribute, scope: Scope, runtime: Runtime): Value {
  if (value === null) return true;
  if (value.type !== "JSXExpressionContainer") return runtime.evaluate(value, scope);
  return value.expression.type === "JSXEmptyExpression" ? undefined : runtime.evaluate(value.expression, scope);
}

/** Drops handlers and other functions: nothing on a page can call them. */
function plainAttributes(
  props: Map<string, Value>,
  runtime: Runtime,
): { type: string; name: string; value: JsxAttributeValue }[] {
  return [...props].flatMap(([name, value]) => {
    if (!isFunction(value)) return [{ type: "mdxJsxAttribute", name, value: { type: "evaluated", evaluated: value } }];
    runtime.noteFirstState();
    return [];
  });
}

function readChildren(children: JsxChild[], scope: Scope, runtime: Runtime): Value[] {
  const values: Value[] = [];
  for (const child of children) {
    runtime.budget.spend(1);
    if (child.type === "JSXText") {
      spendText(runtime, child.value.length);
      const text = runtime.fill(cleanJsxText(child.value));
      if (text !== "") values.push(text);
    } else if (child.type !== "JSXExpressionContainer") {
      values.push(runtime.evaluate(child, scope));
    } else if (child.expression.type !== "JSXEmptyExpression") {
      values.push(runtime.evaluate(child.expression, scope));
    }
  }
  return values;
}

/** Elements next to text are inline, as the parser treats them in a page. */
function asSiblings(nodes: MarkdownNode[]): MarkdownNode[] {
  if (!nodes.some((node) => node.type === "text" && node.value?.trim() !== "")) return nodes;
  return nodes.map((node) => (node.type === "mdxJsxFlowElement" ? { ...node, type: "mdxJsxTextElement" } : node));
}

/**
 * Normalizes the text between two tags the way JSX does: removes indentation and empty lines, and joins the rest with
 * single spaces.
 */
function cleanJsxText(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split(/\r?\n/);
  const lastIndex = lines.length - 1;
  return lines
    .map((line, index) => {
      const tabless = line.replaceAll("\t", " ");
      const startTrimmed = index === 0 ? tabless : tabless.replace(/^ +/, "");
      return index === lastIndex ? startTrimmed : startTrimmed.replace(/ +$/, "");
    })
    .filter((line) => line !== "")
    .join(" ");
}
