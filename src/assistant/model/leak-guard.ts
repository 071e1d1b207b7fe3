/** This many matching letters in a row count as a leak. Shorter matches are held back until they end. */
const leakLetters = 40;

/**
 * Holds back output that matches the model's instructions so far. They are hardly secret, but a model that reveals them
 * is following a stranger's orders, so the rest of its output can't be trusted either. Case and everything but letters
 * and digits are ignored.
 */
export function createLeakGuard(instructions: string) {
  const recited = lettersOf(instructions);
  /** The longest end of the output that occurs in the instructions. */
  let run = "";
  /** The characters of this end, with the number of letters of each. */
  let held: { character: string; letters: number }[] = [];
  const isRun = () => held.reduce((sum, { letters }) => sum + letters, 0) === run.length;

  return {
    get hasLeaked(): boolean {
      return run.length >= leakLetters;
    },
    push(text: string): string {
      let safe = "";
      for (const character of text) {
        if (run.length >= leakLetters) return safe;
        const letters = lettersOf(character);
        for (const letter of letters) {
          run += letter;
          while (!recited.includes(run)) run = run.slice(1);
        }
        held.push({ character, letters: letters.length });
        while (held[0] !== undefined && (held[0].letters === 0 || !isRun())) safe += held.shift()?.character ?? "";
      }
      return safe;
    },
    /** Returns the held text at the end of a step. */
    end(): string {
      const rest = run.length >= leakLetters ? [] : held;
      held = [];
      return rest.map(({ character }) => character).join("");
    },
  };
}

/** Ignores accents and full-width forms, too. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
