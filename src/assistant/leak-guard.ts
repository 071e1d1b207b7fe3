import { LRUCache } from "lru-cache";

const windowCharacters = 40;
const instructionsRemembered = 50;
/** Every answer of a site has the same instructions, and their windows take many times their size. */
const remembered = new LRUCache<string, ReadonlySet<string>>({ max: instructionsRemembered });

/**
 * Holds back the end of a model's output until it is clear that it isn't reciting its instructions. They are hardly secret,
 * but a model that reveals them is following a stranger's orders, so the rest of its output can't be trusted either.
 */
export function createLeakGuard(instructions: string) {
  const windows = remembered.get(instructions) ?? new Set(windowsOf(instructions));
  remembered.set(instructions, windows);
  let held = "";
  let seen = "";
  let hasLeaked = false;

  return {
    get hasLeaked(): boolean {
      return hasLeaked;
    },
    push(text: string): string {
      if (hasLeaked) return "";
      held += text;
      seen = (seen + text).slice(-(windowCharacters * 4 + text.length));
      hasLeaked = windowsOf(seen).some((window) => windows.has(window));
      if (hasLeaked) return "";
      const safe = held.slice(0, Math.max(0, held.length - windowCharacters * 2));
      held = held.slice(safe.length);
      return safe;
    },
    /** Returns the held text when nothing follows for now. */
    end(): string {
      const rest = hasLeaked ? "" : held;
      held = "";
      return rest;
    },
  };
}

/** All substrings of that length, ignoring case and everything but letters and digits. */
function windowsOf(text: string): string[] {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const count = Math.max(0, letters.length - windowCharacters + 1);
  return Array.from({ length: count }, (_, at) => letters.slice(at, at + windowCharacters));
}
