import type { Function as FunctionCode } from "acorn";
import type { Scope } from "../page-tree.ts";
import { type AuthorFunction, isFunction, type Value } from "../page-tree.ts";

/**
 * Stores a function with its scope; nothing runs until it is called. Handlers and effects never are, so they may
 * contain unsupported code.
 */
export function makeFunction(code: FunctionCode, name: string, scope: Scope): AuthorFunction {
  const made: AuthorFunction = { kind: "function", name, parameters: code.params, body: code.body, scope };
  if (code.async) return { ...made, refused: "it calls an async function" };
  return code.generator ? { ...made, refused: "it calls a generator function" } : made;
}

/** Names an anonymous function after its constant (`const Row = () => …`), for messages. */
export function named(pattern: { type: string; name?: string }, value: Value): Value {
  if (pattern.type !== "Identifier" || !isFunction(value) || value.kind !== "function" || value.name !== "")
    return value;
  return { ...value, name: pattern.name ?? "" };
}
