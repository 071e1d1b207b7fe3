const windowCharacters = 40;

/**
 * Holds back the end of a model's output until it is clear that it isn't reciting its instructions. They are hardly secret,
 * but a model that reveals them is following a stranger's orders, so the rest of its output can't be trusted either.
 */
export function createLeakGuard(instructions: string) {
  const windows = windowsOf(instructions);
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
      hasLeaked = [...windowsOf(seen)].some((window) => windows.has(window));
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
function windowsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const windows = new Set<string>();
  for (let at = 0; at + windowCharacters <= letters.length; at++) windows.add(letters.slice(at, at + windowCharacters));
  return windows;
}
