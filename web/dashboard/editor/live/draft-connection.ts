import {
  beatMilliseconds,
  type ClientMessage,
  decodeServerMessage,
  encodeClientMessage,
  type LivePerson,
  liveCloseCodes,
  type ServerMessage,
} from "../../../../src/contract/live-messages.ts";
import { LivePage } from "./live-page.ts";
import type { UnsentStore } from "./unsent-store.ts";

/** The part of the WebSocket interface that is used, so that tests can use Node's WebSocket. */
export interface Socket {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

interface SocketEvents {
  onMessage(bytes: Uint8Array): void;
  /** The code of the close frame; 1006 if there was none. */
  onClose(code: number): void;
}

export interface ConnectionOptions {
  draftId: string;
  unsent: UnsentStore;
  openSocket(events: SocketEvents): Socket;
  /** The reason why the server refuses the connection; undefined if the server accepts it or can't be reached. */
  findRefusal(): Promise<string | undefined>;
}

export interface ConnectionState {
  status: "connecting" | "live" | "offline" | "refused";
  /** The reason for the refusal. */
  problem: string | undefined;
  people: readonly LivePerson[];
  /** Identifies this tab in the list of people. */
  client: string;
  unsaved: boolean;
}

const retryMilliseconds = { first: 300, max: 4_000, refused: 15_000 };
const savedMilliseconds = 10_000;
const silenceMilliseconds = beatMilliseconds * 2.5;

/** This tab's connection to a draft, with all open pages. It reconnects until it is closed. */
export class DraftConnection {
  readonly #options: ConnectionOptions;
  readonly #pages = new Map<string, { page: LivePage; users: number }>();
  readonly #listeners = new Set<() => void>();
  #socket: Socket | undefined;
  #hello: (ServerMessage & { kind: "hello" }) | undefined;
  #failures = 0;
  #lastPage = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  state: ConnectionState = { status: "connecting", problem: undefined, people: [], client: "", unsaved: false };

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#connect();
    void this.#sendLeftovers();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): ConnectionState => this.state;

  /** Opens a page, or returns the open one. Every call needs a matching `release`. */
  acquire(path: string): LivePage {
    const known = this.#pages.get(path);
    if (known !== undefined) {
      known.users += 1;
      return known.page;
    }
    this.#lastPage += 1;
    const page = new LivePage(
      {
        draftId: this.#options.draftId,
        unsent: this.#options.unsent,
        send: (message) => this.#send(message),
        canWrite: () => this.#hello?.canWrite === true,
        onChange: () => this.#changed(),
      },
      path,
      this.#lastPage,
    );
    this.#pages.set(path, { page, users: 1 });
    if (this.#hello !== undefined) void page.open();
    return page;
  }

  /** Ends one use of a page. A page with unsaved edits stays open until they are saved. */
  release(path: string): void {
    const known = this.#pages.get(path);
    if (known === undefined) return;
    known.users -= 1;
    this.#changed();
  }

  /** Reconnects now instead of later, because the network is back or the tab has become visible. */
  retryNow(): void {
    if (this.#socket !== undefined || this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /**
   * Resolves when the server has stored all edits. Rejects if the server can't be reached in time; the edits stay in
   * this browser.
   */
  async saved(): Promise<void> {
    await this.#until(() => !this.state.unsaved);
  }

  /** Moves unsaved edits to another draft, because this one has ended. Edits that can't be moved stay here. */
  async moveEdits(other: DraftConnection): Promise<void> {
    for (const { page } of [...this.#pages.values()]) {
      const left = page.unsentEdits();
      if (left === undefined) continue;
      const copy = other.acquire(page.path);
      await other.#until(() => copy.state.session !== undefined);
      copy.merge(left);
      await other.saved();
      other.release(page.path);
      page.dropUnsent();
    }
  }

  /** Writes unsaved edits to the browser's own store immediately. */
  async keepNow(): Promise<void> {
    await Promise.all([...this.#pages.values()].map(({ page }) => page.keepNow()));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    for (const { page } of this.#pages.values()) page.close();
    this.#socket?.close();
    this.#listeners.clear();
  }

  /** Sends edits of pages that were open when the tab was closed or the browser was killed. */
  async #sendLeftovers(): Promise<void> {
    const left = await this.#options.unsent.list(this.#options.draftId).catch(() => []);
    if (this.#isClosed) return;
    for (const path of new Set(left.map((edits) => edits.path))) {
      const page = this.acquire(path);
      await page.restored;
      this.release(path);
    }
  }

  async #until(isReached: () => boolean): Promise<void> {
    if (isReached()) return;
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        leave();
        settle();
      };
      const leave = this.subscribe(() => isReached() && end(resolve));
      const late = new Error("Your latest edits aren't saved yet. Check your connection and try again.");
      const timer = setTimeout(() => end(() => reject(late)), savedMilliseconds);
    });
  }

  #connect(): void {
    const isCurrent = () => this.#socket === socket && !this.#isClosed;
    const socket: Socket = this.#options.openSocket({
      onMessage: (bytes) => {
        if (isCurrent()) this.#receive(decodeServerMessage(bytes));
      },
      onClose: (code) => {
        if (isCurrent()) void this.#disconnected(code);
      },
    });
    this.#socket = socket;
    this.#expectBeat();
  }

  #receive(message: ServerMessage): void {
    this.#expectBeat();
    if (message.kind === "hello") {
      this.#hello = message;
      this.#failures = 0;
      this.#show({ status: "live", problem: undefined, client: message.client });
      for (const { page } of this.#pages.values()) void page.open();
    } else if (message.kind === "people") {
      this.#show({ people: message.people });
    } else if (message.kind !== "beat") {
      const open = [...this.#pages.values()].find(({ page }) => page.number === message.page);
      open?.page.receive(message);
    }
  }

  async #disconnected(code: number): Promise<void> {
    const wasOpen = this.#hello !== undefined;
    this.#socket = undefined;
    this.#hello = undefined;
    clearTimeout(this.#silence);
    for (const { page } of this.#pages.values()) page.suspend();
    this.#show({ status: "offline", people: [] });
    const isPlain = wasOpen && code !== liveCloseCodes.refused && code !== liveCloseCodes.over;
    const problem = isPlain ? undefined : await this.#options.findRefusal();
    if (this.#socket !== undefined || this.#isClosed) return;
    if (problem !== undefined) this.#show({ status: "refused", problem });
    const isRestart = code === liveCloseCodes.restart;
    const longest = Math.min(retryMilliseconds.first * 2 ** this.#failures, retryMilliseconds.max);
    // Reconnects even after a refusal, because the person may sign in again in another tab.
    const wait = problem === undefined ? longest : retryMilliseconds.refused;
    this.#failures += isRestart ? 0 : 1;
    // At a random time, so that not all browsers reconnect at once after a restart.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  /** A connection that seems open but has been silent for too long is closed. */
  #expectBeat(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#silence = setTimeout(() => {
      if (this.#socket !== socket) return;
      socket?.close();
      void this.#disconnected(0);
    }, silenceMilliseconds);
  }

  #send(message: ClientMessage): boolean {
    if (this.#hello === undefined || this.#socket === undefined) return false;
    this.#socket.send(encodeClientMessage(message));
    return true;
  }

  #changed(): void {
    for (const [path, { page, users }] of this.#pages) {
      if (users > 0 || page.state.unsaved) continue;
      this.#pages.delete(path);
      page.close();
    }
    const unsaved = [...this.#pages.values()].some(({ page }) => page.state.unsaved);
    this.#show({ unsaved });
  }

  #show(change: Partial<ConnectionState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}
