import type { Runtime } from "../page-tree.ts";
import { type BuiltInFunction, isFunction, type Value } from "../page-tree.ts";

type Hook = (values: readonly Value[], runtime: Runtime) => Value;

/**
 * React hooks as they behave on the first render: state has its initial value, and effects never run. A component that
 * uses them is shown as a reader first sees it.
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

/** A function that would only have an effect later, such as a state setter. It does nothing during a build. */
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

/** What author code can import from React. Functions that only wrap a component return that component. */
export const reactExports: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...hookFunctions,
  ["memo", { kind: "builtIn", name: "memo", apply: ([component]) => component }],
  ["forwardRef", { kind: "builtIn", name: "forwardRef", apply: ([component]) => component }],
]);

/** Names that are available without an import, as the format promises. */
export const hookNames: [string, Value][] = [...hookFunctions, ["React", reactExports]];

function startOf(initial: Value, runtime: Runtime): Value {
  return isFunction(initial) ? runtime.call(initial, []) : initial;
}
