import {
  type ClientMessage,
  decodeClientMessage,
  encodeServerMessage,
  liveCloseCodes,
  type Refusal,
  type ServerMessage,
} from "../../contract/live-messages.ts";
import { GitError } from "../../git/git-error.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { canWrite, isTextPath } from "../check-write.ts";
import type { Connected, LiveDraft } from "./live-draft.ts";
import { liveLimits } from "./live-limits.ts";
import { countClosed } from "./live-metrics.ts";
import { type Member, type MemberMessage, refuse } from "./member.ts";
import { decodeAwareness, encodeAwareness } from "./presence.ts";
import type { Room } from "./room.ts";

/** The part of the WebSocket interface that is used here. */
export interface LiveSocket {
  send(bytes: Uint8Array): void;
  close(code: number, reason: string): void;
  terminate(): void;
  /** The number of bytes that the other side hasn't received yet. */
  readonly bufferedAmount: number;
}

export interface Person {
  id: string;
  name: string;
  color: string;
  canWrite: boolean;
}

interface Page {
  path: string;
  member: Member;
  /** Undefined until the page is open. */
  room?: Room;
}

const attemptsMax = 3;

/** A connected browser tab with a draft open. */
export class LiveClient implements Connected {
  readonly id: string;
  readonly #socket: LiveSocket;
  readonly #draft: LiveDraft;
  readonly #person: Person;
  readonly #log: Log;
  readonly #pages = new Map<number, Page>();
  #budget = liveLimits.messagesBurst;
  #countedAt = performance.now();
  #opening = 0;
  #isClosed = false;

  constructor(deps: { log: Log }, socket: LiveSocket, draft: LiveDraft, person: Person & { client: string }) {
    this.id = person.client;
    this.#socket = socket;
    this.#draft = draft;
    this.#person = person;
    this.#log = deps.log;
    draft.clients.add(this);
    const { name, color, canWrite } = person;
    this.send({ kind: "hello", client: this.id, canWrite, name, color });
    this.sendEncoded(draft.shown);
  }

  send(message: ServerMessage): void {
    this.sendEncoded(encodeServerMessage(message));
  }

  sendEncoded(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#socket.bufferedAmount > liveLimits.unreadBytesMax) this.#drop("slow");
    else this.#socket.send(bytes);
  }

