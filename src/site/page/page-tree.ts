import type { BlockStatement, Expression, Pattern } from "acorn";
import type { HtmlNode, SourcePlace } from "../ground/html/html-node.ts";
import type { Code } from "./author-code/syntax.ts";

/**
 * A node of the tree that satteri returns, with the fields of every node type: each renderer reads those of its own type.
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
  /** Set on the heading that is the page title. */
  isTitle?: boolean;
  position?: { start: { line: number; column: number; offset?: number }; end?: { line?: number; offset?: number } };
  /** The origin of a node created by author code. Other nodes come from the file being rendered. */
  source?: SourcePlace;
  /** The file that a tag refers to, once its name has been resolved. */
  snippet?: string;
  /** The component's code isn't supported, so a placeholder is shown. */
  isRefused?: boolean;
  /** Marks what the browser takes over: a component that runs there, or elements that it finds in the page. */
  island?: IslandMark;
  /** Set on `fromOutside` nodes: renders children that belong to the file including the snippet, in that file's context. */
  renderOutside?(children: MarkdownNode[] | undefined): HtmlNode[];
}

export type IslandMark =
  /** The place of a component. `src` is its module, `parts` identifies the built-in components in its first state. */
  | { kind: "place"; src: string; props: string; parts: string }
  /** Elements that the component was given as a prop. Hidden if it doesn't show them at first. */
  | { kind: "slot"; number: number; isHidden?: boolean }
  /** A built-in component or snippet that the component shows. */
  | { kind: "part"; number: number };

export interface JsxAttribute {
  type: string;
  name?: string;
  value?: JsxAttributeValue;
}

export type JsxAttributeValue =
  | string
  | null
  | undefined
  /** An expression as parsed. */
  | { type: "mdxJsxAttributeValueExpression"; value: string }
  /** The value it evaluates to. */
  | { type: "evaluated"; evaluated: Value };

/**
 * Every value that author code can hold. Objects are maps without a prototype chain, and no value references anything of
 * the host, so there is nothing to escape to.
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
  | BuiltInFunction
  | Snippet
  | Regex
  | Jsx;

export type ValueMap = ReadonlyMap<string, Value>;

/** A function or component written by an author. */
export interface AuthorFunction {
  kind: "function";
  name: string;
  parameters: Pattern[];
  body: BlockStatement | Expression;
  scope: Scope;
  /** Why it can't be called (async or generator). Defining such a function is fine. */
  refused?: string;
}

/** One of the few functions of the language itself, such as `Object.keys`. */
export interface BuiltInFunction {
  kind: "builtIn";
  name: string;
  apply(values: readonly Value[], runtime: Runtime): Value;
  /** Static members, such as `Number.isNaN`. */
  members?: ValueMap;
}

/** A Markdown file imported to be used as a tag. */
interface Snippet {
  kind: "snippet";
  file: string;
}

/** A regular expression. As in JavaScript, it remembers where its last match ended. */
export class Regex {
  readonly source: string;
  readonly flags: string;
  readonly program: RegexProgram;
  lastIndex = 0;

  constructor(source: string, flags: string, program: RegexProgram) {
    this.source = source;
    this.flags = flags;
    this.program = program;
  }
}

export interface RegexProgram {
  root: RegexNode;
  groups: number;
}

/** A parsed regular expression. Our own matcher runs it, so no pattern can run forever. */
export type RegexNode =
  | { kind: "character"; matches: (character: string) => boolean }
  | { kind: "sequence"; parts: RegexNode[] }
  | { kind: "choice"; options: RegexNode[] }
  | { kind: "group"; part: RegexNode; number: number | undefined }
  | { kind: "repeat"; part: RegexNode; min: number; max: number; isLazy: boolean }
  | { kind: "edge"; at: "start" | "end" | "word" | "inWord" }
  | { kind: "look"; part: RegexNode; isNegative: boolean };

/** The result of `new Map()`. Everything except its own methods treats it as an object. */
export class Dictionary extends Map<string, Value> {}

/** Finished elements. A class, so that no object written by an author can pass for one. */
export class Jsx {
  readonly nodes: MarkdownNode[];
  /** The approximate number of characters it prints. Shared parts count every time they are used. */
  readonly size: number;
  readonly depth: number;

  constructor(nodes: MarkdownNode[], size: number, depth: number) {
    this.nodes = nodes;
    this.size = size;
    this.depth = depth;
  }
}

/** The text that code comes from, so that a message can name its line. */
export interface Origin {
  file: string;
  text: string;
  /** The line of the file on which the text starts. */
  line: number;
  lineStarts?: number[];
}

/** Names and their values. Lookups go from a function's own names outward to those of its file. */
export interface Scope {
  origin: Origin;
  names: Map<string, Value>;
  parent: Scope | undefined;
  /** Set for the scope of a function or block, whose names may be reassigned. */
  isLocal?: boolean;
  /** Finds names that are evaluated lazily: constants and imports of a file. May throw a Refusal. */
  find?: (name: string) => { value: Value } | undefined;
}

/** The interpreter of one page, as seen by its parts: they are mutually recursive and reach each other through this. */
export interface Runtime {
  budget: Budget;
  ownership: Ownership;
  evaluate(code: Code, scope: Scope): Value;
  call(callee: Value, values: readonly Value[]): Value;
  /** Never throws for a fault of the component: one that can't be shown becomes a placeholder. */
  applyComponent(use: ComponentUse): Jsx;
  /** Records that the output is only the initial state of something that would change in a browser. */
  noteFirstState(): void;
  /** Replaces the docs.json variables in an author's text. */
  fill(text: string): string;
}

/** A use of a component written by an author. */
export interface ComponentUse {
  name: string;
  component: AuthorFunction;
  props: ValueMap;
  /** Shown when the component itself can't be. */
  children: Value;
  place: SourcePlace;
}

/** What the code of one page may use, across all of its components and expressions. */
export interface Budget {
  /** Spends steps. Code that creates or walks n items or characters spends in proportion to n, so steps also bound memory. */
  spend(steps: number): void;
  /** Goes one level deeper; `leave` goes back. After a refusal, `run` restores the depth. */
  enter(): void;
  leave(): void;
  /** Runs work against the time limit of the page. */
  run<Result>(work: () => Result): Result;
  /** Restores the current depth afterwards, even if the work is refused. */
  guard<Result>(work: () => Result): Result;
  /** Refuses a single piece of output larger than a page may be. */
  checkOutput(size: number): void;
  /** Adds a piece of output to the page. */
  emit(size: number): void;
}

/**
 * The lists and objects that the page's code created and may change. Props, built-in values and anything handed to an
 * element are excluded: once measured, they must not change.
 */
export interface Ownership {
  add<Made extends Value>(value: Made): Made;
  drop(value: Value): void;
  has(value: Value): boolean;
}

export function isMap(value: Value): value is ValueMap {
  return value instanceof Map;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isFunction(value: Value): value is AuthorFunction | BuiltInFunction {
  return typeof value === "object" && value !== null && "kind" in value && value.kind !== "snippet";
}

export function isSnippet(value: Value): value is Snippet {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "snippet";
}

/** Describes the type of a value in messages. */
export function kindOf(value: Value): string {
  if (value === null || value === undefined) return String(value);
  if (isList(value)) return "a list";
  if (isMap(value)) return "an object";
  if (value instanceof Regex) return "a regular expression";
  if (value instanceof Jsx || isSnippet(value)) return "an element";
  return isFunction(value) ? "a function" : `a ${typeof value}`;
}
