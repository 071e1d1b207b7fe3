import { hash } from "node:crypto";

/** The length before each part distinguishes ("ab", "c") from ("a", "bc"). */
export function cacheKey(...parts: string[]): string {
  return hash("sha256", parts.map((part) => `${part.length}:${part}`).join(""));
}
