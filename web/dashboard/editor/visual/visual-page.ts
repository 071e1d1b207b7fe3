import type { Node } from "prosemirror-model";
import { type Command, NodeSelection, Selection, TextSelection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import type { ComponentCatalog } from "../catalog.ts";
import type { PageDocument } from "../document/open-document.ts";
import { isImage, pageSchema } from "../document/page-schema.ts";
import { documentPosition, nodeRange, sourceOffset } from "../document/source-positions.ts";
import { writeDocument } from "../document/write-document.ts";
import type { PageSession, Place } from "../editor-context.ts";
import { insertImage, insertParagraphAfter, type PlacedBlock, selectedBlock, selectedThing } from "./block-commands.ts";
import { type BlockItem, blockItems, filterItems } from "./block-items.ts";
import { editorProps } from "./editor-props.ts";
import type { VisualHost, VisualOptions } from "./host.ts";
import { type InsertMenuState, insertMenuMeta } from "./insert-menu-state.ts";
import { type OpenPanel, sourcePanel } from "./open-panel.ts";
import { fromSource, SourceSync } from "./source-sync.ts";
import { caretNear, startState } from "./visual-plugins.ts";

const { nodes } = pageSchema;

/** A page that is open in visual mode: the view, its text, and the actions of its buttons. */
export class VisualPage implements VisualHost {
  readonly view: EditorView;
  readonly session: PageSession;
  panel: OpenPanel | undefined;
  readonly #sync: SourceSync;
  readonly #options: () => VisualOptions;
  readonly #listeners = new Set<() => void>();
  readonly #bookmarks = new Set<{ position: number }>();
  #version = 0;
  #place: Place = { start: 0, end: 0 };
  /** Places that were reported or gone to. */
  readonly #known = new WeakSet<Place>();

  constructor(mount: HTMLElement, session: PageSession, options: () => VisualOptions) {
    this.session = session;
    this.#options = options;
    this.#sync = new SourceSync(session, {
      onRefused: (start, end, message) => this.#openRange(start, end, message),
      onFollowed: () => this.#emit(),
      onWritten: () => this.#reportPlace(),
    });
    session.undo.addTrackedOrigin(this.#sync);
    this.view = new EditorView(mount, {
      ...editorProps(this),
      state: startState(this, this.#sync.page.doc),
      dispatchTransaction: (tr) => {
        if (this.view.isDestroyed) return;
        this.view.updateState(this.view.state.apply(tr));
        for (const bookmark of this.#bookmarks) bookmark.position = tr.mapping.map(bookmark.position, -1);
        if (tr.docChanged && tr.getMeta(fromSource) !== true) this.#sync.edited();
        if (tr.docChanged || tr.selectionSet) this.#reportPlace();
        this.#emit();
      },
    });
    this.#sync.start(this.view);
    session.undo.on("stack-item-added", this.#emit);
    session.undo.on("stack-item-popped", this.#emit);
  }

  destroy(): void {
    this.#sync.stop();
    this.session.undo.off("stack-item-added", this.#emit);
    this.session.undo.off("stack-item-popped", this.#emit);
    this.session.undo.removeTrackedOrigin(this.#sync);
    this.view.destroy();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes whenever the parts around the text have to render again. */
  readonly version = (): number => this.#version;

  get document(): PageDocument {
    return this.#sync.page;
  }

  get canWrite(): boolean {
    return this.session.canWrite;
  }

  get catalog(): ComponentCatalog {
    return this.#options().catalog;
  }

  get pages(): VisualOptions["pages"] {
    return this.#options().pages;
  }

  get media(): VisualOptions["media"] {
    return this.#options().media;
  }

  readonly findIcons: VisualOptions["findIcons"] = (text) => this.#options().findIcons(text);

  readonly imageUrl: VisualOptions["imageUrl"] = (src) => this.#options().imageUrl(src);

  get canUndo(): boolean {
    return this.canWrite && this.session.undo.undoStack.length > 0;
  }

  get canRedo(): boolean {
    return this.canWrite && this.session.undo.redoStack.length > 0;
  }

  undo(): void {
    this.#sync.flush();
    if (this.canWrite) this.session.undo.undo();
  }

  redo(): void {
    this.#sync.flush();
    if (this.canWrite) this.session.undo.redo();
  }

  /** Runs a command on the text and focuses the text. */
  run(command: Command, takesFocus = true): boolean {
    const isDone = this.canWrite && command(this.view.state, (tr) => this.view.dispatch(tr), this.view);
    if (takesFocus) this.view.focus();
    return isDone;
  }

  items(): BlockItem[] {
    const { $from } = this.view.state.selection;
    const all = blockItems(this.catalog, this.#options().onFiles !== undefined);
    // A table cell contains only text.
    const isCell = $from.parent.type.spec.tableRole !== undefined;
    return isCell ? all.filter(({ group, id }) => group === "In the text" || id === "image") : all;
  }

  filteredItems(query: string): BlockItem[] {
    return filterItems(this.items(), query);
  }

  /** Opens the insert menu at the cursor, or in a new paragraph below a block. */
  openInsertMenu(block: PlacedBlock | undefined = this.#fullBlock()): void {
    if (!this.canWrite) return;
    if (block !== undefined) this.run(insertParagraphAfter(block));
    this.view.focus();
    this.view.dispatch(this.view.state.tr.setMeta(...insertMenuMeta({ open: this.view.state.selection.from })));
  }

  insertItem(item: BlockItem, { from, to }: InsertMenuState): void {
    this.view.dispatch(this.view.state.tr.setMeta(...insertMenuMeta({ close: true })).delete(from, to));
    const { action } = item;
    if (typeof action === "string") this.openPanel({ kind: action });
    else if (this.run(action.command) && action.opensProps && selectedThing(this.view.state) !== undefined) {
      this.openPanel({ kind: "props" });
    }
  }

  chooseItem(menu: InsertMenuState): void {
    const item = this.filteredItems(menu.query)[menu.index];
    if (item !== undefined) this.insertItem(item, menu);
  }

  openPanel(panel: OpenPanel): void {
    this.panel = panel;
    this.#emit();
  }

  closePanel(): void {
    this.panel = undefined;
    this.#emit();
  }

  editLink(): boolean {
    const { selection } = this.view.state;
    if (!this.canWrite || !selection.$from.parent.inlineContent) return false;
    if (selection.$from.parent.type === nodes.codeBlock) return false;
    this.openPanel({ kind: "link" });
    return true;
  }

  isWritable(doc: Node): boolean {
    this.#sync.flush();
    return writeDocument(this.document, doc).isExact;
  }

  openProps(position: number): void {
    const { state } = this.view;
    this.view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, position)));
    this.openPanel({ kind: "props" });
  }

  openSource(position: number): void {
    if (!this.canWrite) return;
    this.#sync.flush();
    const node = this.view.state.doc.nodeAt(position);
    if (node === null) return;
    const range = nodeRange(this.#sync.page, position, node);
    if (range !== undefined) this.#openRange(range.start, range.end, undefined);
  }

  /** Opens the dialog or panel for a selected element that isn't edited in the text. */
  openSelected(): boolean {
    const { selection } = this.view.state;
    if (!(selection instanceof NodeSelection)) return false;
    const { type } = selection.node;
    if (type === nodes.opaque || type === nodes.inlineOpaque) this.openSource(selection.from);
    else if (isImage(selection.node) || type === nodes.inlineComponent) this.openProps(selection.from);
    else return false;
    return true;
  }

  replaceSource({ start, end }: Place, text: string): void {
    if (this.canWrite) this.#sync.spliceSource(start, end, text);
  }

  /** Stores files and inserts them as images at the cursor or at a position. */
  async insertFiles(files: File[], position?: number, alt = ""): Promise<void> {
    const upload = this.#options().onFiles;
    if (upload === undefined || !this.canWrite || files.length === 0) return;
    // The position moves with edits during the upload.
    const bookmark = { position: position ?? this.view.state.selection.from };
    this.#bookmarks.add(bookmark);
    try {
      const stored = await upload(files, alt);
      if (this.view.isDestroyed) return;
      this.placeCursor(bookmark.position);
      for (const file of stored) this.run(insertImage(file.path, file.alt ?? alt));
    } finally {
      this.#bookmarks.delete(bookmark);
    }
  }

  placeCursor(position: number): void {
    const { doc, tr } = this.view.state;
    this.view.dispatch(tr.setSelection(Selection.near(doc.resolve(Math.min(position, doc.content.size)))));
  }

  /** Moves to the place that was clicked in the preview, or to the place of the caret in source mode. */
  goTo(place: Place): void {
    // The page around the editor may pass back a reported place after someone has typed on.
    if (this.#known.has(place)) return;
    this.#known.add(place);
    if (samePlace(place, this.#place)) return;
    this.#place = place;
    const { doc, tr } = this.view.state;
    const [start, end] = [place.start, place.end].map((offset) =>
      doc.resolve(Math.min(documentPosition(this.#sync.page, offset), doc.content.size)),
    ) as [ReturnType<typeof doc.resolve>, ReturnType<typeof doc.resolve>];
    const isText = start.parent.inlineContent && end.parent.inlineContent;
    const selection = isText ? TextSelection.between(start, end) : caretNear(doc, start.pos);
    this.view.dispatch(tr.setSelection(selection).scrollIntoView());
  }

  comment(): boolean {
    this.#sync.flush();
    this.#options().onComment(this.#currentPlace());
    return true;
  }

  ask(): boolean {
    this.#sync.flush();
    this.#options().onAsk(this.#currentPlace());
    return true;
  }

  renderBlock(position: number): string | undefined {
    const node = this.view?.state.doc.nodeAt(position);
    const range = node ? nodeRange(this.#sync.page, position, node) : undefined;
    return range === undefined ? undefined : this.#options().blocks(range.start, range.end);
  }

  /** Called after a new rendering of the page or a new list of components has arrived. */
  refreshBlocks(): void {
    const blocks = this.view.dom.querySelectorAll(".opaque-block, .component-block");
    for (const block of blocks) block.dispatchEvent(new Event("refresh"));
  }

  /** The block with the cursor, unless it is an empty paragraph that can be replaced. */
  #fullBlock(): PlacedBlock | undefined {
    const block = selectedBlock(this.view.state);
    return block?.node.type === nodes.paragraph && block.node.content.size === 0 ? undefined : block;
  }

  #openRange(start: number, end: number, message: string | undefined): void {
    this.openPanel(sourcePanel(this.session.text, { start, end }, message));
  }

  #offset(position: number): number {
    return sourceOffset(this.#sync.page, position);
  }

  #currentPlace(): Place {
    const { from, to } = this.view.state.selection;
    return { start: this.#offset(from), end: this.#offset(to) };
  }

  #reportPlace(): void {
    const place = this.#currentPlace();
    if (samePlace(place, this.#place)) return;
    this.#place = place;
    this.#known.add(place);
    this.session.awareness.setLocalStateField("place", place);
    this.#options().onPlace(place);
  }

  readonly #emit = (): void => {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  };
}

function samePlace(left: Place, right: Place): boolean {
  return left.start === right.start && left.end === right.end;
}
