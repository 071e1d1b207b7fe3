import type { Place } from "../editor-context.ts";
import type { ComponentCatalog } from "./catalog.ts";

interface StoredFile {
  path: string;
  alt?: string;
}

/** A page that links can be completed with. */
export interface LinkedPage {
  path: string;
  title: string;
  /** The link target, if it differs from the path. */
  url?: string;
}

/** Functions and data from the page around the editor. They may change while the editor is open. */
export interface VisualOptions {
  catalog: ComponentCatalog;
  pages: readonly LinkedPage[];
  /** The build's rendering of a range of the source, without scripts. */
  blocks: (start: number, end: number) => string | undefined;
  imageUrl: (src: string) => string | undefined;
  onFiles: ((files: File[]) => Promise<StoredFile[]>) | undefined;
  onPlace: (place: Place) => void;
  onAsk: (place: Place) => void;
  onComment: (place: Place) => void;
}
