import { Fragment, type Node, Slice } from "prosemirror-model";
import { type EditorState, NodeSelection, type Selection, TextSelection } from "prosemirror-state";
import { StepMap } from "prosemirror-transform";
import type { EditorView } from "prosemirror-view";
import { type Text, UndoManager, type YTextEvent } from "yjs";
import { type Splice, smallestSplice } from "../../../../src/contract/smallest-splice.ts";
import { followSource, replacement } from "../document/follow-source.ts";
import { findOrigin, setOrigin } from "../document/node-origin.ts";
import { isEmptyParagraph } from "../document/normal-form.ts";
import { openDocument, type PageDocument } from "../document/open-document.ts";
import { writeDocument } from "../document/write-document.ts";
import type { PageSession } from "../editor-context.ts";
import type { UnwrittenEdits } from "../live/unwritten-edits.ts";

/** Marks transactions that show a change of the source, so that they aren't written back. */
export const fromSource = "fromSource";

/** While writing the page takes at most this long, every keystroke is written at once. Otherwise, pauses are used. */
const instantMilliseconds = 16;
const pauseMillisecondsMax = 400;
/** Someone who types without a pause would otherwise lose everything if the browser was killed. */
const waitMillisecondsMax = 2_000;
const waitingMax = 20;
/** Browsers report the last change of a composition after its end. */
const compositionMilliseconds = 50;

export interface SyncEvents {
  /** Called when an edit couldn't be written and was reverted. Its block is then edited as source. */
  onRefused(start: number, end: number, message: string): void;
  onFollowed(): void;
  /** Called after edits were written, because offsets in the source are only known then. */
  onWritten(): void;
}

/**
 * Keeps the view and the text of the page in sync. The text is authoritative; the view writes the smallest splice to
 * it.
 */
export class SourceSync {
  page: PageDocument;
  readonly #text: Text;
  readonly #unwritten: UnwrittenEdits;
  readonly #events: SyncEvents;
  #view: EditorView | undefined;
  #writeMilliseconds = 0;
  /** The documents since the last write, oldest first. */
  #waiting: readonly Node[] = [];
  #waitingSince: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ text, path, unwritten }: PageSession, events: SyncEvents) {
    this.#text = text;
    this.#unwritten = unwritten;
    this.#events = events;
    this.page = openDocument(text.toString(), path.endsWith(".md") ? "md" : "mdx");
    text.observe(this.#onText);
  }

