import type { Refusal } from "../../contract/live-messages.ts";
import { AppError, type ErrorCode } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import {
  type DraftId,
  type DraftText,
  openText,
  readNews,
  type TextDeps,
  TextReplaced,
  untilUnchanged,
} from "../draft-text.ts";
import { BaseMoved, DraftChanged, DraftOver, lockAtBase } from "../lock-draft.ts";
import type { SharedText } from "../shared-text.ts";
import { findDraftFile } from "../store.ts";
import { liveLimits } from "./live-limits.ts";
import { countUpdates } from "./live-metrics.ts";
import { type Member, type MemberMessage, refuse } from "./member.ts";
import type { SendPace } from "./send-pace.ts";
import {
  type Base,
  type PendingUpdate,
  type RefusedUpdate,
  type StoredBatch,
  sortOut,
  storeBatch,
} from "./store-batch.ts";

const attemptsMax = 3;
/** Close to the size of a message. Before that, a history is renewed only when the text is opened. */
const stateBytesMax = 3_000_000;

const reasons: Partial<Record<ErrorCode, Refusal>> = {
  too_large: "too_large",
  conflict: "behind",
  bad_request: "invalid",
};

export class TextMissing extends AppError {
  constructor() {
    super("not_found", "Text not found in this draft.");
  }
}

export interface RoomDeps extends TextDeps, Pick<Services, "log"> {
  /** The committed text in the draft's base commit, and the ID of that commit. */
  readBase(path: string): Promise<Base>;
  /** What may be sent to the browsers of the draft. */
  pace: SendPace;
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
  readonly path: string;
  readonly #draft: DraftId;
  readonly #deps: RoomDeps;
  readonly #members = new Set<Member>();
  #text: DraftText;
  #base: Base;
  #pending: PendingUpdate[] = [];
  #tasks: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #storedAt = Number.NEGATIVE_INFINITY;
  #sentAt = Number.NEGATIVE_INFINITY;
  #isBaseOld = false;
  /** A room that ended now would be opened again without the updates that are being stored. */
  #isStoring = false;
  #isEnded = false;

  private constructor(deps: RoomDeps, at: { draft: DraftId; path: string; base: Base; text: DraftText }) {
    this.#deps = deps;
    this.#draft = at.draft;
    this.path = at.path;
    this.#base = at.base;
    this.#text = at.text;
  }

