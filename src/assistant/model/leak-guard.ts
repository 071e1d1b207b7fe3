import { LRUCache } from "lru-cache";

/** This many matching letters in a row count as a leak. Shorter matches are held back until they end. */
const leakLetters = 40;
/** Even shorter matches occur in any text, so they aren't held back. */
const suspectLetters = 12;
const instructionsRemembered = 50;
/** All answers of a site share the same instructions. */
const remembered = new LRUCache<string, Recited>({ max: instructionsRemembered });

interface Recited {
  letters: string;
  /**
   * Every substring of `letters` that is `suspectLetters` long. Most text that isn't from the instructions is ruled out
   * by one lookup here.
   */
  suspects: ReadonlySet<string>;
}

/**
 * Holds back output that matches the model's instructions so far. They are hardly secret, but a model that reveals them
 * is following a stranger's orders, so the rest of its output can't be trusted either. Case and everything but letters
 * and digits are ignored.
 */
export function createLeakGuard(instructions: string) {
  const recited = remembered.get(instructions) ?? readRecited(instructions);
  remembered.set(instructions, recited);
  let held = "";
  let run = "";
  let hasLeaked = false;

  /** Keeps the longest end of the output that occurs in the instructions; if none does, only the last few letters. */
  function follow(letter: string): void {
    run += letter;
    while (run.length >= suspectLetters && !isRecited(recited, run)) run = run.slice(1);
  }

  return {
    get hasLeaked(): boolean {
      return hasLeaked;
    },
    push(text: string): string {
      let safe = "";
      for (const character of text) {
        if (hasLeaked) return safe;
        for (const letter of lettersOf(character)) follow(letter);
        held += character;
        hasLeaked = run.length >= leakLetters;
        if (run.length >= suspectLetters) continue;
        safe += held;
        held = "";
      }
      return safe;
    },
    /** Returns the held text at the end of a step. */
    end(): string {
      const rest = hasLeaked ? "" : held;
      held = "";
      return rest;
    },
  };
}

function readRecited(instructions: string): Recited {
  const letters = lettersOf(instructions);
  const count = Math.max(0, letters.length - suspectLetters + 1);
  return {
    letters,
    suspects: new Set(Array.from({ length: count }, (_, at) => letters.slice(at, at + suspectLetters))),
  };
}

function isRecited({ letters, suspects }: Recited, run: string): boolean {
  return suspects.has(run.slice(-suspectLetters)) && letters.includes(run);
}

/** Ignores accents and full-width forms, too. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
