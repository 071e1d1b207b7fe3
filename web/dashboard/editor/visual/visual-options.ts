import type { Place } from "../editor-context.ts";
import type { ComponentCatalog } from "./catalog.ts";

interface StoredFile {
  path: string;
  alt?: string;
}

/** What the page around the editor provides. It may change while the editor is open. */
export interface VisualOptions {
  catalog: ComponentCatalog;
  pages: readonly { path: string; title: string }[];
  /** The real rendering of a range of the source, without scripts. */
  blocks: (start: number, end: number) => string | undefined;
  imageUrl: (src: string) => string | undefined;
  onFiles: ((files: File[]) => Promise<StoredFile[]>) | undefined;
  onPlace: (place: Place) => void;
  onAsk: (place: Place) => void;
  onComment: (place: Place) => void;
}
