import { type Place, rootPlace } from "../../../source/config/config-report.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../source/json-value.ts";
import { grammarLimits } from "./grammar-limits.ts";
import type { RuleCheck } from "./grammar-rules.ts";

class TooMuch extends Error {
  readonly rule: JsonObject;

  constructor(rule: JsonObject, message: string) {
    super(message);
    this.rule = rule;
  }
}

/**
 * Rules that only include other rules are expanded before matching. The expansion of a cycle would never end, and that
 * of a short chain in which every rule includes the next rule twice would exhaust the memory.
 */
export function findIncludeFault(
  root: JsonObject,
  { places, named }: Pick<RuleCheck, "places" | "named">,
): { place: Place; message: string } | undefined {
  const sizes = new Map<JsonObject, number>();
  const open = new Set<JsonObject>();

  function sizeOf(rule: JsonObject): number {
    if (rule.match !== undefined || rule.begin !== undefined) return 1;
    const known = sizes.get(rule);
    if (known !== undefined) return known;
    if (open.has(rule)) throw new TooMuch(rule, "includes itself before it matches anything");
    if (open.size >= grammarLimits.includeDepthMax) {
      throw new TooMuch(rule, `is nested in more than ${grammarLimits.includeDepthMax} includes`);
    }
    open.add(rule);
    const size = listSize(rule.patterns ?? (rule.include === undefined ? [] : [{ include: rule.include }]), rule);
    open.delete(rule);
    sizes.set(rule, size);
    return size;
  }

  function listSize(patterns: JsonValue | undefined, holder: JsonObject): number {
    let size = 0;
    for (const item of Array.isArray(patterns) ? patterns : []) {
      const target = isJsonObject(item) ? targetOf(item) : undefined;
      size += target === undefined ? 1 : sizeOf(target);
      if (size > grammarLimits.patternsAtOnceMax) {
        throw new TooMuch(holder, `includes more than ${grammarLimits.patternsAtOnceMax} patterns at once`);
      }
    }
    return size;
  }

  function targetOf(item: JsonObject): JsonObject | undefined {
    const { include } = item;
    if (typeof include !== "string") return item;
    if (include === "$self" || include === "$base") return root;
    return include.startsWith("#") ? named.get(include.slice(1)) : undefined;
  }

  try {
    for (const rule of places.keys()) listSize(rule.patterns, rule);
    sizeOf(root);
    return undefined;
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { place: places.get(error.rule) ?? rootPlace, message: error.message };
  }
}
