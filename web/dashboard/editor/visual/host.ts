import type { Node } from "prosemirror-model";
import type { EditorFacts } from "../../../../src/contract/editor-fact-operations.ts";
import type { ComponentCatalog } from "../catalog.ts";
import type { PageDocument } from "../document/open-document.ts";
import type { EditorPaneProps, PageSession } from "../editor-context.ts";
import type { BlockItem } from "./block-items.ts";
import type { InsertMenuState } from "./insert-menu-state.ts";

/** Functions and data from the page around the editor. They may change while the editor is open. */
export interface VisualOptions extends Pick<EditorPaneProps, "onPlace" | "onAsk" | "onComment"> {
  /** All components of the build. */
  catalog: ComponentCatalog;
  /** The pages that links can be completed with. */
  pages: EditorFacts["pages"];
  /** The paths of the project's images and other files. */
  media: EditorFacts["media"];
  /** The names of icons that fit to a text. */
  findIcons: (text: string) => Promise<readonly string[]>;
  /** The build's rendering of a range of the source, as HTML without scripts. A new function means a new rendering. */
  blocks: (start: number, end: number) => string | undefined;
  /** The address from which the browser loads an image of the project. */
  imageUrl: (src: string) => string | undefined;
  /** Stores dropped and pasted files. Without this function, files can't be added. */
  onFiles?: (files: File[], alt?: string) => Promise<{ path: string; alt?: string }[]>;
}

/** The editor's interface for its plugins and for blocks inside the text. */
export interface VisualHost extends Pick<VisualOptions, "catalog" | "imageUrl"> {
  readonly session: PageSession;
  readonly document: PageDocument;
  readonly canWrite: boolean;
  /** Whether the document can be written as source. */
  isWritable(doc: Node): boolean;
  /** Selects the block at this position and opens its settings. */
  openProps(position: number): void;
  /** Opens a block as source. */
  openSource(position: number): void;
  /** The block as the build renders it, without scripts. */
  renderBlock(position: number): string | undefined;
  filteredItems(query: string): readonly BlockItem[];
  chooseItem(menu: InsertMenuState): void;
  insertFiles(files: File[], position?: number): Promise<void>;
  undo(): void;
  redo(): void;
  editLink(): boolean;
  comment(): boolean;
  openSelected(): boolean;
}
