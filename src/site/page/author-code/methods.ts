import { listMethods } from "./list-methods.ts";
import { type Machine, spendText } from "./machine.ts";
import { propertyName } from "./members.ts";
import { ownMap } from "./ownership.ts";
import { Refusal } from "./refusal.ts";
import { numberMethods, regexMethods, textMethods } from "./text-methods.ts";
import { Dictionary, isList, isMap, kindOf, Regex, type Value, type ValueMap } from "./value.ts";

/** Calls a method of a value. Only what is on the lists can be called; nothing of JavaScript's own is reached. */
export function callMethod(target: Value, name: string, values: readonly Value[], machine: Machine): Value {
  const result = findMethod(target, name, machine)?.(values);
  if (result === undefined) {
    throw new Refusal(`it calls ".${name}()" of ${kindOf(target)}, which is not on the list of methods`);
  }
  return isList(result.value) ? machine.ownership.add(result.value) : result.value;
}

type Call = (values: readonly Value[]) => { value: Value };

function findMethod(target: Value, name: string, machine: Machine): Call | undefined {
  if (typeof target === "string") {
    spendText(machine, target.length);
    return bound(textMethods, target, name, machine);
  }
  if (isList(target)) {
    machine.budget.spend(target.length);
    return bound(listMethods, target, name, machine);
  }
  if (typeof target === "number") return bound(numberMethods, target, name, machine);
  if (target instanceof Regex) return bound(regexMethods, target, name, machine);
  if (target instanceof Dictionary) return bound(dictionaryMethods, target, name, machine);
  return isMap(target) ? bound(objectMethods, target, name, machine) : undefined;
}

function bound<Target>(
  methods: Record<string, (target: Target, values: readonly Value[], machine: Machine) => Value>,
  target: Target,
  name: string,
  machine: Machine,
): Call | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return method && ((values) => ({ value: method(target, values, machine) }));
}

type MapMethod = (map: ValueMap, values: readonly Value[], machine: Machine) => Value;

const objectMethods: Record<string, MapMethod> = {
  hasOwnProperty: (object: ValueMap, [name]: readonly Value[]) => object.has(propertyName(name)),
};

/** Of what `new Map()` makes. */
const dictionaryMethods: Record<string, MapMethod> = {
  get: (map, [name]) => map.get(propertyName(name)),
  has: (map, [name]) => map.has(propertyName(name)),
  set(map, [name, value], machine) {
    machine.budget.spend(1);
    ownMap(map, machine.ownership).set(propertyName(name), value);
    return map;
  },
  delete: (map, [name], machine) => ownMap(map, machine.ownership).delete(propertyName(name)),
  keys: (map, _, machine) => listed([...map.keys()], machine),
  values: (map, _, machine) => listed([...map.values()], machine),
  entries: (map, _, machine) => listed([...map], machine),
  forEach(map, [callback], machine) {
    for (const [name, value] of listed([...map], machine)) machine.call(callback, [value, name, map]);
    return undefined;
  },
};

function listed<Item>(items: Item[], machine: Machine): Item[] {
  machine.budget.spend(items.length);
  return items;
}
