import type { Node } from "acorn";
import { isBrowserName } from "./browser-names.ts";
import { type Declared, defaultName, type ModulePart } from "./module-part.ts";
import {
  type Code,
  childrenOf,
  type JsxAttribute,
  type JsxChild,
  type JsxElement,
  type JsxFragment,
  type JsxName,
  type JsxSpreadAttribute,
} from "./syntax.ts";

/** The name under which compiled code finds the helpers of the prelude. */
const helpers = "lectern$";

/** Resolves docs.json variables in an author's text. */
type Fill = (text: string) => string;

/**
 * Compiles an expression to a function that evaluates it with the names of a scope. Compiled code has the same line
 * numbers as the original, so that errors name the right line.
 */
export function compileExpression(code: Code, text: string, fill: Fill): string {
  return enclose(`(${createCompiler(text, fill)(code)}\n)`);
}

/** Compiles the declarations of a file to a function that lists each declaration with the names it defines. */
export function compileDeclarations({ declared, text }: ModulePart, fill: Fill): string {
  const compile = createCompiler(text, fill);
  let list = "";
  let at = 0;
  for (const one of declared) {
    const [start, end] = one.kind === "constant" ? [one.pattern.start, one.end] : [one.code.start, one.code.end];
    list += `${newlines(text.slice(at, start))}${compileDeclared(one, text, compile)},`;
    at = Math.max(at, end);
  }
  return enclose(`[${list}]`);
}

/** `with` makes the names of a scope available; the function inside is strict, as modules are. */
function enclose(value: string): string {
  return `(function (${helpers}) { with (${helpers}.scope) { return (function () { "use strict"; return ${value}; })(); } })`;
}

function compileDeclared(declared: Declared, text: string, compile: Compile): string {
  if (declared.kind === "statement") return `[[], () => { ${compile(declared.code)} }]`;
  if (declared.kind === "function") {
    const name = JSON.stringify(declared.name);
    return `[[${name}], () => ({ ${name}: (${compile(declared.code)}) })]`;
  }
  const { pattern, names, value, isVariable } = declared;
  const before = value === undefined ? "" : newlines(text.slice(pattern.end, value.start));
  const after = value === undefined ? "" : newlines(text.slice(value.end, declared.end));
  const init = `${before}(${value === undefined ? "undefined" : compile(value)}${after})`;
  const listed = JSON.stringify(names);
  if (names[0] === defaultName) return `[${listed}, () => ({ "${defaultName}": ${init} })]`;
  return `[${listed}, () => { const ${compile(pattern)} = ${init}; return { ${names.join(", ")} }; }, ${isVariable}]`;
}

type Compile = (node: Node) => string;

