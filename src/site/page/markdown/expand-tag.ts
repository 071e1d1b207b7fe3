import { memberOf } from "../author-code/members.ts";
import { Refusal } from "../author-code/refusal.ts";
import { lookUp } from "../author-code/scope.ts";
import type { MarkdownNode, Scope } from "../page-tree.ts";
import { type AuthorFunction, isFunction, isSnippet, kindOf, type Value } from "../page-tree.ts";
import { inlineNodes } from "./expand-expression.ts";
import { describeRefusal, type Expansion } from "./expansion.ts";
import { readValues } from "./read-props.ts";

/** What a tag stands for that the author defined; undefined when no name of the file has it. */
export function expandTag(node: MarkdownNode, expansion: Expansion): MarkdownNode[] | undefined {
  const name = node.name ?? "";
  try {
    const found = findTag(name, expansion.scope);
    if (found === undefined) return undefined;
    if (isSnippet(found.value)) return [{ ...node, snippet: found.value.file }];
    if (isFunction(found.value) && found.value.kind === "function") return applyComponent(node, found.value, expansion);
    throw new Refusal(`it is ${kindOf(found.value)} and no component`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reason = describeRefusal(error, expansion.place(node));
    expansion.warn(`<${name}> cannot be shown: ${reason}`, node, { hint: error.hint });
    return [{ ...node, isRefused: true }];
  }
}

function findTag(name: string, scope: Scope): { value: Value } | undefined {
  const [root = "", ...rest] = name.split(".");
  const found = lookUp(scope, root);
  if (found === undefined || rest.length === 0) return found;
  return { value: rest.reduce<Value>(memberOf, found.value) };
}

function applyComponent(node: MarkdownNode, component: AuthorFunction, expansion: Expansion): MarkdownNode[] {
  const { interpreter, place } = expansion;
  const props = readValues(node);
  const children = interpreter.takeChildren(node.children ?? []) ?? props.get("children");
  if (children !== undefined) props.set("children", children);
  const use = { name: node.name ?? "", component, props, children, place: place(node) };
  const output = interpreter.applyComponent(use);
  interpreter.emit(output);
  return inlineNodes(node, output.nodes);
}
