import { setTimeout } from "node:timers/promises";
import { encodeServerMessage } from "../../contract/live-messages.ts";
import type { DraftPresenceRow } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import type { Watcher } from "../../platform/watcher.ts";
import type { Project } from "../../projects/store.ts";
import { type EditorDraft, isOver } from "../draft.ts";
import { readBaseText } from "../draft-files.ts";
import type { DraftSourceDeps } from "../draft-source.ts";
import type { TextDeps } from "../draft-text.ts";
import { DraftOver } from "../lock-draft.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { findDraft } from "../store.ts";
import { Announcer } from "./announcer.ts";
import { liveLimits } from "./live-limits.ts";
import { countRoom } from "./live-metrics.ts";
import type { Member } from "./member.ts";
import { encodeAwareness, Presence, type Present } from "./presence.ts";
import { Room, TextMissing } from "./room.ts";
import { SendPace } from "./send-pace.ts";
import type { Base } from "./store-batch.ts";

export interface LiveDraftDeps extends DraftSourceDeps, TextDeps, Pick<Services, "log"> {
  watcher: Watcher;
  /** The number of open rooms on this node, in all drafts, and the most there may be. */
  rooms: { count: number; max: number };
}

/** A connected browser. */
export interface Connected {
  sendEncoded(bytes: Uint8Array): void;
  /** Called when the draft was published, discarded or removed. */
  end(message: string): void;
}

/** A draft that somebody on this node has open. */
export class LiveDraft {
  readonly presence = new Presence();
  readonly clients = new Set<Connected>();
  readonly #deps: LiveDraftDeps;
  readonly #project: Project;
  readonly #rooms = new Map<string, Promise<Room>>();
  /** Pages that the draft didn't have at a revision. */
  readonly #missing = new Map<string, number>();
  readonly #leaving = new AbortController();
  #draft: EditorDraft;
  readonly #announcer = new Announcer(() => this.#announce());
  readonly #pace = new SendPace();
  /** The newest positions that the other people haven't been sent yet, by browser and page. */
  readonly #moved = new Map<string, { present: Present; by: Member | undefined }>();
  /** The list of people that everyone was sent, as a message. */
  shown: Uint8Array = encodeServerMessage({ kind: "people", people: [] });