function createCompiler(source: string, fill: Fill): Compile {
  const lineStarts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) lineStarts.push(at + 1);
  let asyncFunctions = 0;

  function compile(node: Node): string {
    return compileSpecial(node as Node & Record<string, unknown>) ?? compilePlain(node);
  }

  /** The text of the node, with its compiled parts. */
  function compilePlain(node: Node, at = node.start): string {
    let text = "";
    let position = at;
    for (const child of childrenOf(node)) {
      // In `{ name }`, the key and the value are the same text, which must be compiled only once.
      if (child.start < position) continue;
      text += source.slice(position, child.start) + compile(child);
      position = child.end;
    }
    return text + source.slice(position, node.end);
  }

  function compileSpecial(node: Node & Record<string, unknown>): string | undefined {
    switch (node.type) {
      case "JSXElement":
        return compileElement(node as unknown as JsxElement);
      case "JSXFragment":
        return compileFragment(node as unknown as JsxFragment);
      case "Literal":
        return typeof node.value === "string" ? filled(node, node.value, JSON.stringify) : undefined;
      case "TemplateElement":
        return filled(node, (node.value as { cooked?: string | null }).cooked ?? "", templateText);
      case "ThrowStatement":
        return `throw ${helpers}.thrown(${compile(node.argument as Node)});`;
      case "UnaryExpression":
        return asksForBrowser(node) ? `${helpers}.typeOf(${compilePlain(node)})` : undefined;
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "FunctionDeclaration":
        return node.async === true ? compileAsync(node, node.body as Node) : undefined;
      case "AwaitExpression":
        return asyncFunctions > 0 ? undefined : refusal('it has an "await"', node);
      case "ImportExpression":
        return refusal("it has an import()", node);
      case "MetaProperty":
        return source.startsWith("import", node.start) ? refusal('it has "import.meta"', node) : undefined;
      default:
        return undefined;
    }
  }

  /** A build doesn't wait for promises, so async functions run only in the browser. */
  function compileAsync(node: Node, body: Node): string {
    asyncFunctions += 1;
    const head = compilePlain({ ...node, body: undefined, end: body.start } as Node);
    const isBlock = body.type === "BlockStatement";
    const text = isBlock ? `{ ${helpers}.later();${compilePlain(body, body.start + 1)}` : compile(body);
    asyncFunctions -= 1;
    return isBlock ? head + text : `${head}(${helpers}.later(), ${text})${source.slice(body.end, node.end)}`;
  }

  function refusal(reason: string, { start, end }: Node): string {
    return `${helpers}.refuse(${JSON.stringify(reason)})${newlines(source.slice(start, end))}`;
  }

  function lineOf(offset: number): number {
    let low = 0;
    let high = lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  function filled(node: Node, value: string, write: (text: string) => string): string | undefined {
    const text = fill(value);
    return text === value ? undefined : write(text) + newlines(source.slice(node.start, node.end));
  }

  function compileElement(element: JsxElement): string {
    const { name, attributes } = element.openingElement;
    const tag = pathOf(name);
    const written = tag.join(name.type === "JSXNamespacedName" ? ":" : ".");
    const type =
      written === "Fragment" || written === "React.Fragment" ? `${helpers}.fragment` : tagValue(name, tag, written);
    const parts = join(element, [
      { open: `{`, nodes: attributes, close: "}, ", compile: compileAttribute },
      { open: "[", nodes: element.children, close: "]", compile: compileChild },
    ]);
    return `${helpers}.element(${lineOf(element.start)}, ${JSON.stringify(written)}, ${type}, ${parts})`;
  }

  function compileFragment(element: JsxFragment): string {
    const children = join(element, [{ open: "[", nodes: element.children, close: "]", compile: compileChild }]);
    return `${helpers}.element(1, "", ${helpers}.fragment, {}, ${children})`;
  }

  /** Joins compiled nodes, each on its line in the source. */
  function join(
    { start, end }: Node,
    lists: { open: string; nodes: Node[]; close: string; compile: (part: never) => string }[],
  ): string {
    let text = "";
    let at = start;
    for (const { open, nodes, close, compile: compilePart } of lists) {
      text += open;
      for (const node of nodes) {
        const part = compilePart(node as never);
        if (part === "") continue;
        text += `${newlines(source.slice(at, node.start))}${part},`;
        at = node.end;
      }
      text += close;
    }
    return text + newlines(source.slice(at, end));
  }

  function compileAttribute(attribute: JsxAttribute | JsxSpreadAttribute): string {
    if (attribute.type === "JSXSpreadAttribute") return `...(${compile(attribute.argument)})`;
    const { name, value } = attribute;
    // The key is in brackets, so that `__proto__` is an ordinary property.
    const key = `[${JSON.stringify(pathOf(name).join(":"))}]: `;
    if (value === null) return `${key}true`;
    if (value.type === "Literal") {
      return key + JSON.stringify(fill(String(value.value))) + newlines(source.slice(attribute.start, attribute.end));
    }
    if (value.type !== "JSXExpressionContainer") return key + compile(value);
    if (value.expression.type === "JSXEmptyExpression") return `${key}undefined`;
    return `${key}${newlines(source.slice(attribute.start, value.expression.start))}(${compile(value.expression)}${newlines(source.slice(value.expression.end, attribute.end))})`;
  }

  function compileChild(child: JsxChild): string {
    if (child.type === "JSXText") {
      const text = fill(cleanJsxText(child.value));
      return text === "" ? "" : JSON.stringify(text) + newlines(source.slice(child.start, child.end));
    }
    if (child.type !== "JSXExpressionContainer") return compile(child);
    const { expression } = child;
    if (expression.type === "JSXEmptyExpression") return "";
    return `${newlines(source.slice(child.start, expression.start))}(${compile(expression)}${newlines(source.slice(expression.end, child.end))})`;
  }

  return compile;
}

const tagLengthMax = 200;

/** A tag is the author's own component if its name is defined, and otherwise an HTML element or built-in component. */
function tagValue(name: JsxName, [root = ""]: string[], written: string): string {
  if (written.length > tagLengthMax) throw new RangeError("a tag is too long");
  const quoted = JSON.stringify(written);
  if (name.type === "JSXNamespacedName" || /-/.test(written)) return quoted;
  if (name.type === "JSXIdentifier" && /^[a-z]/.test(written)) return quoted;
  return `(typeof ${root} === "undefined" ? ${quoted} : ${written})`;
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

function asksForBrowser({ operator, argument }: Record<string, unknown>): boolean {
  const { type, name } = argument as { type: string; name?: string };
  return operator === "typeof" && type === "Identifier" && isBrowserName(name ?? "");
}

function newlines(text: string): string {
  return "\n".repeat(text.split("\n").length - 1);
}

function templateText(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, (sign) => `\\${sign}`);
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
