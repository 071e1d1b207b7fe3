import type { Clock } from "../platform/clock.ts";
import type { Connection, Database } from "../platform/db/database.ts";
import { inLockOrder } from "../platform/db/lock-order.ts";
import { appendLog } from "./log-store.ts";

const batchLinesMax = 200;
const batchMilliseconds = 200;
const lineMaxLength = 2_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not reach a log.
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/g;

/** Collects the log lines of a batch of updates and writes them a few times a second. */
export class UpdateLog {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #updateIds: readonly string[];
  readonly #onError: (error: unknown) => void;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, clock: Clock, updateIds: readonly string[], onError: (error: unknown) => void) {
    this.#database = database;
    this.#clock = clock;
    this.#updateIds = updateIds;
    this.#onError = onError;
  }

  write(text: string): void {
    // Not push(...lines): a huge number of lines would overflow the stack.
    for (const line of text.split(/\r?\n/)) {
      this.#lines.push(cleanLine(line));
    }
    if (this.#lines.length >= batchLinesMax) {
      this.#send();
    } else {
      this.#timer ??= setTimeout(() => this.#send(), batchMilliseconds);
    }
  }

  /** Resolves when everything written so far is stored. */
  async flush(): Promise<void> {
    this.#send();
    await this.#writing;
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#lines.length > 0) {
      const lines = this.#lines.splice(0, batchLinesMax);
      const at = this.#clock.now();
      // Batches are written in order. A log line that cannot be written must not fail the update.
      this.#writing = this.#writing
        .then(() =>
          this.#database.transaction((tx) => appendToAll(tx, this.#updateIds, lines, at), { durability: "relaxed" }),
        )
        .catch(this.#onError);
    }
  }
}

async function appendToAll(tx: Connection, updateIds: readonly string[], lines: readonly string[], at: number) {
  for (const updateId of inLockOrder(updateIds)) {
    await appendLog(tx, updateId, lines, at);
  }
}

function cleanLine(line: string): string {
  const clean = line.replace(controlCharacters, "");
  return clean.length > lineMaxLength ? `${clean.slice(0, lineMaxLength)}… (cut)` : clean;
}
