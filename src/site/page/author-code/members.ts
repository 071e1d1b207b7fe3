import { Dictionary, isList, isMap, kindOf, Regex, type Value } from "../page-tree.ts";
import { Refusal } from "./refusal.ts";

/** These lead from an object to its constructor. Our objects don't have them, but the names are refused anyway. */
const forbiddenNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
const index = /^(?:0|[1-9]\d{0,9})$/;

/** Validates a property name: a string or number that isn't forbidden. */
export function propertyName(key: Value): string {
  if (typeof key !== "string" && typeof key !== "number")
    throw new Refusal(`it uses ${kindOf(key)} as a property name`);
  const name = String(key);
  if (forbiddenNames.has(name)) throw new Refusal(`it uses "${name}", which is not allowed`);
  return name;
}

/** Reads own properties only. Methods of lists and strings aren't values and can only be called. */
export function memberOf(object: Value, key: Value): Value {
  const name = propertyName(key);
  if (object instanceof Dictionary) return name === "size" ? object.size : undefined;
  if (isMap(object)) return object.get(name);
  if (typeof object === "string" || isList(object)) {
    // A set is a list without duplicates, and a regex match is a list with an index.
    if (name === "length" || (name === "size" && isList(object))) return object.length;
    if (name === "index" && Object.hasOwn(object as object, "index")) return (object as { index?: number }).index;
    const at = listIndex(name);
    return at === undefined ? undefined : object[at];
  }
  if (object instanceof Regex) return regexMember(object, name);
  if (typeof object === "number" || typeof object === "boolean") return undefined;
  throw new Refusal(`it reads "${name}" of ${kindOf(object)}`);
}

/** Parses a property name as a list index. */
export function listIndex(name: string): number | undefined {
  return index.test(name) ? Number(name) : undefined;
}

function regexMember(regex: Regex, name: string): Value {
  if (name === "source" || name === "flags" || name === "lastIndex") return regex[name];
  return name === "global" ? regex.flags.includes("g") : undefined;
}

/** The entries that `{...value}` adds; none for values without properties. */
export function entriesOf(value: Value): [string, Value][] {
  if (isMap(value)) return [...value];
  if (isList(value)) return value.map((item, position) => [String(position), item]);
  if (value === null || value === undefined || typeof value === "boolean") return [];
  throw new Refusal(`it spreads ${kindOf(value)} into an object`);
}
