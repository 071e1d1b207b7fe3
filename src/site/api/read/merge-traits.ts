import { isJsonObject, type JsonObject } from "../../source/json-value.ts";
import type { AsyncVersion } from "./async-version.ts";
import { channelLimits } from "./channel-limits.ts";
import { listOf, resolveObject, type SpecDocument } from "./spec-document.ts";

/**
 * An operation or a message with what it shares with others. In AsyncAPI 2 a trait is merged over the object, so the
 * trait wins; in AsyncAPI 3 the object does.
 */
export function withTraits(document: SpecDocument, target: JsonObject, version: AsyncVersion): JsonObject {
  const traits = listOf(target, "traits")
    .slice(0, channelLimits.traitsMax)
    .map((trait) => resolveObject(document, trait))
    .filter((trait) => trait !== undefined);
  if (traits.length === 0) return target;
  return version === 2 ? traits.reduce(merged, target) : merged(traits.reduce(merged, {}), target);
}

/** JSON Merge Patch. The depth of a description is bounded, and so is that of this. */
function merged(target: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (key === "__proto__") continue;
    const before = Object.hasOwn(result, key) ? result[key] : undefined;
    if (value === null) delete result[key];
    else result[key] = isJsonObject(before) && isJsonObject(value) ? merged(before, value) : value;
  }
  return result;
}
