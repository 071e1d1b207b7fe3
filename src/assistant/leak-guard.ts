const windowCharacters = 40;

/**
 * Holds back the end of what a model writes until it is clear that it does not recite its instructions. They are no secret
 * worth much, but whoever gets them out has got the model to obey a stranger, and what follows cannot be trusted either.
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
    /** What is still held, when nothing follows for now. */
    end(): string {
      const rest = hasLeaked ? "" : held;
      held = "";
      return rest;
    },
  };
}

/** Every run of so many letters and digits; spaces, case and marks make no difference. */
function windowsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const windows = new Set<string>();
  for (let at = 0; at + windowCharacters <= letters.length; at++) windows.add(letters.slice(at, at + windowCharacters));
  return windows;
}
