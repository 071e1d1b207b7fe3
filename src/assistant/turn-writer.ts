import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import { appendMessage, beginThread, type Message, type Thread } from "./store.ts";
import { insertTurn, type Turn } from "./turn-store.ts";

/** What was asked and told, as it is remembered. */
export interface ToldTurn {
  thread: Thread;
  /** Given where the thread begins with it; any other was stored before its answer was begun. */
  firstQuestion?: Message;
  /** Undefined where nothing was said. */
  answer: Message | undefined;
  turn: Turn;
}

const writeMilliseconds = 20;
const waitingMax = 1_000;
// The last moments of a conversation may go with the power; a write to the disk for each would be most of what an answer costs.
const lossy = { durability: "relaxed" } as const;

/**
 * Writes what was told moments later, many turns together: an answer that is known at once would else cost less than its
 * storing. Whoever reads conversations on this node first waits for `flush`. A process that is killed forgets what it has
 * told in its last moments; one that is stopped writes them.
 */
export class TurnWriter {
  readonly #database: Database;
  readonly #log: Log;
  #waiting: ToldTurn[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ database, log }: { database: Database; log: Log }) {
    this.#database = database;
    this.#log = log;
  }

  /** More turns come than can be written: whoever adds another one waits for `flush`. */
  get isBehind(): boolean {
    return this.#waiting.length > waitingMax;
  }

  add(told: ToldTurn): void {
    this.#waiting.push(told);
    this.#timer ??= setTimeout(() => void this.flush(), writeMilliseconds);
  }

  /** Resolves when all that was added is stored. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const turns = this.#waiting;
    this.#waiting = [];
    if (turns.length > 0) this.#writing = this.#writing.then(() => this.#write(turns));
    return this.#writing;
  }

  async #write(turns: readonly ToldTurn[]): Promise<void> {
    try {
      await this.#database.transaction(async (tx) => {
        for (const told of turns) await storeTurn(tx, told);
      }, lossy);
    } catch (error) {
      // One that cannot be stored, for its project is gone perhaps, must not take the others with it.
      if (turns.length > 1) for (const told of turns) await this.#write([told]);
      // The reader has the answer; that it is not remembered is our trouble.
      else this.#log.error({ error }, "an answer was not stored");
    }
  }
}

async function storeTurn(
  tx: Parameters<typeof insertTurn>[0],
  { thread, firstQuestion, answer, turn }: ToldTurn,
): Promise<void> {
  if (firstQuestion !== undefined) await beginThread(tx, thread, firstQuestion, answer);
  else if (answer !== undefined) await appendMessage(tx, thread.id, answer);
  await insertTurn(tx, turn);
}
