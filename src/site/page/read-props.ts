import { readExpression } from "./expression.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import { emptyProps, type Props } from "./props.ts";
import type { RenderContext } from "./render-context.ts";

/** Attributes of a JSX element as plain values. What is not a literal is left out, with a warning. */
export function readProps(node: MarkdownNode, context: RenderContext): Props {
  const props = emptyProps();
  for (const attribute of node.attributes ?? []) {
    if (attribute.type !== "mdxJsxAttribute" || attribute.name === undefined) {
      context.warn(`<${node.name}> spreads its props with {...}, which is not supported yet`, node, {
        hint: "write the props one by one",
      });
    } else if (attribute.value === null || attribute.value === undefined) {
      props[attribute.name] = true;
    } else if (typeof attribute.value === "string") {
      props[attribute.name] = attribute.value;
    } else {
      const result = readExpression(attribute.value.value, context.scope);
      if (result.ok) {
        if (result.value !== undefined) props[attribute.name] = result.value;
      } else if (!isHandler(attribute.name)) {
        context.warn(`the prop "${attribute.name}" of <${node.name}> is not a literal and is left out`, node, {
          hint: "use a string, number, boolean, list or object; JavaScript of pages is never run",
        });
      }
    }
  }
  return props;
}

/** `onClick={…}`: handlers are never printed, and saying so for each would bury the warnings that matter. */
function isHandler(name: string): boolean {
  return /^on[A-Z]/.test(name);
}
