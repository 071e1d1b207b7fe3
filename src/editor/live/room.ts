import { applyUpdate, encodeStateAsUpdate, mergeUpdates } from "yjs";
import type { Refusal } from "../../contract/live-messages.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { catchUp, type DraftText, openText, readNews, TextReplaced, textOf } from "../draft-text.ts";
import { BaseMoved, DraftOver, lockAtBase } from "../lock-draft.ts";
import { findDraftFile } from "../store.ts";
import { liveLimits } from "./live-limits.ts";
import { countUpdates } from "./live-metrics.ts";
import { type Member, type MemberMessage, refuse } from "./member.ts";
import { type Base, type PendingUpdate, type StoredBatch, sortOut, storeBatch } from "./store-batch.ts";

const attemptsMax = 3;

export interface RoomDeps extends Pick<Services, "clock" | "database" | "log"> {
  /** The committed text in the draft's base commit, and the ID of that commit. */
  readBase(path: string): Promise<Base>;
  /** Whether other dashboards may be notified now. They aren't notified of every keystroke. */
  mayAnnounce(): boolean;
  /** Called after each transaction. */
  onStored(stored: Pick<StoredBatch, "revision" | "isAnnounced">): void;
  /** Called when the draft was published, discarded or removed. */
  onOver(): void;
  /** Called when nobody needs the room anymore. */
  onEnd(room: Room): void;
}

/**
 * A text that is open on this node. Updates are handled one after the other: each one is stored, then acknowledged,
 * then sent to the other browsers. Updates that other nodes have stored arrive through `follow`.
 */
export class Room {
  readonly draftId: string;
  readonly path: string;
  readonly #deps: RoomDeps;
  readonly #members = new Set<Member>();
  #text: DraftText;
  #base: Base;
  #pending: PendingUpdate[] = [];
  #tasks: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #storedAt = Number.NEGATIVE_INFINITY;
  /** Whether the document contains updates that aren't stored, because storing their batch failed. */
  #isAhead = false;
  #isBaseOld = false;
  #isEnded = false;

  private constructor(deps: RoomDeps, at: { draftId: string; path: string; base: Base; text: DraftText }) {
    this.#deps = deps;
    this.draftId = at.draftId;
    this.path = at.path;
    this.#base = at.base;
    this.#text = at.text;
  }

