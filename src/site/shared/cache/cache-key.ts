import { hash } from "node:crypto";

/** Each part is preceded by its length, so that ("ab", "c") and ("a", "bc") have different keys. */
export function cacheKey(...parts: string[]): string {
  return hash("sha256", parts.map((part) => `${part.length}:${part}`).join(""));
}