  /** Handles a message. Never throws, whatever the bytes are. */
  receive(bytes: Uint8Array): void {
    if (this.#isClosed) return;
    if (!this.#spend(1 + bytes.length / liveLimits.bytesPerMessage)) {
      this.#drop("flood");
      return;
    }
    const message = readMessage(bytes);
    if (message === undefined) this.#drop("invalid");
    else this.#handle(message);
  }

  end(message: string): void {
    this.close("over", message);
  }

  close(reason: "restart" | "refused" | "over", message: string): void {
    if (this.#isClosed) return;
    this.leave();
    countClosed(reason);
    this.#socket.close(liveCloseCodes[reason], message);
  }

  /** Closes all pages. Updates that were received before are still stored. */
  leave(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const page of [...this.#pages.keys()]) this.#closePage(page);
    this.#draft.clients.delete(this);
  }

  #handle(message: ClientMessage): void {
    const page = this.#pages.get(message.page);
    switch (message.kind) {
      case "open":
        void this.#open(message);
        break;
      case "close":
        this.#closePage(message.page);
        break;
      case "update":
        if (!this.#person.canWrite) this.#refuse(message, "read_only", "Your role only allows reading.");
        else if (page?.room === undefined) this.#refuse(message, "behind", "The page isn't open.");
        else page.room.add(page.member, message.number, message.update);
        break;
      case "awareness":
        this.#move(message, page);
        break;
    }
  }

  async #open(message: ClientMessage & { kind: "open" }): Promise<void> {
    const { page: number, path } = message;
    for (const [other, page] of [...this.#pages]) if (other === number || page.path === path) this.#closePage(other);
    // A page that was closed while it was opening still counts.
    if (Math.max(this.#pages.size, this.#opening) >= liveLimits.pagesPerSocketMax) {
      return this.#refuse({ page: number, number: 0 }, "later", "Too many pages are open; close some.");
    }
    const send: Member["send"] = (sent) => {
      if (this.#pages.get(number) !== page) return;
      this.sendEncoded(encodeOnce(sent, number));
      // The browser pays for what it asks for, in the same points as for what it sends.
      if (sent.kind === "opened") this.#spend(sent.update.length / liveLimits.bytesPerMessage);
      if (sent.kind === "refused" && sent.number === 0) this.#closePage(number);
    };
    const page: Page = { path, member: { userId: this.#person.id, send } };
    this.#pages.set(number, page);
    this.#opening += 1;
    try {
      if (!canWrite(path) || !isTextPath(path)) throw new AppError("not_found", "Only text files can be edited live.");
      const room = await this.#enter(path, page.member, message);
      if (this.#pages.get(number) !== page) return room.leave(page.member);
      page.room = room;
      const present = this.#draft.presence.on(path);
      const update = encodeAwareness(present);
      this.#spend(update.length / liveLimits.bytesPerMessage);
      if (present.length > 0) send({ kind: "awareness", update });
    } catch (error) {
      const { reason, text } = explain(error);
      if (reason === "later") this.#log.warn({ error, draftId: this.#draft.id }, "could not open a page of a draft");
      refuse(page.member, reason, text);
    } finally {
      this.#opening -= 1;
    }
  }

  /** Enters the room of a page. If the room closes at that moment, it is opened again. */
  async #enter(path: string, member: Member, at: { epoch: string; state: Uint8Array }): Promise<Room> {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const room = await this.#draft.openRoom(path);
      if ((await room.join(member, at)) || !room.isEnded) return room;
    }
    throw new AppError("unavailable", "The page can't be opened right now.");
  }

  #closePage(number: number): void {
    const page = this.#pages.get(number);
    if (page === undefined) return;
    this.#pages.delete(number);
    page.room?.leave(page.member);
    const left = this.#draft.presence.remove(this.#nameOf(number));
    if (left === undefined) return;
    this.#draft.show(left, page.member);
    this.#draft.showPeople();
  }

  #move({ page: number, update }: ClientMessage & { kind: "awareness" }, page: Page | undefined): void {
    if (page?.room === undefined || update.length > liveLimits.awarenessBytesMax) return;
    const client = this.#nameOf(number);
    try {
      const awareness = decodeAwareness(update);
      if (this.#draft.presence.isTaken(page.path, awareness.id, client)) return;
      const { name, color } = this.#person;
      const present = { client, path: page.path, name, color, ...awareness };
      if (awareness.state === null) this.#draft.presence.remove(client);
      else this.#draft.presence.set(present);
      this.#draft.show(present, page.member);
      this.#draft.showPeople();
    } catch {
      this.#drop("invalid");
    }
  }

  #refuse({ page, number }: { page: number; number: number }, reason: Refusal, message: string): void {
    this.send({ kind: "refused", page, number, reason, message });
  }

  #nameOf(page: number): string {
    return `${this.id}/${page}`;
  }

  #spend(cost: number): boolean {
    const now = performance.now();
    const earned = ((now - this.#countedAt) / 1_000) * liveLimits.messagesPerSecond;
    this.#countedAt = now;
    this.#budget = Math.min(liveLimits.messagesBurst, this.#budget + earned) - cost;
    return this.#budget >= 0;
  }

  #drop(reason: "slow" | "flood" | "invalid"): void {
    this.leave();
    countClosed(reason);
    this.#log.warn({ draftId: this.#draft.id, reason }, "a browser was disconnected from live editing");
    if (reason === "slow") this.#socket.terminate();
    else this.#socket.close(liveCloseCodes[reason], "");
  }
}

const encoded = new WeakMap<MemberMessage, Map<number, Uint8Array>>();

/** Everyone on a page is sent the same message object, and most browsers have the same number for the page. */
function encodeOnce(message: MemberMessage, page: number): Uint8Array {
  const known = encoded.get(message) ?? new Map<number, Uint8Array>();
  const bytes = known.get(page) ?? encodeServerMessage({ ...message, page });
  encoded.set(message, known.set(page, bytes));
  return bytes;
}

function readMessage(bytes: Uint8Array): ClientMessage | undefined {
  try {
    return decodeClientMessage(bytes);
  } catch {
    return undefined;
  }
}

function explain(error: unknown): { reason: Refusal; text: string } {
  if (error instanceof AppError && error.code === "not_found") return { reason: "missing", text: error.message };
  if (error instanceof GitError && error.kind === "too-large") {
    return { reason: "too_large", text: "The file is too large for the editor." };
  }
  if (error instanceof AppError && error.code === "bad_request") return { reason: "invalid", text: error.message };
  if (error instanceof AppError) return { reason: "later", text: error.message };
  return { reason: "later", text: "The page can't be opened right now." };
}
