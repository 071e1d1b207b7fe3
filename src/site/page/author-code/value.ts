import type { BlockStatement, Expression, Pattern } from "acorn";
import type { MarkdownNode } from "../markdown/markdown-node.ts";
import type { Machine } from "./machine.ts";
import type { RegexProgram } from "./regex/parse-regex.ts";
import type { Scope } from "./scope.ts";

/**
 * Everything that code of an author can hold. Objects are maps and have no prototype to climb, and no value leads to
 * anything of ours: there is nothing to escape to.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | ValueMap
  | TenantFunction
  | BuiltInFunction
  | Snippet
  | Regex
  | Jsx;

export type ValueMap = ReadonlyMap<string, Value>;

/** A function or component that an author wrote. */
export interface TenantFunction {
  kind: "function";
  name: string;
  parameters: Pattern[];
  body: BlockStatement | Expression;
  scope: Scope;
  /** Why it cannot be called: it waits for something, or gives its values one by one. It may stand there all the same. */
  refused?: string;
}

/** One of the few functions of the language itself, such as `Object.keys`. */
export interface BuiltInFunction {
  kind: "builtIn";
  name: string;
  apply(values: readonly Value[], machine: Machine): Value;
  /** What stands behind a dot: `isNaN` of `Number`. */
  members?: ValueMap;
}

/** A Markdown file, imported to be used as a tag. */
export interface Snippet {
  kind: "snippet";
  file: string;
}

/** A regular expression. It remembers where its last match ended, as it does in JavaScript. */
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

/** What `new Map()` makes. It is an object to everything but its own methods. */
export class Dictionary extends Map<string, Value> {}

/** Finished elements. It is a class so that no object an author writes can pass for one. */
export class Jsx {
  readonly nodes: MarkdownNode[];
  /** Roughly the characters it prints, and how deep it is nested; shared parts count each time they are used. */
  readonly size: number;
  readonly depth: number;

  constructor(nodes: MarkdownNode[], size: number, depth: number) {
    this.nodes = nodes;
    this.size = size;
    this.depth = depth;
  }
}

export function isMap(value: Value): value is ValueMap {
  return value instanceof Map;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isFunction(value: Value): value is TenantFunction | BuiltInFunction {
  return typeof value === "object" && value !== null && "kind" in value && value.kind !== "snippet";
}

export function isSnippet(value: Value): value is Snippet {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "snippet";
}

/** A word for what a value is, for messages. */
export function kindOf(value: Value): string {
  if (value === null || value === undefined) return String(value);
  if (isList(value)) return "a list";
  if (isMap(value)) return "an object";
  if (value instanceof Regex) return "a regular expression";
  if (value instanceof Jsx || isSnippet(value)) return "an element";
  return isFunction(value) ? "a function" : `a ${typeof value}`;
}
