/**
 * Edits that are shown but not in the page's text yet: writing takes too long for every keystroke, a composition has to
 * end first, or a field is written when it loses the focus. Until they are written, the page isn't saved.
 */
export class UnwrittenEdits {
  readonly #onChange: () => void;
  readonly #writers = new Map<unknown, () => void>();

  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange;
  }

  get areWaiting(): boolean {
    return this.#writers.size > 0;
  }

  /** Called with a function that writes the edits of one owner, and with `undefined` once they are written. */
  set(owner: unknown, write: (() => void) | undefined): void {
    const wereWaiting = this.areWaiting;
    if (write === undefined) this.#writers.delete(owner);
    else this.#writers.set(owner, write);
    if (wereWaiting !== this.areWaiting) this.#onChange();
  }

  writeNow(): void {
    for (const write of this.#writers.values()) write();
  }
}
