import { AsyncLocalStorage } from "node:async_hooks";

interface OperationContext {
  name: string;
  owner: string | undefined;
}

const current = new AsyncLocalStorage<OperationContext>();

/**
 * Names the work and everything that it starts, for the report if it blocks the process, and says which organization it
 * is for, so that organizations take turns.
 */
export function inOperation<Value>(name: string, owner: string, work: () => Value): Value {
  return current.run({ name, owner }, work);
}

/** Undefined outside of operations, such as in the jobs of a worker, which have limits of their own. */
export function findOperation(): Readonly<OperationContext> | undefined {
  return current.getStore();
}

/** Runs work that has its turn. What it starts needs no other one, because it would wait for itself. */
export function inTurn<Value>(work: () => Value): Value {
  return current.run({ name: "", ...current.getStore(), owner: undefined }, work);
}
