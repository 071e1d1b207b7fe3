import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  modifyAwarenessUpdate,
  removeAwarenessStates,
} from "y-protocols/awareness";
import { applyUpdate, Doc, encodeStateVector, mergeUpdates, UndoManager } from "yjs";
import type { ClientMessage, Refusal, ServerMessage } from "../../../../src/contract/live-messages.ts";
import { smallestSplice } from "../../../../src/contract/smallest-splice.ts";
import type { PageSession } from "../editor-context.ts";
import { KeptEdits } from "./kept-edits.ts";
import { mergeEdits } from "./merge-three-ways.ts";
import { SharedPlace } from "./place.ts";
import type { UnsentEdits, UnsentStore } from "./unsent-store.ts";
import { UnwrittenEdits } from "./unwritten-edits.ts";

const sendMilliseconds = 60;
const awarenessMilliseconds = 200;
const retryMilliseconds = 1_000;

/** A problem with the page that the person should know about. */
interface PageTrouble {
  reason: Refusal | "not_kept";
  message: string;
  /** The person's own text, if it can't be merged into the page. */
  copy?: string | undefined;
}

export interface PageState {
  /** Undefined until the page has loaded. A new object after the file was replaced. */
  session: PageSession | undefined;
  unsaved: boolean;
  trouble: PageTrouble | undefined;
}

export interface PageLink {
  draftId: string;
  unsent: UnsentStore;
  /** Sends a message. Returns false while there is no connection. */
  send(message: ClientMessage): boolean;
  canWrite(): boolean;
  onChange(): void;
}

type AboutPage = Extract<ServerMessage, { page: number }>;

/** The text of a page in this browser, and the edits that the server doesn't have yet. */
export class LivePage {
  readonly path: string;
  readonly number: number;
  readonly #link: PageLink;
  readonly #kept: KeptEdits;
  /** Resolves when the edits of an earlier visit have been read. */
  readonly restored: Promise<void>;
  #doc = new Doc();
  /** The text as the server has it. */
  #stored = new Doc();
  #awareness = new Awareness(this.#doc);
  #place = new SharedPlace(this.#doc.getText("source"));
  #epoch = "";
  #unsent: Uint8Array | undefined;
  #sent: { number: number; update: Uint8Array } | undefined;
  #lastNumber = 0;
  #restored: Pick<UnsentEdits, "base" | "text"> | undefined;
  #isOpen = false;
  /** Whether the server has refused the unsent edits. They are sent again after the next edit. */
  #isHeld = false;
  readonly #unwritten = new UnwrittenEdits(() => this.#show({ unsaved: this.#isUnsaved() }));
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  state: PageState = { session: undefined, unsaved: false, trouble: undefined };

