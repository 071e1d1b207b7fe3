import { LRUCache } from "lru-cache";

/** As many letters in a row are a recital; fewer are held back until it is clear. */
const leakLetters = 40;
/** Any text shares shorter runs with the instructions. */
const suspectLetters = 12;
const instructionsRemembered = 50;
/** Every answer of a site has the same instructions. */
const remembered = new LRUCache<string, Recited>({ max: instructionsRemembered });

interface Recited {
  letters: string;
  /** All runs of that many letters, so that almost every other text is recognized at once. */
  suspects: ReadonlySet<string>;
}

/**
 * Holds back the part of a model's output that recites its instructions so far. They are hardly secret, but a model that
 * reveals them is following a stranger's orders, so the rest of its output can't be trusted either. Case and everything but
 * letters and digits are ignored.
 */
export function createLeakGuard(instructions: string) {
  const recited = remembered.get(instructions) ?? readRecited(instructions);
  remembered.set(instructions, recited);
  let held = "";
  let run = "";
  let hasLeaked = false;

  /** The longest end of the output that the instructions contain, if it is suspect; otherwise the last letters. */
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
    /** Returns the held text when nothing follows for now. */
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

/** Accents and the width of letters don't count either. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
