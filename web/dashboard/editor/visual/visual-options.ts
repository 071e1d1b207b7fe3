import type { Place } from "../editor-context.ts";
import type { ComponentCatalog } from "./catalog.ts";

interface StoredFile {
  path: string;
  alt?: string;
}

/** A page that links can lead to. */
export interface LinkedPage {
  path: string;
  title: string;
  /** As links write it, if that isn't the path. */
  url?: string;
}

/** What the page around the editor provides. It may change while the editor is open. */
export interface VisualOptions {
  catalog: ComponentCatalog;
  pages: readonly LinkedPage[];
  /** The real rendering of a range of the source, without scripts. */
  blocks: (start: number, end: number) => string | undefined;
  imageUrl: (src: string) => string | undefined;
  onFiles: ((files: File[]) => Promise<StoredFile[]>) | undefined;
  onPlace: (place: Place) => void;
  onAsk: (place: Place) => void;
  onComment: (place: Place) => void;
}