  /** Sends the list of people to everyone, if it has changed. */
  readonly showPeople = this.#pace.often(liveLimits.peopleMilliseconds, () => {
    const shown = encodeServerMessage({ kind: "people", people: this.presence.people() });
    if (Buffer.compare(shown, this.shown) === 0) return;
    this.shown = shown;
    this.#pace.count(this.clients.size, shown.length);
    for (const client of this.clients) client.sendEncoded(shown);
  });
  readonly #showMoved = this.#pace.often(liveLimits.movedMilliseconds, () => {
    const pages = Map.groupBy(this.#moved.values(), ({ present }) => present.path);
    this.#moved.clear();
    for (const [path, moved] of pages) void this.#sendMoved(path, moved);
  });

  constructor(deps: LiveDraftDeps, project: Project, draft: EditorDraft) {
    this.#deps = deps;
    this.#project = project;
    this.#draft = draft;
    void this.#watch();
  }

  get id(): string {
    return this.#draft.id;
  }

  /** Opens the page for everyone on this node. Throws `not_found` if the draft has no text at this path. */
  async openRoom(path: string): Promise<Room> {
    const missedAt = this.#missing.get(path);
    if (missedAt !== undefined && (await this.#findDraft())?.revision === missedAt) throw new TextMissing();
    const { revision } = this.#draft;
    const known = this.#rooms.get(path);
    if (known !== undefined) return known;
    const { rooms, log } = this.#deps;
    if (rooms.count >= rooms.max) {
      throw new AppError("unavailable", "Too many pages are being edited on this server; try again later.");
    }
    const end = () => {
      if (this.#rooms.get(path) !== opening) return;
      this.#rooms.delete(path);
      rooms.count -= 1;
      countRoom(-1);
    };
    const opening: Promise<Room> = Room.open(
      {
        ...this.#deps,
        log,
        pace: this.#pace,
        readBase: (file) => this.#readBase(file),
        mayAnnounce: () => this.#announcer.isDue,
        onStored: ({ revision, isAnnounced }) => {
          this.#noteRevision(revision);
          this.#announcer.noteStored(isAnnounced);
        },
        onOver: () => this.#endAll(),
        onEnd: end,
      },
      this.#draft,
      path,
    );
    rooms.count += 1;
    countRoom(1);
    this.#rooms.set(path, opening);
    opening.catch((error: unknown) => {
      end();
      if (!(error instanceof TextMissing)) return;
      if (this.#missing.size >= liveLimits.missingPagesMax) this.#missing.clear();
      this.#missing.set(path, revision);
    });
    return opening;
  }

  /** Shows this browser's cursor to the other people on the page, together with all that have moved by then. */
  show(present: Present, by: Member | undefined): void {
    this.#moved.set(`${present.client} ${present.path}`, { present, by });
    this.#showMoved();
  }

  takeReported(rows: readonly DraftPresenceRow[]): void {
    for (const present of this.presence.takeReported(rows)) this.show(present, undefined);
    this.showPeople();
  }

  /** Resolves when the database has stored or refused all received updates. */
  async settle(): Promise<void> {
    await Promise.all([...this.#rooms.values()].map((room) => room.then((open) => open.settle()).catch(() => {})));
    await this.#announcer.settle();
  }

  close(): void {
    this.#leaving.abort();
    this.#announcer.close();
  }

  async #sendMoved(path: string, moved: readonly { present: Present; by: Member | undefined }[]): Promise<void> {
    const room = await this.#rooms.get(path)?.catch(() => undefined);
    const update = encodeAwareness(moved.map(({ present }) => present));
    room?.broadcast({ kind: "awareness", update }, moved.length === 1 ? moved[0]?.by : undefined);
  }

  async #readBase(path: string): Promise<Base> {
    const draft = await this.#findDraft();
    if (draft === undefined) throw new DraftOver();
    const request = { project: this.#project, draft, signal: this.#leaving.signal };
    const text = await readBaseText(this.#deps, request, path);
    return { sha: draft.baseSha, text };
  }

  #findDraft(): Promise<EditorDraft | undefined> {
    const { organizationId, projectId, id } = this.#draft;
    return findDraft(this.#deps.database.query, organizationId, projectId, id);
  }

  async #announce(): Promise<void> {
    const { database, clock, log } = this.#deps;
    try {
      await database.transaction((tx) => recordDraftChange(tx, this.#draft, clock.now()), { durability: "relaxed" });
    } catch (error) {
      log.warn({ error, draftId: this.id }, "could not notify other dashboards about a changed draft");
    }
  }

  /**
   * Accepts the revision only if it is the next one. Otherwise another node has written in between, and the watcher has
   * to read its updates.
   */
  #noteRevision(revision: number): void {
    if (revision === this.#draft.revision + 1) this.#draft = { ...this.#draft, revision };
  }

  async #watch(): Promise<void> {
    const { watcher, log } = this.#deps;
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      await watcher.changed(this.id, this.#draft.revision, signal);
      if (signal.aborted) return;
      try {
        await this.#follow();
      } catch (error) {
        log.warn({ error, draftId: this.id }, "could not read updates that other nodes stored");
        await setTimeout(liveLimits.retryMilliseconds, undefined, { signal }).catch(() => {});
      }
    }
  }

  async #follow(): Promise<void> {
    const draft = await this.#findDraft();
    if (draft === undefined || isOver(draft)) return this.#endAll();
    const { revision, baseSha } = this.#draft;
    if (draft.revision === revision) return;
    const rooms = await Promise.all([...this.#rooms.values()].map((room) => room.catch(() => undefined)));
    const follow = (room: Room | undefined) => (draft.baseSha === baseSha ? room?.follow() : room?.rebase());
    const failed = (await Promise.allSettled(rooms.map(follow))).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
    // The revision is updated only after success, so that a failed read is repeated.
    this.#draft = { ...draft, revision: Math.max(draft.revision, this.#draft.revision) };
  }

  #endAll(): void {
    this.close();
    for (const client of [...this.clients]) client.end(new DraftOver().message);
  }
}