  constructor(link: PageLink, path: string, number: number) {
    this.#link = link;
    this.path = path;
    this.number = number;
    this.#kept = new KeptEdits(
      link.unsent,
      { draftId: link.draftId, path },
      {
        read: () => this.#readUnsent(),
        onProblem: (message) => this.#show({ trouble: this.state.trouble ?? { reason: "not_kept", message } }),
      },
    );
    this.restored = this.#kept.restore().then((record) => {
      if (record === undefined) return;
      this.#epoch = record.epoch;
      this.#unsent = record.update;
      this.#restored = record;
      this.#show({ unsaved: true });
    });
    this.#listen();
  }

  /** Called after each connect. */
  async open(): Promise<void> {
    await this.restored;
    const { number: page, path } = this;
    this.#link.send({ kind: "open", page, path, epoch: this.#epoch, state: encodeStateVector(this.#doc) });
  }

  /** Called when the connection is lost. The next connection sends all unsent edits again. */
  suspend(): void {
    this.#isOpen = false;
    this.#takeBack();
    const others = [...this.#awareness.getStates().keys()].filter((id) => id !== this.#doc.clientID);
    removeAwarenessStates(this.#awareness, others, this);
    if (this.#unsent !== undefined) this.#kept.keepSoon();
  }

  close(): void {
    void this.keepNow();
    this.#link.send({ kind: "close", page: this.number });
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#awareness.destroy();
    this.#doc.destroy();
  }

  /** Called when the tab may be closed: the server or the browser's own store gets all edits. */
  keepNow(): Promise<unknown> {
    this.#unwritten.writeNow();
    this.#sendUnsent();
    return this.#kept.keepNow();
  }

  /** The edits that the server doesn't have, for another draft. */
  unsentEdits() {
    this.#unwritten.writeNow();
    return this.#readUnsent();
  }

  /** Called after another draft has stored the unsent edits. */
  dropUnsent(): void {
    this.#sent = undefined;
    this.#unsent = undefined;
    void this.#kept.forget();
    this.#show({ unsaved: false });
  }

  /** Adds edits that were made to another version of the text. */
  merge({ base, text }: Pick<UnsentEdits, "base" | "text">): void {
    const source = this.#doc.getText("source");
    const splice = smallestSplice(source.toString(), mergeEdits(base, text, source.toString()));
    if (splice === undefined) return;
    this.#doc.transact(() => {
      source.delete(splice.start, splice.deleted);
      source.insert(splice.start, splice.insert);
    });
  }

  /** Removes the kept copy after the person has taken care of it. */
  dismiss(): void {
    void this.#kept.dismiss();
    this.#show({ trouble: undefined });
  }

  receive(message: AboutPage): void {
    switch (message.kind) {
      case "opened":
        this.#opened(message);
        break;
      case "update":
        this.#store(message.update);
        break;
      case "awareness":
        this.#seeOthers(message.update);
        break;
      case "saved":
        if (message.number === this.#sent?.number) this.#saved();
        break;
      case "refused":
        this.#refused(message.reason, message.message, message.number);
        break;
    }
  }

  #isUnsaved(): boolean {
    return this.#unsent !== undefined || this.#sent !== undefined || this.#unwritten.areWaiting;
  }

  #listen(): void {
    const doc = this.#doc;
    doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== this && doc === this.#doc) this.#edited(update);
    });
    this.#awareness.on("update", (_change: unknown, origin: unknown) => {
      if (origin === "local") this.#later("awareness", awarenessMilliseconds, () => this.#sendAwareness());
    });
  }

  #edited(update: Uint8Array): void {
    this.#unsent = this.#unsent === undefined ? update : mergeUpdates([this.#unsent, update]);
    this.#isHeld = false;
    this.#kept.keepSoon();
    this.#show({ unsaved: true, trouble: this.state.trouble?.copy === undefined ? undefined : this.state.trouble });
    this.#later("send", sendMilliseconds, () => this.#sendUnsent());
  }

  #opened({ epoch, update }: AboutPage & { kind: "opened" }): void {
    this.#isOpen = true;
    this.#epoch = epoch;
    this.#store(update);
    if (this.#restored !== undefined && this.#unsent !== undefined) applyUpdate(this.#doc, this.#unsent, this);
    this.#restored = undefined;
    const canWrite = this.#link.canWrite();
    const known = this.state.session;
    if (known === undefined || known.canWrite !== canWrite) {
      const text = this.#doc.getText("source");
      const undo = known?.undo ?? new UndoManager(text);
      const { draftId } = this.#link;
      const [path, awareness, unwritten] = [this.path, this.#awareness, this.#unwritten];
      this.#show({ session: { draftId, path, text, undo, awareness, canWrite, unwritten } });
    }
    // Setting the state increases its clock. Otherwise, others who saw this browser leave would not see it return.
    this.#awareness.setLocalState(this.#awareness.getLocalState() ?? {});
    this.#isHeld = false;
    this.#sendUnsent();
  }

  /** Sends one update at a time. Edits made until it is saved are sent with the next one. */
  #sendUnsent(): void {
    if (!this.#isOpen || this.#isHeld || this.#sent !== undefined || this.#unsent === undefined) return;
    const update = this.#unsent;
    const number = this.#lastNumber + 1;
    if (!this.#link.send({ kind: "update", page: this.number, number, update })) return;
    this.#lastNumber = number;
    this.#sent = { number, update };
    this.#unsent = undefined;
  }

  #store(update: Uint8Array): void {
    applyUpdate(this.#stored, update);
    applyUpdate(this.#doc, update, this);
  }

  #saved(): void {
    if (this.#sent !== undefined) applyUpdate(this.#stored, this.#sent.update);
    this.#sent = undefined;
    if (this.#unsent !== undefined) {
      this.#sendUnsent();
      return;
    }
    void this.#kept.forget();
    this.#show({ unsaved: this.#isUnsaved() });
  }

  #refused(reason: Refusal, message: string, number: number): void {
    this.#takeBack();
    if (reason === "replaced" || reason === "missing") {
      this.#setAside(reason, message);
    } else if (reason === "later" || (reason === "behind" && number > 0)) {
      this.#later("open", retryMilliseconds, () => void this.open());
    } else {
      this.#isHeld = true;
      void this.keepNow();
      this.#show({ trouble: { reason, message } });
    }
  }

  /** The file was replaced by another text. The person's edits stay in the browser for them to paste. */
  #setAside(reason: Refusal, message: string): void {
    this.#unwritten.writeNow();
    const unsent = this.#readUnsent();
    if (unsent !== undefined) void this.#kept.setAside(unsent);
    this.#unsent = undefined;
    this.#restored = undefined;
    this.#epoch = "";
    this.#isOpen = false;
    this.#awareness.destroy();
    this.#doc = new Doc();
    this.#stored = new Doc();
    this.#awareness = new Awareness(this.#doc);
    this.#place = new SharedPlace(this.#doc.getText("source"));
    this.#listen();
    const trouble: PageTrouble = { reason, message, copy: unsent?.text ?? this.state.trouble?.copy };
    const isNews = reason === "missing" || trouble.copy !== undefined;
    this.#show({ session: undefined, unsaved: false, trouble: isNews ? trouble : undefined });
    if (reason === "replaced") void this.open();
  }

  #takeBack(): void {
    const parts = [this.#sent?.update, this.#unsent].filter((part) => part !== undefined);
    this.#sent = undefined;
    this.#unsent = parts.length === 0 ? undefined : mergeUpdates(parts);
  }

  #readUnsent() {
    const parts = [this.#sent?.update, this.#unsent].filter((part) => part !== undefined);
    if (parts.length === 0) return undefined;
    const read = (doc: Doc) => doc.getText("source").toString();
    const { base = read(this.#stored), text = read(this.#doc) } = this.#restored ?? {};
    return { epoch: this.#epoch, update: mergeUpdates(parts), base, text };
  }

  #sendAwareness(): void {
    const state = this.#awareness.getLocalState();
    if (!this.#isOpen || state === null) return;
    const own = encodeAwarenessUpdate(this.#awareness, [this.#doc.clientID]);
    const update = modifyAwarenessUpdate(own, () => this.#place.toSend(state));
    this.#link.send({ kind: "awareness", page: this.number, update });
  }

  #seeOthers(update: Uint8Array): void {
    const readable = modifyAwarenessUpdate(update, (state) => state && this.#place.received(state));
    applyAwarenessUpdate(this.#awareness, readable, this);
  }

  #later(name: string, milliseconds: number, work: () => void): void {
    if (this.#timers.has(name)) return;
    const run = () => {
      this.#timers.delete(name);
      work();
    };
    this.#timers.set(name, setTimeout(run, milliseconds));
  }

  #show(change: Partial<PageState>): void {
    this.state = { ...this.state, ...change };
    this.#link.onChange();
  }
}