  /** Opens a room. Throws `not_found` if the draft has no text at this path. */
  static async open(deps: RoomDeps, draftId: string, path: string): Promise<Room> {
    for (let attempt = 1; ; attempt += 1) {
      const base = await deps.readBase(path);
      try {
        return new Room(deps, { draftId, path, base, text: await openAt(deps, draftId, path, base) });
      } catch (error) {
        if (!(error instanceof BaseMoved) || attempt === attemptsMax) throw error;
      }
    }
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Sends the browser everything it lacks, and all updates from now on. Returns false if the browser was refused. */
  async join(member: Member, { epoch, state }: { epoch: string; state: Uint8Array }): Promise<boolean> {
    await this.#next(async () => {
      if (this.#isEnded) return;
      if (this.#isAhead) await this.#reload();
      if (epoch !== "" && epoch !== this.#text.epoch) return refuse(member, "replaced", new TextReplaced().message);
      const update = this.#encodeFor(epoch === "" ? undefined : state);
      this.#members.add(member);
      member.send({ kind: "opened", epoch: this.#text.epoch, update });
    });
    this.#endIfEmpty();
    return this.#members.has(member);
  }

  leave(member: Member): void {
    this.#members.delete(member);
    this.#endIfEmpty();
  }

  /** Queues an update. All updates that arrive at about the same time are stored together. */
  add(member: Member, number: number, update: Uint8Array): void {
    const waiting = this.#pending.filter((each) => each.member === member).length;
    if (!this.#members.has(member)) {
      refuse(member, "behind", "The page isn't open.", number);
    } else if (waiting >= liveLimits.unsavedUpdatesMax) {
      refuse(member, "later", "Too many changes are waiting to be saved.", number);
    } else {
      this.#pending.push({ member, number, update });
      this.#schedule();
    }
  }

  broadcast(message: MemberMessage, except?: Member): void {
    for (const member of this.#members) {
      if (member !== except) member.send(message);
    }
  }

  /** Applies the updates that other nodes have stored. */
  follow(): Promise<void> {
    return this.#next(async () => {
      const { updates, ...news } = await readNews(this.#deps.database.query, this.draftId, this.path, this.#text);
      for (const update of updates) applyUpdate(this.#text.doc, update);
      this.#text = { doc: this.#text.doc, ...news };
      this.#tell(updates);
    });
  }

  /** Resolves when the queued updates are stored. */
  async settle(): Promise<void> {
    if (this.#timer !== undefined) this.#flushNow();
    await this.#tasks;
  }

  /** Reads the base again after the draft was brought up to date with its branch. */
  rebase(): Promise<void> {
    return this.#next(() => this.#readBaseAgain());
  }

  #encodeFor(state: Uint8Array | undefined): Uint8Array {
    try {
      return encodeStateAsUpdate(this.#text.doc, state);
    } catch {
      throw new AppError("bad_request", "The state is not in the format of Yjs.");
    }
  }

  #next(task: () => Promise<void>): Promise<void> {
    const done = this.#tasks.then(async () => {
      try {
        await task();
      } catch (error) {
        if (error instanceof TextReplaced) this.#end("replaced", error.message);
        else if (error instanceof DraftOver) this.#deps.onOver();
        else if (error instanceof AppError && error.code === "not_found") this.#end("missing", error.message);
        else throw error;
      }
    });
    this.#tasks = done.catch(() => {});
    return done;
  }

  #schedule(milliseconds = 0): void {
    if (this.#timer !== undefined || this.#isEnded) return;
    const gap = liveLimits.batchMilliseconds + textOf(this.#text.doc).length / liveLimits.charactersPerBatchMillisecond;
    const wait = Math.max(milliseconds, this.#storedAt + gap - performance.now(), 0);
    this.#timer = setTimeout(() => this.#flushNow(), wait);
  }

  #flushNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#next(() => this.#flush()).catch((error: unknown) =>
      this.#deps.log.error({ error, draftId: this.draftId }, "could not store changes of a draft"),
    );
  }

  async #flush(): Promise<void> {
    const batch = this.#pending.splice(0);
    let wait = 0;
    try {
      if (this.#isBaseOld) await this.#readBaseAgain();
      if (batch.length > 0) await this.#storeValid(batch);
    } catch (error) {
      if (error instanceof BaseMoved) this.#isBaseOld = true;
      else if (error instanceof AppError && error.code !== "unavailable") throw error;
      else {
        this.#deps.log.warn({ error, draftId: this.draftId }, "changes of a draft are waiting for the database");
        wait = liveLimits.retryMilliseconds;
      }
      // Without members, the batch is dropped: the browsers have kept their updates and will send them again.
      if (this.#members.size > 0) this.#pending.unshift(...batch);
    }
    if (this.#pending.length > 0) this.#schedule(wait);
    this.#endIfEmpty();
  }

  /** Stores a batch. If one of its updates can't be stored, finds out which one, so that only its author is refused. */
  async #storeValid(batch: readonly PendingUpdate[]): Promise<void> {
    try {
      this.#isAhead = true;
      this.#finish(batch, await this.#store(batch));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#reload();
      const { valid, refused } = sortOut(this.#text.doc, batch, error);
      countUpdates("refused", refused.length);
      for (const { member, number, reason, message } of refused) refuse(member, reason, message, number);
      if (valid.length > 0) await this.#storeValid(valid);
    }
  }

  #store(batch: readonly PendingUpdate[]): Promise<StoredBatch> {
    const { draftId, path } = this;
    return storeBatch(this.#deps, { draftId, path, base: this.#base, text: this.#text }, batch);
  }

  #finish(batch: readonly PendingUpdate[], { text, news, ...stored }: StoredBatch): void {
    this.#text = text;
    this.#isAhead = false;
    this.#storedAt = performance.now();
    this.#deps.onStored(stored);
    countUpdates("stored", batch.length);
    for (const { member, number } of batch) member.send({ kind: "saved", number });
    this.#tell(news);
    const [first] = batch;
    const only = batch.every(({ member }) => member === first?.member) ? first?.member : undefined;
    this.broadcast({ kind: "update", update: mergeUpdates(batch.map(({ update }) => update)) }, only);
  }

  #tell(updates: readonly Uint8Array[]): void {
    for (const update of updates) this.broadcast({ kind: "update", update });
  }

  /** Reads the document again, without updates that aren't stored. */
  async #reload(): Promise<void> {
    const { query } = this.#deps.database;
    const text = await catchUp(query, this.draftId, this.path);
    if (text.epoch !== this.#text.epoch) throw new TextReplaced();
    const isNewer = text.sequence > this.#text.sequence;
    this.#text = text;
    this.#isAhead = false;
    if (isNewer) this.#tell([encodeStateAsUpdate(text.doc)]);
  }

  async #readBaseAgain(): Promise<void> {
    this.#base = await this.#deps.readBase(this.path);
    await openAt(this.#deps, this.draftId, this.path, this.#base);
    await this.#reload();
    this.#isBaseOld = false;
  }

  #end(reason: Refusal, message: string): void {
    for (const member of this.#members) refuse(member, reason, message);
    this.#members.clear();
    this.#pending = [];
    this.#endIfEmpty();
  }

  #endIfEmpty(): void {
    if (this.#members.size > 0 || this.#pending.length > 0 || this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#deps.onEnd(this);
  }
}

/** Whether the error was caused by the updates themselves. */
function isRefusal(error: unknown): error is AppError {
  const isOther = [TextReplaced, DraftOver, BaseMoved].some((kind) => error instanceof kind);
  return error instanceof AppError && error.code !== "unavailable" && !isOther;
}

async function openAt({ database, clock }: RoomDeps, draftId: string, path: string, base: Base): Promise<DraftText> {
  return database.transaction(async (tx) => {
    await lockAtBase(tx, draftId, base.sha);
    const own = await findDraftFile(tx, draftId, path);
    if (own === undefined ? base.text === undefined : own.kind !== "text") {
      throw new AppError("not_found", "Text not found in this draft.");
    }
    return openText(tx, draftId, path, base.text ?? "", clock.now());
  });
}
