import { isJsonObject, type JsonValue } from "../../source/json-value.ts";
import { type Comparable, type Condition, parseJsonPath, type Segment, type Selector } from "./parse-json-path.ts";

/** A part of a document and where it is, so that it can be replaced or removed. */
export interface Match {
  value: JsonValue;
  /** Undefined for the root. */
  parent: JsonValue[] | { [key: string]: JsonValue } | undefined;
  key: string | number;
  depth: number;
}

/** Limits the work on a document: every value that is looked at or copied is counted. Throws if it is used up. */
export interface Budget {
  spend(values: number): void;
}

/** Finds the parts of a document that a JSONPath (RFC 9535) selects. Throws an Error that explains a wrong path. */
export function findByJsonPath(root: JsonValue, path: string, budget: Budget): Match[] {
  return follow([{ value: root, parent: undefined, key: "", depth: 0 }], parseJsonPath(path), root, budget);
}

function follow(from: Match[], segments: readonly Segment[], root: JsonValue, budget: Budget): Match[] {
  let found = from;
  for (const { isDeep, selectors } of segments) {
    const parts = isDeep ? found.flatMap((match) => withDescendants(match, budget)) : found;
    found = parts.flatMap((match) => selectors.flatMap((selector) => select(match, selector, root, budget)));
  }
  return found;
}

function select(match: Match, selector: Selector, root: JsonValue, budget: Budget): Match[] {
  const { value } = match;
  // Counted even if nothing is found, because a path can repeat a name and multiply its matches.
  budget.spend(1);
  if (selector.kind === "name") return pick(match, selector.name);
  if (selector.kind === "index" && Array.isArray(value)) {
    return pick(match, selector.index < 0 ? value.length + selector.index : selector.index);
  }
  if (selector.kind === "index") return [];
  const all = children(match, budget);
  if (selector.kind === "all") return all;
  if (selector.kind === "filter") return all.filter((child) => holds(selector.condition, child, root, budget));
  return Array.isArray(value) ? slice(all, selector) : [];
}

function slice(all: Match[], { start, end, step = 1 }: { start?: number; end?: number; step?: number }): Match[] {
  const fromEnd = (position: number) => (position < 0 ? all.length + position : position);
  const ordered = step < 0 ? all.toReversed() : all;
  const [first, last] = step < 0 ? [all.length - 1, -all.length - 1] : [0, all.length];
  const [from, to] = [fromEnd(start ?? first), fromEnd(end ?? last)];
  const isIn = (index: number) => (step < 0 ? index <= from && index > to : index >= from && index < to);
  const inside = ordered.filter(({ key }) => isIn(Number(key)));
  return step === 0 ? [] : inside.filter((_, index) => index % Math.abs(step) === 0);
}

/** Own properties only, so that `constructor` and `__proto__` are ordinary names. */
function pick({ value, depth }: Match, key: string | number): Match[] {
  if (Array.isArray(value)) {
    const item = typeof key === "number" ? value[key] : undefined;
    return item === undefined ? [] : [{ value: item, parent: value, key, depth: depth + 1 }];
  }
  if (!isJsonObject(value) || typeof key === "number" || !Object.hasOwn(value, key)) return [];
  return [{ value: value[key] ?? null, parent: value, key, depth: depth + 1 }];
}

function children(match: Match, budget: Budget): Match[] {
  const { value } = match;
  const keys = Array.isArray(value) ? [...value.keys()] : isJsonObject(value) ? Object.keys(value) : [];
  budget.spend(keys.length + 1);
  return keys.flatMap((key) => pick(match, key));
}

function withDescendants(match: Match, budget: Budget): Match[] {
  const found = [match];
  for (let next = 0; next < found.length; next += 1) found.push(...children(found[next] ?? match, budget));
  return found;
}

function holds(condition: Condition, match: Match, root: JsonValue, budget: Budget): boolean {
  switch (condition.kind) {
    case "or":
      return condition.parts.some((part) => holds(part, match, root, budget));
    case "and":
      return condition.parts.every((part) => holds(part, match, root, budget));
    case "not":
      return !holds(condition.part, match, root, budget);
    case "exists":
      return query(condition, match, root, budget).length > 0;
    case "compare":
      return compare(
        condition.operator,
        resolve(condition.left, match, root, budget),
        resolve(condition.right, match, root, budget),
      );
  }
}

function query(
  { isFromRoot, segments }: { isFromRoot: boolean; segments: Segment[] },
  match: Match,
  root: JsonValue,
  budget: Budget,
): Match[] {
  return follow([isFromRoot ? { ...match, value: root } : match], segments, root, budget);
}

/** The value of one side of a comparison; undefined if nothing is there. */
function resolve(side: Comparable, match: Match, root: JsonValue, budget: Budget): JsonValue | undefined {
  if (side.kind === "literal") return side.value;
  const found = query(side, match, root, budget);
  if (side.function === "count") return found.length;
  const value = found.length === 1 ? found[0]?.value : undefined;
  if (side.function !== "length") return value;
  if (typeof value === "string") return [...value].length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : undefined;
}

function compare(operator: string, left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (operator === "!=") return !isEqual(left, right);
  if (operator === "==") return isEqual(left, right);
  const isLess = (one: typeof left, other: typeof left) =>
    (typeof one === "number" && typeof other === "number" && one < other) ||
    (typeof one === "string" && typeof other === "string" && one < other);
  const isSmaller = operator.startsWith("<") ? isLess(left, right) : isLess(right, left);
  return isSmaller || (operator.endsWith("=") && isEqual(left, right));
}

/** Lists and objects are never equal here: comparing them would cost more than any overlay needs. */
function isEqual(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return left === right && (typeof left !== "object" || left === null);
}
