export type AsyncVersion = 2 | 3;

/** `2.6.0` → 2. Undefined for a version that is not known. */
export function asyncVersion(word: string): AsyncVersion | undefined {
  if (/^2\.[0-6](?:\.|$)/.test(word)) return 2;
  return /^3\.\d/.test(word) ? 3 : undefined;
}
