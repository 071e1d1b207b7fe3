import type { Runtime } from "../page-tree.ts";
import { Dictionary, isList, isMap, kindOf, Regex, type Value, type ValueMap } from "../page-tree.ts";
import { spendText } from "./budget.ts";
import { listMethods } from "./list-methods.ts";
import { propertyName } from "./members.ts";
import { ownMap } from "./ownership.ts";
import { Refusal } from "./refusal.ts";
import { numberMethods, regexMethods, textMethods } from "./text-methods.ts";

/** Calls a method of a value. Only listed methods exist; JavaScript's own are never reached. */
export function callMethod(target: Value, name: string, values: readonly Value[], runtime: Runtime): Value {
  const result = findMethod(target, name, runtime)?.(values);
  if (result === undefined) {
    throw new Refusal(`it calls ".${name}()" of ${kindOf(target)}, which is not a supported method`);
  }
  return isList(result.value) ? runtime.ownership.add(result.value) : result.value;
}

type Call = (values: readonly Value[]) => { value: Value };

function findMethod(target: Value, name: string, runtime: Runtime): Call | undefined {
  if (typeof target === "string") {
    spendText(runtime, target.length);
    return bound(textMethods, target, name, runtime);
  }
  if (isList(target)) {
    runtime.budget.spend(target.length);
    return bound(listMethods, target, name, runtime);
  }
  if (typeof target === "number") return bound(numberMethods, target, name, runtime);
  if (target instanceof Regex) return bound(regexMethods, target, name, runtime);
  if (target instanceof Dictionary) return bound(dictionaryMethods, target, name, runtime);
  return isMap(target) ? bound(objectMethods, target, name, runtime) : undefined;
}

function bound<Target>(
  methods: Record<string, (target: Target, values: readonly Value[], runtime: Runtime) => Value>,
  target: Target,
  name: string,
  runtime: Runtime,
): Call | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method && ((values) => ({ value: method(target, values, runtime) }));
}

type MapMethod = (map: ValueMap, values: readonly Value[], runtime: Runtime) => Value;

const objectMethods: Record<string, MapMethod> = {
  hasOwnProperty: (object: ValueMap, [name]: readonly Value[]) => object.has(propertyName(name)),
};

/** Methods of `new Map()`. */
const dictionaryMethods: Record<string, MapMethod> = {
  get: (map, [name]) => map.get(propertyName(name)),
  has: (map, [name]) => map.has(propertyName(name)),
  set(map, [name, value], runtime) {
    runtime.budget.spend(1);
    ownMap(map, runtime.ownership).set(propertyName(name), value);
    return map;
  },
  delete: (map, [name], runtime) => ownMap(map, runtime.ownership).delete(propertyName(name)),
  keys: (map, _, runtime) => listed([...map.keys()], runtime),
  values: (map, _, runtime) => listed([...map.values()], runtime),
  entries: (map, _, runtime) => listed([...map], runtime),
  forEach(map, [callback], runtime) {
    for (const [name, value] of listed([...map], runtime)) runtime.call(callback, [value, name, map]);
    return undefined;
  },
};

function listed<Item>(items: Item[], runtime: Runtime): Item[] {
  runtime.budget.spend(items.length);
  return items;
}
