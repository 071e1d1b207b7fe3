import { appendFileSync } from "node:fs";

export interface Violation {
  /** The promise that was broken, from the list below. */
  promise: Promised;
  at: number;
  text: string;
}

export const promises = [
  "no process dies on its own",
  "no warnings from Node",
  "no reply is an internal error",
  "pages are served without the database",
  "no call hangs",
  "nothing acknowledged is lost",
  "nothing is done twice",
  "nothing is stuck",
  "no update or job fails because of a fault",
  "every site shows the newest good commit",
  "revoked keys are refused",
  "answers are stored",
  "repositories are the same on every node",
] as const;
type Promised = (typeof promises)[number];

const aroundMilliseconds = 15_000;
const aroundLinesMax = 60;

/** Records all events in the order in which they happen, and the broken promises. */
export class Journal {
  readonly violations: Violation[] = [];
  readonly #startedAt = Date.now();
  readonly #lines: { at: number; text: string }[] = [];
  readonly #file: string;
  readonly #counts = new Map<string, number>();

  constructor(file: string) {
    this.#file = file;
  }

  note(text: string): void {
    const at = Date.now();
    this.#lines.push({ at, text });
    appendFileSync(this.#file, `${this.#time(at)} ${text}\n`);
  }

  count(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a.localeCompare(b)));
  }

  broken(promise: Promised, text: string, at = Date.now()): void {
    this.violations.push({ promise, at, text });
    this.note(`BROKEN: ${promise}: ${text}`);
  }

  /** The lines around a moment, for the report. */
  around(at: number): string {
    const near = this.#lines.filter((line) => Math.abs(line.at - at) < aroundMilliseconds);
    return near
      .slice(-aroundLinesMax)
      .map((line) => `${this.#time(line.at)} ${line.text}`)
      .join("\n");
  }

  #time(at: number): string {
    return `${((at - this.#startedAt) / 1_000).toFixed(1).padStart(7)}s`;
  }
}
