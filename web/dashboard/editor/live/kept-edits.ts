import { mergeUpdates } from "yjs";
import type { UnsentEdits, UnsentStore } from "./unsent-store.ts";

const keepMilliseconds = 100;

/** The unsent edits at one moment. */
type Unsent = Pick<UnsentEdits, "epoch" | "update" | "base" | "text">;

type Written = Pick<UnsentEdits, "key" | "at">;

/** Keeps the edits of one page in the browser until the server has them. */
export class KeptEdits {
  readonly #store: UnsentStore;
  readonly #at: { draftId: string; path: string };
  readonly #key: string;
  readonly #read: () => Unsent | undefined;
  readonly #onProblem: (message: string) => void;
  /** Records to remove once the server has saved all unsent edits. Includes records of earlier visits. */
  #written: Written[] = [];
  /** Records that can't be merged anymore. */
  #aside: Written[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tasks: Promise<unknown> = Promise.resolve();
  #lastAt = 0;

  constructor(
    store: UnsentStore,
    at: { draftId: string; path: string },
    page: { read: () => Unsent | undefined; onProblem: (message: string) => void },
  ) {
    this.#store = store;
    this.#at = at;
    this.#key = newKey(at.draftId);
    this.#read = page.read;
    this.#onProblem = page.onProblem;
  }

  /** The edits of an earlier visit, as one record. Edits of another epoch are ignored. */
  async restore(): Promise<UnsentEdits | undefined> {
    const all = await this.#store.list(this.#at.draftId).catch(() => []);
    const own = all.filter(({ path }) => path === this.#at.path).sort((a, b) => b.at - a.at);
    const [newest] = own;
    if (newest === undefined) return undefined;
    const mergeable = own.filter(({ epoch }) => epoch === newest.epoch);
    this.#written = mergeable.map(({ key, at }) => ({ key, at }));
    return { ...newest, update: mergeUpdates(mergeable.map(({ update }) => update)) };
  }

  /** Waits a moment, so that more edits are stored together and edits that are saved meanwhile needn't be stored. */
  keepSoon(): void {
    this.#timer ??= setTimeout(() => void this.keepNow(), keepMilliseconds);
  }

  keepNow(): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#then(() => this.#keep());
  }

  /** Removes everything, because the server has it. */
  forget(): Promise<unknown> {
    return this.#then(() => this.#remove(this.#written.splice(0)));
  }

  /** Keeps edits that can't be merged anymore until the person has seen them. */
  setAside(unsent: Unsent): Promise<unknown> {
    return this.#then(async () => {
      const written = this.#written.splice(0);
      this.#aside.push(await this.#put(newKey(this.#at.draftId), unsent));
      await this.#remove(written);
    });
  }

  dismiss(): Promise<unknown> {
    return this.#then(() => this.#remove(this.#aside.splice(0)));
  }

  #then(task: () => Promise<void>): Promise<unknown> {
    this.#tasks = this.#tasks.then(task).catch(() => {
      this.#onProblem("This browser can't store your unsaved edits. Don't close the tab before they are saved.");
    });
    return this.#tasks;
  }

  async #keep(): Promise<void> {
    const unsent = this.#read();
    if (unsent === undefined) return;
    const written = await this.#put(this.#key, unsent);
    this.#written = [...this.#written.filter(({ key }) => key !== this.#key), written];
  }

  async #put(key: string, unsent: Unsent): Promise<Written> {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    const at = this.#lastAt;
    await this.#store.put({ key, ...this.#at, ...unsent, at });
    return { key, at };
  }

  async #remove(written: readonly Written[]): Promise<void> {
    for (const record of written) await this.#store.remove(record);
  }
}

function newKey(draftId: string): string {
  return `${draftId}/${crypto.randomUUID()}`;
}
