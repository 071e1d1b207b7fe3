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

/** The part of a WebSocket that is needed, so that tests can use the one of Node. */
export interface Socket {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface SocketEvents {
  onMessage(bytes: Uint8Array): void;
  /** The code is that of the close frame; 1006 if there was none. */
  onClose(code: number): void;
}

export interface ConnectionOptions {
  draftId: string;
  unsent: UnsentStore;
  openSocket(events: SocketEvents): Socket;
  /** Why the server refuses the connection; undefined if it doesn't, or can't be reached. */
  findRefusal(): Promise<string | undefined>;
}

export interface ConnectionState {
  status: "connecting" | "live" | "offline" | "refused";
  /** Why it was refused. */
  problem: string | undefined;
  people: readonly LivePerson[];
  /** This tab, among the people. */
  client: string;
  unsaved: boolean;
}

const retryMilliseconds = { first: 300, max: 15_000 };
const silenceMilliseconds = beatMilliseconds * 2.5;

/** The connection of this tab to a draft, with all pages that are open. It connects again until it is closed. */
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

  /** Opens a page, or finds it. Every call needs a `release`. */
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

  /** A page with unsaved edits stays open until they are saved. */
  release(path: string): void {
    const known = this.#pages.get(path);
    if (known === undefined) return;
    known.users -= 1;
    this.#changed();
  }

  /** Connects now instead of later: the network is back, or somebody looks at the tab. */
  retryNow(): void {
    if (this.#socket !== undefined || this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** Writes what isn't saved to the browser's own store at once. */
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

  /** Edits of pages that were open when the tab was closed or the browser killed. */
  async #sendLeftovers(): Promise<void> {
    const left = await this.#options.unsent.list(this.#options.draftId).catch(() => []);
    if (this.#isClosed) return;
    for (const path of new Set(left.map((edits) => edits.path))) {
      const page = this.acquire(path);
      await page.restored;
      this.release(path);
    }
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
    // Also after a refusal: the person may sign in again in another tab.
    const wait = problem === undefined ? longest : retryMilliseconds.max;
    this.#failures += isRestart ? 0 : 1;
    // At a random moment, so that not all browsers return at once after a restart.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  /** A connection that looks open but over which nothing comes anymore is given up. */
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
