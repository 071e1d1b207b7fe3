import type { HtmlNode, SourcePlace } from "../shared/html/html-node.ts";

/**
 * A node of the tree that satteri returns. It has the fields of all node types, and each renderer reads the fields of
 * its own type.
 */
export interface MarkdownNode {
  type: string;
  children?: MarkdownNode[];
  value?: string;
  depth?: number;
  url?: string;
  title?: string | null;
  alt?: string | null;
  ordered?: boolean;
  start?: number | null;
  spread?: boolean;
  checked?: boolean | null;
  lang?: string | null;
  meta?: string | null;
  align?: (string | null)[];
  identifier?: string;
  label?: string | null;
  name?: string | null;
  attributes?: JsxAttribute[];
  data?: { hProperties?: { id?: unknown } };
  /** True for the heading that is the page title. */
  isTitle?: boolean;
  position?: { start: { line: number; column: number; offset?: number }; end?: { line?: number; offset?: number } };
  /** The origin of a node created by author code. Other nodes come from the file being rendered. */
  source?: SourcePlace;
  /** The file that a tag refers to, once its name has been resolved. */
  snippet?: string;
  /** True if the component's code isn't supported, so that a placeholder is shown. */
  isRefused?: boolean;
  /** Marks a component that runs in the browser, or elements that such a component takes from the page. */
  island?: IslandMark;
  /**
   * Set on `fromOutside` nodes: renders children that belong to the file including the snippet, in that file's context.
   */
  renderOutside?(children: MarkdownNode[] | undefined): HtmlNode[];
}

/** All nodes of some trees in their order on the page. Not recursive, because code can nest its elements deeply. */
export function* walkNodes(nodes: readonly MarkdownNode[]): Generator<MarkdownNode> {
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (const child of node.children?.toReversed() ?? []) waiting.push(child);
  }
}

export type IslandMark =
  /** A component. `src` is its module, and `parts` identifies the built-in components in its initial HTML. */
  | { kind: "place"; src: string; props: string; parts: string }
  /** Elements passed to the component as a prop. Hidden if the component doesn't show them at first. */
  | { kind: "slot"; number: number; isHidden?: boolean }
  /** A built-in component or snippet that the component shows. */
  | { kind: "part"; number: number }
  /** An HTML element with handlers. `src` is the module with these functions, in the order of their names. */
  | { kind: "handlers"; src: string; names: string };

export interface JsxAttribute {
  type: string;
  name?: string;
  value?: JsxAttributeValue;
}

type JsxAttributeValue =
  | string
  | null
  | undefined
  /** An expression as parsed. */
  | { type: "mdxJsxAttributeValueExpression"; value: string }
  /** The value of an expression that has been evaluated. */
  | { type: "evaluated"; evaluated: Value };

/**
 * A value of author code as a page sees it. Objects are maps without a prototype chain, and functions stay in the
 * engine, so no value can run anything here.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | ValueMap
  | AuthorFunction
  | OpaqueValue
  | Snippet
  | Jsx;

export type ValueMap = ReadonlyMap<string, Value>;

/** A function or component, by its number in the engine. */
export interface AuthorFunction {
  kind: "function";
  ref: number;
  name: string;
  /** The file that defines the function. Undefined for functions inside other functions. */
  file: string | undefined;
  /** The code of a function that isn't defined under its name, such as `() => open()` in an attribute. */
  expression?: string;
}

/** Another object that only author code can use, such as a date. */
interface OpaqueValue {
  kind: "opaque";
  ref: number;
}

/** A Markdown file imported to be used as a tag. */
interface Snippet {
  kind: "snippet";
  file: string;
}

/** Finished elements. This is a class, so that an author's object can't be mistaken for one. */
export class Jsx {
  readonly nodes: MarkdownNode[];
  /** The approximate length of the elements as HTML. Shared parts count every time they are used. */
  readonly size: number;
  readonly depth: number;

  constructor(nodes: MarkdownNode[], size: number, depth: number) {
    this.nodes = nodes;
    this.size = size;
    this.depth = depth;
  }
}

/** The names that the code of a file can use. */
export interface Scope {
  file: string;
  has(name: string): boolean;
  /** The props of a snippet. Its code can use them like its other names. */
  given?: ValueMap;
  /** The number of the scope in the engine, which creates the scope on first use. Throws a Refusal. */
  id(): number;
}

/** A use of a component written by an author. */
export interface ComponentUse {
  name: string;
  component: AuthorFunction;
  props: ValueMap;
  place: SourcePlace;
}

export function isMap(value: Value): value is ValueMap {
  return value instanceof Map;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isFunction(value: Value): value is AuthorFunction {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "function";
}

export function isSnippet(value: Value): value is Snippet {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "snippet";
}

/** Describes the type of a value in messages. */
export function kindOf(value: Value): string {
  if (value === null || value === undefined) return String(value);
  if (isList(value)) return "a list";
  if (value instanceof Jsx || isSnippet(value)) return "an element";
  if (isFunction(value)) return "a function";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
