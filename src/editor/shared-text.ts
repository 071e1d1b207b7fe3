import { applyUpdate, Doc, decodeUpdate, encodeStateAsUpdate, GC, type Item, mergeUpdates, Skip, type Text } from "yjs";
import { type Splice, smallestSplice } from "../contract/smallest-splice.ts";
import { AppError } from "../platform/errors.ts";
import { draftLimits } from "./draft.ts";
import { mergeTexts, splicesBetween } from "./merge-texts.ts";

/** The name of the shared text in each Yjs document. */
const textName = "source";

/** Limits on what a browser can send. Its updates aren't trusted. */
const updateLimits = {
  /** A browser that is offline collects a struct or a deletion per keystroke: this is about ten hours of typing. */
  structsMax: 100_000,
  /** Every visit of a page has a client ID. A browser sends its own one, and those of earlier visits with unsent edits. */
  clientsMax: 50,
  /** Far more than anybody types. Yjs calculates wrongly with numbers above 2^53. */
  clockMax: 2 ** 31,
  /** A text with its history must fit into one message to a browser. */
  stateBytesMax: 4_000_000,
};

/** A text that has more history than this gets a new one, with the same text. */
const historyLimits = { stateBytesMax: 2_000_000, loadMilliseconds: 500 };

/** A text as plain data. */
export interface SharedText {
  /** The whole text with its history, as one update of Yjs. */
  state: Uint8Array;
  text: string;
  /** Whether the history has become so large that the text should get a new one. */
  isHeavy: boolean;
}

/** What is known about a text: the updates that are stored, after a state that contains earlier ones. */
export interface Known {
  state?: Uint8Array | undefined;
  updates: readonly Uint8Array[];
}

export function textOf(doc: Doc): Text {
  return doc.getText(textName);
}

/** The document with these updates, which must have been stored before. */
export function loadDoc({ state, updates }: Known): Doc {
  const doc = new Doc();
  if (state !== undefined) applyUpdate(doc, state);
  for (const update of updates) applyUpdate(doc, update);
  return doc;
}

export function readText(known: Known): SharedText {
  return changeDoc(known, () => undefined);
}

/** Everything that a browser with this state vector lacks. */
export function encodeMissing(known: Known, vector: Uint8Array): Uint8Array {
  const doc = loadDoc(known);
  return inFormat(() => encodeStateAsUpdate(doc, vector));
}

/**
 * Adds updates of browsers. Throws unless all of them can be applied completely and change nothing but text.
 * @returns the text, and all updates as one.
 */
export function addUpdates(known: Known, added: readonly Uint8Array[]): SharedText & { update: Uint8Array } {
  for (const update of added) checkUpdate(update);
  const after = changeDoc(known, (doc) => {
    for (const update of added) applyStrictly(doc, update);
    checkText(doc);
  });
  if (after.state.length > updateLimits.stateBytesMax) {
    throw new AppError(
      "too_large",
      "The history of the page is too large; copy your text, reload the page and paste it.",
    );
  }
  // Yjs applies some updates that it would never make in an order that depends on what it knew before.
  if (readText({ state: after.state, updates: [] }).text !== after.text) throw notYjs();
  return { ...after, update: inFormat(() => mergeUpdates([...added])) };
}

export interface TextEdit {
  /** The updates that are stored; none if nobody has opened the text yet. */
  updates: readonly Uint8Array[];
  /** The text that the draft or its base commit has. A text that the draft doesn't change follows the base commit. */
  content: string;
  /** The new text. */
  to?: string | undefined;
  /** The text that the new text is based on, if people may have typed since. Their edits are merged. */
  seen?: string | undefined;
}

/**
 * Changes a text as a colleague would. The update is undefined if nothing changes. Returns undefined if people have
 * changed the same lines.
 */
export function editText(edit: TextEdit): (SharedText & { update: Uint8Array | undefined }) | undefined {
  const { updates, content, to = content, seen = content } = edit;
  const merged = seen === content ? to : mergeTexts(seen, to, content);
  if (merged === undefined) return undefined;
  let update: Uint8Array | undefined;
  const after = changeDoc({ updates }, (doc) => {
    update = updateTo(doc, merged);
    checkText(doc);
  });
  return { ...after, update: updates.length === 0 ? after.state : update };
}

