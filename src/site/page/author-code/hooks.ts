import type { Machine } from "./machine.ts";
import { type BuiltInFunction, isFunction, type Value } from "./value.ts";

type Hook = (values: readonly Value[], machine: Machine) => Value;

/**
 * The hooks of React as they are when a component is drawn for the first time: a state is what it starts with, an effect
 * comes later and so never. A component that uses them is shown as a reader first sees it.
 */
const hooks: Record<string, Hook> = {
  useState: ([initial], machine) => [startOf(initial, machine), nothing],
  useReducer: ([, initial, start], machine) => [isFunction(start) ? machine.call(start, [initial]) : initial, nothing],
  useMemo: ([work], machine) => machine.call(work, []),
  useCallback: ([work]) => work,
  useRef: ([initial], machine) => machine.ownership.add(new Map([["current", initial]])),
  useId: () => "id",
  useEffect: () => undefined,
  useLayoutEffect: () => undefined,
  useInsertionEffect: () => undefined,
  useTransition: () => [false, nothing],
  useDeferredValue: ([value]) => value,
};

/** A function whose effect would come later: the setter of a state. While a page is built it changes nothing. */
const nothing: BuiltInFunction = { kind: "builtIn", name: "nothing", apply: () => undefined };

const hookFunctions: [string, Value][] = Object.entries(hooks).map(([name, hook]) => [
  name,
  {
    kind: "builtIn",
    name,
    apply(values, machine) {
      machine.noteFirstState();
      return hook(values, machine);
    },
  },
]);

/** What a component finds in React, by the name it is exported as. Components that only wrap another give that one. */
export const reactExports: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...hookFunctions,
  ["memo", { kind: "builtIn", name: "memo", apply: ([component]) => component }],
  ["forwardRef", { kind: "builtIn", name: "forwardRef", apply: ([component]) => component }],
]);

/** The names that are there without an import, as they are in the format. */
export const hookNames: [string, Value][] = [...hookFunctions, ["React", reactExports]];

function startOf(initial: Value, machine: Machine): Value {
  return isFunction(initial) ? machine.call(initial, []) : initial;
}
