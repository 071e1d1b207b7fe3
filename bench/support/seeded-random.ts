import { createHash } from "node:crypto";

/**
 * A generator of its own for each named and numbered part of a run. What one part draws then doesn't depend on how many
 * numbers the others have drawn, which depends on timing.
 */
export function randomFor(seed: number, name: string, number: number): () => number {
  return seededRandom(createHash("sha256").update(`${seed} ${name} ${number}`).digest().readUInt32LE() >>> 1);
}

/** Random numbers from 0 to 1. The same seed always gives the same numbers, so that two runs measure the same work. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
