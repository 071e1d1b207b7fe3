import { type Expression, type Node, Parser, type Program } from "acorn";
import jsx from "acorn-jsx";

/** acorn's types don't cover JSX, so these nodes are declared here. They can appear wherever an expression can. */
export type Code = Expression | JsxElement | JsxFragment;

export interface JsxElement extends Node {
  type: "JSXElement";
  openingElement: Node & { name: JsxName; attributes: (JsxAttribute | JsxSpreadAttribute)[] };
  children: JsxChild[];
}

export interface JsxFragment extends Node {
  type: "JSXFragment";
  children: JsxChild[];
}

export type JsxName = JsxIdentifier | JsxMemberName | JsxNamespacedName;

interface JsxIdentifier extends Node {
  type: "JSXIdentifier";
  name: string;
}

interface JsxMemberName extends Node {
  type: "JSXMemberExpression";
  object: JsxIdentifier | JsxMemberName;
  property: JsxIdentifier;
}

interface JsxNamespacedName extends Node {
  type: "JSXNamespacedName";
  namespace: JsxIdentifier;
  name: JsxIdentifier;
}

export interface JsxAttribute extends Node {
  type: "JSXAttribute";
  name: JsxIdentifier | JsxNamespacedName;
  value: Expression | JsxContainer | JsxElement | JsxFragment | null;
}

export interface JsxSpreadAttribute extends Node {
  type: "JSXSpreadAttribute";
  argument: Expression;
}

interface JsxContainer extends Node {
  type: "JSXExpressionContainer";
  expression: Expression | (Node & { type: "JSXEmptyExpression" });
}

export type JsxChild = (Node & { type: "JSXText"; value: string }) | JsxContainer | JsxElement | JsxFragment;

const JsxParser = Parser.extend(jsx());
const ecmaVersion = "latest";

/** Returns undefined if the text isn't valid JavaScript or is nested too deeply for acorn. */
export function parseProgram(text: string): Program | undefined {
  try {
    return JsxParser.parse(text, { ecmaVersion, sourceType: "module" });
  } catch {
    return undefined;
  }
}

const blank = /^(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*)*$/;

/** True for `{}` and for comments. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

/** Parses the text between the braces of `{…}`, which must be exactly one expression. */
export function parseExpression(text: string): Code | undefined {
  try {
    // Without this, the end of a parenthesized expression would be before its closing parenthesis.
    const options = { ecmaVersion, sourceType: "module", preserveParens: true } as const;
    const expression = JsxParser.parseExpressionAt(text, 0, options);
    return isBlank(text.slice(expression.end)) ? expression : undefined;
  } catch {
    return undefined;
  }
}

/** The direct children of a node, in the order of the source. */
export function childrenOf(node: Node): Node[] {
  const children = Object.values(node).flat().filter(isNode);
  return children.sort((one, other) => one.start - other.start || other.end - one.end);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/**
 * Whether code uses a name only to read its members, written out as in `user.name` or `const { name } = user`, and never
 * the member `except`. Locals and members of the same name aren't told apart.
 */
export function readsOnlyMembers(root: Node, name: RegExp, except: string): boolean {
  const allowed = new Set<unknown>();
  let isPlain = true;
  const nameOf = (node: unknown) => (node as { name?: string } | undefined)?.name;
  const isOther = (node: unknown) => nameOf(node) !== except;
  walkCode(root, (node) => {
    const { type, computed } = node;
    if (type === "MemberExpression" && computed === false) {
      allowed.add(node.property);
      if (isOther(node.property)) allowed.add(node.object);
    } else if (type === "Property" && computed === false) {
      allowed.add(node.key);
    } else if (type === "VariableDeclarator" && (node.id as Node).type === "Identifier") {
      allowed.add(node.id);
    } else if (type === "VariableDeclarator" && (node.id as Node).type === "ObjectPattern") {
      const { properties } = node.id as unknown as { properties: (Node & Record<string, unknown>)[] };
      const isPlainPattern = ({ type: kind, computed: isComputed, key }: Record<string, unknown>) =>
        kind === "Property" && isComputed === false && (key as Node).type === "Identifier" && isOther(key);
      if (properties.every(isPlainPattern)) allowed.add(node.init);
    }
    const isMember = type === "MemberExpression" && computed === false;
    const named = isMember ? nameOf(node.property) : type === "Identifier" ? nameOf(node) : undefined;
    if (named !== undefined && name.test(named) && !allowed.has(node)) isPlain = false;
  });
  return isPlain;
}

/** Visits every node of a syntax tree. Iterative, because code may be nested as deep as the parser allows. */
export function walkCode(root: Node, visit: (node: Node & Record<string, unknown>, depth: number) => void): void {
  const waiting: [Node, number][] = [[root, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, depth] = next;
    visit(node as Node & Record<string, unknown>, depth);
    for (const child of childrenOf(node)) waiting.push([child, depth + 1]);
  }
}
