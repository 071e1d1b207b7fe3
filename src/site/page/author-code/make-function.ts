import type { Function as FunctionCode } from "acorn";
import type { Scope } from "../page-tree.ts";
import { type AuthorFunction, isFunction, type Value } from "../page-tree.ts";

/**
 * A function is only remembered with the names it sees; nothing runs before it is called. Handlers and effects never
 * are, so they may hold what could not be worked out.
 */
export function makeFunction(code: FunctionCode, name: string, scope: Scope): AuthorFunction {
  const made: AuthorFunction = { kind: "function", name, parameters: code.params, body: code.body, scope };
  if (code.async) return { ...made, refused: "it calls an async function" };
  return code.generator ? { ...made, refused: "it calls a generator function" } : made;
}

/** `const Row = () => …` names the function after its constant, for messages. */
export function named(pattern: { type: string; name?: string }, value: Value): Value {
  if (pattern.type !== "Identifier" || !isFunction(value) || value.kind !== "function" || value.name !== "")
    return value;
  return { ...value, name: pattern.name ?? "" };
}