  start(view: EditorView): void {
    this.#view = view;
    view.dom.addEventListener("compositionend", this.#onCompositionEnd);
  }

  stop(): void {
    this.flush();
    this.#text.unobserve(this.#onText);
    this.#view?.dom.removeEventListener("compositionend", this.#onCompositionEnd);
    this.#view = undefined;
    this.#unwritten.set(this, undefined);
  }

  /** Called after an edit in the view. */
  edited(): void {
    clearTimeout(this.#timer);
    if (this.#writeMilliseconds <= instantMilliseconds) {
      this.flush();
      return;
    }
    if (this.#view !== undefined) this.#waiting = [...this.#waiting, this.#view.state.doc].slice(-waitingMax);
    this.#waitingSince ??= performance.now();
    const left = this.#waitingSince + waitMillisecondsMax - performance.now();
    const pause = Math.min(pauseMillisecondsMax, this.#writeMilliseconds * 2);
    this.#timer = setTimeout(this.flush, Math.max(0, Math.min(pause, left)));
    this.#unwritten.set(this, this.flush);
  }

  /** Writes edits that are waiting for a pause. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waitingSince = undefined;
    const isWritten = this.#view === undefined || this.#view.state.doc === this.page.doc || this.#write(this.#view);
    this.#waiting = [];
    this.#unwritten.set(this, isWritten ? undefined : this.flush);
  };

  /** Changes the source directly, and shows the result. */
  spliceSource(start: number, end: number, insert: string): void {
    this.flush();
    this.#splice({ start, deleted: end - start, insert });
    this.#follow(false);
  }

  readonly #onText = (_event: YTextEvent, transaction: { origin: unknown }) => {
    if (transaction.origin === this) return;
    // Replacing text during a composition would end it, so both directions wait for its end.
    if (this.#view?.composing) return;
    this.flush();
    this.#follow(transaction.origin instanceof UndoManager);
  };

  readonly #onCompositionEnd = () => {
    setTimeout(() => {
      if (this.#view === undefined || this.#view.composing) return;
      this.flush();
      this.#follow(false);
    }, compositionMilliseconds);
  };

  /** Returns false if a composition has to end first. */
  #write(view: EditorView): boolean {
    const startedAt = performance.now();
    const written = writeDocument(this.page, view.state.doc);
    this.#writeMilliseconds = performance.now() - startedAt;
    // During a composition, the next keystroke may make the document valid again, so the view isn't changed.
    if (written.isExact) {
      this.#accept(written);
      // The source may parse differently from the view: two lists become one, or a lone component becomes a block.
      const { doc } = view.state;
      if (!view.composing && !this.page.doc.eq(doc) && !hasEmptyTask(doc)) this.#show(this.page, false);
    } else if (!view.composing) {
      // Of the edits that waited for a pause, only the last one has to be reverted.
      for (const doc of this.#waiting.slice(0, -1).reverse()) {
        const earlier = writeDocument(this.page, doc);
        if (!earlier.isExact) continue;
        this.#accept(earlier);
        break;
      }
      this.#refuse(written.index, written.message);
    } else return false;
    return true;
  }

  #accept({ page, source }: { page: PageDocument; source: string }): void {
    const before = this.page.source;
    const change = smallestSplice(before, source);
    this.page = page;
    if (change !== undefined) this.#splice(this.#overOthers(before, change));
    this.#events.onWritten();
  }

  /** Moves a splice over changes that arrived during a composition. */
  #overOthers(base: string, splice: Splice): Splice {
    const others = smallestSplice(base, this.#text.toString());
    if (others === undefined) return splice;
    const map = new StepMap([others.start, others.deleted, others.insert.length]);
    const start = map.map(splice.start, -1);
    return { ...splice, start, deleted: Math.max(0, map.map(splice.start + splice.deleted, 1) - start) };
  }

  #splice({ start, deleted, insert }: Splice): void {
    const change = () => {
      if (deleted > 0) this.#text.delete(start, deleted);
      if (insert !== "") this.#text.insert(start, insert);
    };
    if (this.#text.doc === null) change();
    else this.#text.doc.transact(change, this);
  }

  #follow(isUndo: boolean): void {
    const source = this.#text.toString();
    if (source === this.page.source || this.#view === undefined) return;
    const { state } = this.#view;
    this.#show(followSource(this.page, source), isUndo);
    if (!isUndo) typeSpaceAgain(this.#view, state);
    this.#events.onFollowed();
  }

  #refuse(index: number, message: string): void {
    const block = this.page.doc.maybeChild(this.#oldIndex(index));
    const place = findOrigin(this.page.doc)?.children?.find(({ node }) => node === block);
    this.#show(this.page, false);
    if (place !== undefined) this.#events.onRefused(place.start, place.end, message);
  }

  /** The index of a block before the edit. Blocks that the edit has added are counted as the one before them. */
  #oldIndex(index: number): number {
    const [before, after] = [this.page.doc, this.#view?.state.doc ?? this.page.doc];
    const { from = 0, to = 0 } = differentChildren(before, after) ?? {};
    const [first, last] = [from, Math.max(from, to - 1)].map((at) => before.resolve(at).index()) as [number, number];
    const isAfter = index - after.childCount + before.childCount;
    return Math.min(
      Math.max(index <= first ? index : Math.max(isAfter, Math.min(index, last)), 0),
      before.childCount - 1,
    );
  }

  /**
   * Shows a document in the view. Whole blocks are replaced, because a node keeps its source only while it is the same
   * object. The view redraws only the differences, and the selection moves as if only those had been replaced.
   */
  #show(page: PageDocument, isUndo: boolean): void {
    const view = this.#view;
    if (view === undefined) return;
    const { doc: before, selection } = view.state;
    const after = keepEmptyParagraphs(before, page.doc);
    const change = replacement(before, after);
    const range = differentChildren(before, after);
    const tr = view.state.tr.setMeta(fromSource, true).setMeta("addToHistory", false);
    if (range !== undefined) tr.replaceWith(range.from, range.to, range.children);
    const origin = findOrigin(after);
    if (origin !== undefined) setOrigin(tr.doc, origin);
    this.page = { ...page, doc: tr.doc };
    if (change !== undefined) {
      const map = new StepMap([change.from, change.to - change.from, change.slice.size]);
      tr.setSelection(isUndo ? near(tr.doc, change.from + change.slice.size) : moved(tr.doc, selection, map));
      if (isUndo) tr.scrollIntoView();
    }
    view.dispatch(tr);
  }
}

/** The checkbox of a task without text parses as text, but someone is probably about to fill in the task. */
function hasEmptyTask(doc: Node): boolean {
  let isFound = false;
  doc.descendants(({ type, attrs, content }) => {
    if (type.name === "listItem" && attrs.checked !== null && content.size === 2) isFound = true;
    return !isFound;
  });
  return isFound;
}

/** The children of the document that differ. Equal nodes count as different if they aren't the same object. */
function differentChildren(before: Node, after: Node): { from: number; to: number; children: Node[] } | undefined {
  let start = 0;
  const shared = Math.min(before.childCount, after.childCount);
  while (start < shared && before.child(start) === after.child(start)) start += 1;
  let end = 0;
  while (
    end < shared - start &&
    before.child(before.childCount - 1 - end) === after.child(after.childCount - 1 - end)
  ) {
    end += 1;
  }
  if (start === before.childCount - end && start === after.childCount - end) return undefined;
  const sizeOf = (nodes: readonly Node[]) => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const from = sizeOf(before.children.slice(0, start));
  const to = before.content.size - sizeOf(before.children.slice(before.childCount - end));
  return { from, to, children: after.children.slice(start, after.childCount - end) };
}

function moved(doc: Node, selection: Selection, map: StepMap): Selection {
  if (selection instanceof NodeSelection) {
    const position = map.map(selection.from, 1);
    const node = position < doc.content.size ? doc.nodeAt(position) : null;
    if (node?.type === selection.node.type && NodeSelection.isSelectable(node))
      return NodeSelection.create(doc, position);
  }
  const [anchor, head] = [map.map(selection.anchor, -1), map.map(selection.head, -1)];
  return TextSelection.between(resolve(doc, anchor), resolve(doc, head));
}

/**
 * Restores the space that someone has just typed at the end of a line. The source has none there, so the next word would
 * be joined to the one before whenever someone else types in the same text.
 */
function typeSpaceAgain(view: EditorView, { doc, selection: { $head, empty } }: EditorState): void {
  const [space = ""] = /(?<![ \t])[ \t]+$/.exec($head.nodeBefore?.text ?? "") ?? [];
  const isLineEnd = $head.nodeAfter === null || $head.nodeAfter.type.name === "hardBreak";
  const { state } = view;
  const change = replacement(doc, state.doc);
  if (!empty || space === "" || !isLineEnd || change === undefined) return;
  if (change.from > $head.end() || change.to < $head.start()) return;
  const start = $head.pos - space.length;
  const typed = replacement(doc.replace(start, $head.pos, Slice.empty), state.doc);
  const map = typed === undefined ? StepMap.empty : new StepMap([typed.from, typed.to - typed.from, typed.slice.size]);
  const place = resolve(state.doc, map.map(start, -1));
  if (place.parent.isTextblock) view.dispatch(state.tr.setSelection(new TextSelection(place)).insertText(space));
}

function near(doc: Node, position: number): Selection {
  return TextSelection.near(resolve(doc, position), -1);
}

function resolve(doc: Node, position: number) {
  return doc.resolve(Math.min(position, doc.content.size));
}

/**
 * The new document with the empty paragraphs of the old one. The source has none, so they would disappear under the
 * cursor whenever someone else types.
 */
function keepEmptyParagraphs(before: Node, after: Node): Node {
  if (!before.children.some(isEmptyParagraph) || after.children.some(isEmptyParagraph)) return after;
  const kept = new Set(after.children);
  const following = new Map<Node | undefined, Node[]>();
  let anchor: Node | undefined;
  for (const child of before.children) {
    if (kept.has(child)) anchor = child;
    else if (isEmptyParagraph(child)) following.set(anchor, [...(following.get(anchor) ?? []), child]);
  }
  const [first, ...others] = after.children;
  // Nothing can come before the frontmatter.
  const atStart = following.get(undefined) ?? [];
  const isFrontmatter = first?.type.name === "frontmatter";
  const children = [
    ...(isFrontmatter ? [] : atStart),
    ...(first === undefined ? [] : [first, ...(following.get(first) ?? [])]),
    ...(isFrontmatter ? atStart : []),
    ...others.flatMap((child) => [child, ...(following.get(child) ?? [])]),
  ];
  const doc = after.copy(Fragment.fromArray(children));
  const origin = findOrigin(after);
  return origin === undefined ? doc : setOrigin(doc, origin);
}
