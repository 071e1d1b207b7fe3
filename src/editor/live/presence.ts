import { createDecoder, readVarString, readVarUint } from "lib0/decoding";
import { createEncoder, toUint8Array, writeVarString, writeVarUint } from "lib0/encoding";
import type { LivePerson } from "../../contract/live-messages.ts";
import type { DraftPresenceRow } from "../../platform/db/tables.ts";

/** A browser's position on a page, in the format of y-protocols. */
export interface Awareness {
  /** The Yjs client ID of the browser. */
  id: number;
  clock: number;
  /** Null once the browser has left. */
  state: Record<string, unknown> | null;
}

/** One open page of one browser. */
export interface Present extends Awareness {
  /** Unique across all nodes. */
  client: string;
  path: string;
  name: string;
  color: string;
}

/** The people on a draft: the browsers of this node, and those that other nodes have reported. */
export class Presence {
  readonly #own = new Map<string, Present>();
  #others = new Map<string, Present>();
  readonly #unreported = new Set<string>();
  readonly #left = new Set<string>();

  set(present: Present): void {
    this.#own.set(present.client, present);
    this.#unreported.add(present.client);
  }

  /** Removes a browser, and returns the message that tells the others. */
  remove(client: string): Present | undefined {
    const present = this.#own.get(client);
    this.#own.delete(client);
    this.#unreported.delete(client);
    if (present === undefined) return undefined;
    this.#left.add(client);
    return gone(present);
  }

  /**
   * Whether someone else on the page has this client ID. Without this check, a browser could move another browser's
   * caret.
   */
  isTaken(path: string, id: number, client: string): boolean {
    return this.on(path).some((present) => present.id === id && present.client !== client);
  }

  on(path: string): Present[] {
    return [...this.#own.values(), ...this.#others.values()].filter((present) => present.path === path);
  }

  people(): LivePerson[] {
    return [...this.#own.values(), ...this.#others.values()]
      .map(({ client, name, color, path }) => ({ client, name, color, path }))
      .sort((a, b) => (a.client < b.client ? -1 : 1));
  }

  /** Returns the presence that other nodes don't know yet, and marks it as reported. */
  takeUnreported(draftId: string, now: number): { rows: DraftPresenceRow[]; left: string[] } {
    const rows = [...this.#unreported].flatMap((client) => {
      const present = this.#own.get(client);
      return present === undefined ? [] : [{ draftId, client, state: JSON.stringify(present), at: now }];
    });
    const left = [...this.#left];
    this.#unreported.clear();
    this.#left.clear();
    return { rows, left };
  }

  /** Stores the presence that other nodes have reported, and returns the changes since the last report. */
  takeReported(rows: readonly DraftPresenceRow[]): Present[] {
    const reported = new Map(
      rows
        .filter(({ client }) => !this.#own.has(client))
        .map(({ client, state }) => [client, JSON.parse(state) as Present]),
    );
    const news = [...reported.values()].filter(({ client, clock }) => this.#others.get(client)?.clock !== clock);
    const left = [...this.#others.values()].filter(({ client }) => !reported.has(client)).map(gone);
    this.#others = reported;
    return [...news, ...left];
  }
}

/**
 * The message that a browser has left. It keeps the clock, so that the browser's next message makes it visible again.
 */
function gone(present: Present): Present {
  return { ...present, state: null };
}

/**
 * Encodes several browsers on the same page as one message. The name is always the one from the session, even if the
 * browser sends another one.
 */
export function encodeAwareness(present: readonly Present[]): Uint8Array {
  const encoder = createEncoder();
  writeVarUint(encoder, present.length);
  for (const { id, clock, state, name, color } of present) {
    writeVarUint(encoder, id);
    writeVarUint(encoder, clock);
    writeVarString(encoder, JSON.stringify(state && { ...state, user: { name, color, colorLight: `${color}33` } }));
  }
  return toUint8Array(encoder);
}

/** Decodes an awareness update. Throws unless it is about exactly one browser. */
export function decodeAwareness(bytes: Uint8Array): Awareness {
  const decoder = createDecoder(bytes);
  const count = readVarUint(decoder);
  const [id, clock] = [readVarUint(decoder), readVarUint(decoder)];
  const state: unknown = JSON.parse(readVarString(decoder));
  if (count !== 1 || typeof state !== "object" || Array.isArray(state)) {
    throw new Error("The awareness update must be about exactly one browser.");
  }
  return { id, clock, state: state as Awareness["state"] };
}

const colors = ["#2563eb", "#c2410c", "#15803d", "#a21caf", "#b45309", "#0e7490", "#be123c", "#6d28d9"];

/** A color for a person. It is the same on every page and in every browser. */
export function colorOf(userId: string): string {
  const sum = [...userId].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 0);
  return colors[sum % colors.length] ?? "#2563eb";
}
