import type { ComponentCatalog } from "./catalog.ts";

/** What blocks in the text need from the editor around them. */
export interface VisualHost {
  readonly catalog: ComponentCatalog;
  readonly canWrite: boolean;
  /** Selects the block at this position and opens the panel with its props. */
  openProps(position: number): void;
  /** Opens a block as source. */
  openSource(position: number): void;
  /** The real rendering of a block, without scripts. */
  renderBlock(position: number): string | undefined;
  /** Where the browser finds an image of the project. */
  imageUrl(src: string): string | undefined;
}