/** Changes the document into this text, and returns the update; undefined if the text is already the same. */
export function updateTo(doc: Doc, text: string): Uint8Array | undefined {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array) => updates.push(update);
  doc.on("update", collect);
  doc.transact(() => {
    for (const { start, deleted, insert } of smallSplices(textOf(doc).toString(), text)) {
      textOf(doc).delete(start, deleted);
      textOf(doc).insert(start, insert);
    }
  });
  doc.off("update", collect);
  return updates[0];
}

/** Each changed place is as small as possible, so that the cursors and comments around it don't move. */
function smallSplices(before: string, after: string): Splice[] {
  return splicesBetween(before, after).flatMap(({ start, deleted, insert }) => {
    const splice = smallestSplice(before.slice(start, start + deleted), insert);
    return splice === undefined ? [] : { ...splice, start: start + splice.start };
  });
}

function changeDoc(known: Known, change: (doc: Doc) => void): SharedText {
  const before = process.cpuUsage();
  const doc = loadDoc(known);
  const { user, system } = process.cpuUsage(before);
  change(doc);
  const state = encodeStateAsUpdate(doc);
  const isSlow = (user + system) / 1_000 > historyLimits.loadMilliseconds;
  return { state, text: textOf(doc).toString(), isHeavy: isSlow || state.length > historyLimits.stateBytesMax };
}

/** Throws if the text can't be stored. */
function checkText(doc: Doc): void {
  const text = textOf(doc).toString();
  if (Buffer.byteLength(text) > draftLimits.textBytesMax) {
    throw new AppError("too_large", `The page would be larger than ${draftLimits.textBytesMax} bytes; split it.`);
  }
  // PostgreSQL can't store this character, and it has no use in a page.
  if (text.includes("\0")) {
    throw new AppError("bad_request", "The text contains the character U+0000; remove it.");
  }
}

/** Decodes the update without applying it, which takes time proportional to its size. */
function checkUpdate(update: Uint8Array): void {
  const { structs, ds } = inFormat(() => decodeUpdate(update));
  const deletions = [...ds.clients.values()].flat();
  // Deletions name the authors of the deleted text, so only new text is counted.
  const clients = new Set(structs.map(({ id }) => id.client));
  if (structs.length + deletions.length > updateLimits.structsMax || clients.size > updateLimits.clientsMax) {
    throw new AppError("too_large", "The change has too many parts; copy your text, reload the page and paste it.");
  }
  const ranges = [...structs.map(({ id, length }) => ({ clock: id.clock, len: length })), ...deletions];
  if (ranges.some(({ clock, len }) => len < 1 || clock + len > updateLimits.clockMax)) throw notYjs();
  if (structs.some((struct) => !(struct instanceof GC || struct instanceof Skip || isText(struct)))) {
    throw new AppError("bad_request", "The update changes data other than the text.");
  }
}

/** The content kinds of Yjs that a plain text consists of: deleted content and strings. */
const textKinds = [1, 4];

function isText({ content, parent, parentSub }: Item): boolean {
  // In a decoded item, the parent is a name or an ID. It is null if the item is placed next to another one.
  const isInText = parent === null || (parent as unknown) === textName;
  return textKinds.includes(content.getRef()) && parentSub === null && isInText;
}

/** Throws unless the whole update can be applied: it may build on edits that were never stored. */
function applyStrictly(doc: Doc, update: Uint8Array): void {
  inFormat(() => applyUpdate(doc, update));
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) {
    throw new AppError("conflict", "The update builds on edits that the server doesn't have.");
  }
}

function inFormat<Result>(work: () => Result): Result {
  try {
    return work();
  } catch {
    throw notYjs();
  }
}

function notYjs(): AppError {
  return new AppError("bad_request", "The update is not in the format of Yjs.");
}
