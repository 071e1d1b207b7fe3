import type { NormalSchema } from "../read/normal-schema.ts";

/** The references of every schema around a place, from the outermost. */
export type SchemaTrail = readonly ReadonlySet<string>[];

/** Whether a schema stands inside of itself. */
export function beginsAgain({ references }: NormalSchema, trail: SchemaTrail): boolean {
  for (const reference of references) if (trail.some((around) => around.has(reference))) return true;
  return false;
}

/** The trail of what is inside of a schema. */
export function trailInto({ references }: NormalSchema, trail: SchemaTrail): SchemaTrail {
  return references.size === 0 ? trail : [...trail, references];
}