  /** Opens a room. Throws `not_found` if the draft has no text at this path. */
  static async open(deps: RoomDeps, draft: DraftId, path: string): Promise<Room> {
    for (let attempt = 1; ; attempt += 1) {
      const base = await deps.readBase(path);
      try {
        return new Room(deps, { draft, path, base, text: await openAt(deps, draft, path, base) });
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
      if (epoch !== "" && epoch !== this.#text.epoch) return refuse(member, "replaced", new TextReplaced().message);
      const update = epoch === "" ? this.#text.state : await this.#encodeMissing(state);
      // The room may have ended in the meantime. Then it is opened again.
      if (this.#isEnded) return;
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

  broadcast(message: MemberMessage & { update: Uint8Array }, except?: Member): void {
    const milliseconds = this.#deps.pace.count(this.#members.size, message.update.length);
    // The next changes of a text that many people have open wait until a large change has been sent to all of them.
    if (message.kind === "update") this.#sentAt = performance.now() + milliseconds;
    for (const member of this.#members) {
      if (member !== except) member.send(message);
    }
  }

  /** Applies the updates that other nodes have stored. */
  follow(): Promise<void> {
    return this.#next(() => this.#readNews());
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

  async #readNews(): Promise<void> {
    const { updates, ...version } = await readNews(this.#deps.database.query, this.#draft.id, this.path, this.#text);
    if (updates.length === 0) return;
    const { state, text } = await this.#readText(updates);
    this.#text = { ...version, state, text };
    for (const update of updates) this.broadcast({ kind: "update", update });
  }

  /** The text with these updates. If reading it takes too much time or memory, the text gets a new history. */
  async #readText(updates: readonly Uint8Array[]): Promise<SharedText> {
    const known = { state: this.#text.state, updates };
    try {
      return await this.#deps.texts.call(this.#draft.organizationId, "readText", known);
    } catch (error) {
      if (error instanceof AppError && error.code === "too_large") return this.#renew();
      throw error;
    }
  }

  #encodeMissing(vector: Uint8Array): Promise<Uint8Array> {
    const { state } = this.#text;
    return this.#deps.texts.call(this.#draft.organizationId, "encodeMissing", { state, updates: [], vector });
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
    const gap = liveLimits.batchMilliseconds + this.#text.text.length / liveLimits.charactersPerBatchMillisecond;
    const wait = Math.max(milliseconds, Math.max(this.#storedAt + gap, this.#sentAt) - performance.now(), 0);
    this.#timer = setTimeout(() => this.#flushNow(), wait);
  }

  #flushNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#next(() => this.#flush()).catch((error: unknown) =>
      this.#deps.log.error({ error, draftId: this.#draft.id }, "could not store changes of a draft"),
    );
  }

  async #flush(): Promise<void> {
    const batch = this.#pending.splice(0);
    let wait = 0;
    this.#isStoring = true;
    try {
      if (this.#isBaseOld) await this.#readBaseAgain();
      if (batch.length > 0) await this.#storeValid(batch);
    } catch (error) {
      if (error instanceof BaseMoved) this.#isBaseOld = true;
      else if (error instanceof TextReplaced || !canRetry(error)) {
        if (isRefusal(error)) {
          for (const { member, number } of batch) refuse(member, "later", error.message, number);
        }
        throw error;
      } else {
        this.#deps.log.warn({ error, draftId: this.#draft.id }, "changes of a draft are waiting to be stored");
        wait = liveLimits.retryMilliseconds;
      }
      // Without members, the batch is dropped: the browsers have kept their updates and will send them again.
      if (this.#members.size > 0) this.#pending.unshift(...batch);
    } finally {
      this.#isStoring = false;
    }
    if (this.#pending.length > 0) this.#schedule(wait);
    this.#endIfEmpty();
  }

  /** Stores a batch. If one of its updates can't be stored, finds out which one, so that only its author is refused. */
  async #storeValid(batch: readonly PendingUpdate[]): Promise<void> {
    const stored = await this.#store(batch).catch((error: unknown) => this.#handleRefusal(batch, error));
    if (stored !== undefined) await this.#finish(batch, stored);
  }

  async #handleRefusal(batch: readonly PendingUpdate[], error: unknown): Promise<undefined> {
    if (!isRefusal(error)) throw error;
    // The history may be too large, rather than the updates.
    if (error.code === "too_large") await this.#readText([]);
    if (batch.length <= 1) return this.#refuse(batch.map((pending) => ({ pending, error })));
    const { valid, refused } = await sortOut(this.#deps, this.#draft, this.#text, batch);
    this.#refuse(refused);
    // If only the whole batch is refused, its updates are stored one by one.
    const rest = refused.length > 0 && valid.length > 0 ? [valid] : valid.map((each) => [each]);
    for (const each of rest) await this.#storeValid(each);
  }

  #refuse(refused: readonly RefusedUpdate[]): undefined {
    countUpdates("refused", refused.length);
    for (const { pending, error } of refused) {
      refuse(pending.member, reasons[error.code] ?? "later", error.message, pending.number);
    }
  }

  #store(batch: readonly PendingUpdate[]): Promise<StoredBatch> {
    const store = () => {
      const { path } = this;
      return storeBatch(this.#deps, { draft: this.#draft, path, base: this.#base, text: this.#text }, batch);
    };
    return untilUnchanged(store, () => this.#readNews());
  }

  async #finish(batch: readonly PendingUpdate[], { text, update, ...stored }: StoredBatch): Promise<void> {
    this.#text = text;
    this.#storedAt = performance.now();
    this.#deps.onStored(stored);
    countUpdates("stored", batch.length);
    for (const { member, number } of batch) member.send({ kind: "saved", number });
    const [first] = batch;
    const only = batch.every(({ member }) => member === first?.member) ? first?.member : undefined;
    this.broadcast({ kind: "update", update }, only);
    if (text.state.length > stateBytesMax) await this.#renew();
  }

  /** Gives the text a new history. The browsers then open it again. */
  async #renew(): Promise<never> {
    await openAt(this.#deps, this.#draft, this.path, this.#base, true);
    throw new TextReplaced();
  }

  async #readBaseAgain(): Promise<void> {
    this.#base = await this.#deps.readBase(this.path);
    const text = await openAt(this.#deps, this.#draft, this.path, this.#base);
    if (text.epoch !== this.#text.epoch) throw new TextReplaced();
    const isNewer = text.sequence > this.#text.sequence;
    this.#text = text;
    if (isNewer) this.broadcast({ kind: "update", update: text.state });
    this.#isBaseOld = false;
  }

  #end(reason: Refusal, message: string): void {
    for (const member of this.#members) refuse(member, reason, message);
    this.#members.clear();
    this.#pending = [];
    this.#endIfEmpty();
  }

  #endIfEmpty(): void {
    if (this.#members.size > 0 || this.#pending.length > 0 || this.#isStoring || this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#deps.onEnd(this);
  }
}

/** Whether storing may work later, because the database, the processes or other people were in the way. */
function canRetry(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === "unavailable" || error instanceof DraftChanged;
}

/** Whether the error was caused by the updates themselves. */
function isRefusal(error: unknown): error is AppError {
  const isOther = [DraftOver, BaseMoved].some((kind) => error instanceof kind);
  return error instanceof AppError && !canRetry(error) && !isOther;
}

function openAt(deps: RoomDeps, draft: DraftId, path: string, base: Base, isRenewed = false): Promise<DraftText> {
  return openText(deps, draft, { path, committed: base.text ?? "", isRenewed }, async (tx) => {
    await lockAtBase(tx, draft.id, base.sha);
    const own = await findDraftFile(tx, draft.id, path);
    if (own === undefined ? base.text === undefined : own.kind !== "text") {
      throw new TextMissing();
    }
  });
}
