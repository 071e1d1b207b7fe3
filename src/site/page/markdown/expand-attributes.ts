import { entriesOf } from "../author-code/members.ts";
import { Refusal } from "../author-code/refusal.ts";
import type { JsxAttribute, MarkdownNode } from "../page-tree.ts";
import { isFunction, type Value } from "../page-tree.ts";
import { describeRefusal, type Expansion } from "./expansion.ts";
import { evaluateExpression } from "./expression.ts";
import { fillText } from "./fill-node.ts";

/** Attributes with their values: expressions worked out, `{...props}` taken apart. What cannot be is left out. */
export function expandAttributes(node: MarkdownNode, expansion: Expansion): JsxAttribute[] {
  return (node.attributes ?? []).flatMap((attribute): JsxAttribute[] => {
    const { name, value } = attribute;
    if (attribute.type === "mdxJsxExpressionAttribute") {
      const text = typeof value === "string" ? value.trim().replace(/^\.\.\./, "") : "";
      return attempt(node, "{...}", expansion, () => {
        const spread = entriesOf(evaluate(text, node, expansion));
        return spread.map(([spreadName, item]) => evaluated(spreadName, item, expansion));
      });
    }
    if (name === undefined) return [];
    if (typeof value === "string") return [{ ...attribute, value: fillText(value, node, expansion) }];
    if (value?.type !== "mdxJsxAttributeValueExpression") return [attribute];
    return attempt(node, name, expansion, () => [evaluated(name, evaluate(value.value, node, expansion), expansion)]);
  });
}

/** Elements of HTML and of ours take no functions: nothing could call them. */
export function plainAttributes(node: MarkdownNode, expansion: Expansion): MarkdownNode {
  const attributes = (node.attributes ?? []).filter(({ name, value }) => {
    const takesIt =
      typeof value !== "object" || value === null || !("evaluated" in value) || !isFunction(value.evaluated);
    if (!takesIt) {
      expansion.warn(`<${node.name}> has the function "${name}", which is left out`, node, {
        hint: "nothing on a page can call it: code is never run",
      });
    }
    return takesIt;
  });
  return { ...node, attributes };
}

function evaluate(text: string, node: MarkdownNode, { scope, interpreter, place }: Expansion): Value {
  return evaluateExpression({ text, line: place(node).line ?? 1 }, scope, interpreter);
}

function evaluated(name: string, value: Value, { interpreter }: Expansion): JsxAttribute {
  interpreter.emitProp(value);
  return { type: "mdxJsxAttribute", name, value: { type: "evaluated", evaluated: value } };
}

function attempt(node: MarkdownNode, name: string, expansion: Expansion, read: () => JsxAttribute[]): JsxAttribute[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = describeRefusal(error, expansion.place(node));
    expansion.warn(`the prop "${name}" of <${node.name}> is left out: ${reason}`, node, { hint: error.hint });
    return [];
  }
}
