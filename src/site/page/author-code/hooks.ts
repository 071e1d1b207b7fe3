import type { Runtime } from "../page-tree.ts";
import { type BuiltInFunction, isFunction, type Value } from "../page-tree.ts";

type Hook = (values: readonly Value[], runtime: Runtime) => Value;

/**
 * The hooks of React as they are when a component is drawn for the first time: a state is what it starts with, an effect
 * comes later and so never. A component that uses them is shown as a reader first sees it.
 */
const hooks: Record<string, Hook> = {
  useState: ([initial], runtime) => [startOf(initial, runtime), nothing],
  useReducer: ([, initial, start], runtime) => [isFunction(start) ? runtime.call(start, [initial]) : initial, nothing],
  useMemo: ([work], runtime) => runtime.call(work, []),
  useCallback: ([work]) => work,
  useRef: ([initial], runtime) => runtime.ownership.add(new Map([["current", initial]])),
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
    apply(values, runtime) {
      runtime.noteFirstState();
      return hook(values, runtime);
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

function startOf(initial: Value, runtime: Runtime): Value {
  return isFunction(initial) ? runtime.call(initial, []) : initial;
}
