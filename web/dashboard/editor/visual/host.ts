import type { ComponentCatalog } from "./catalog.ts";

/** The editor's interface for blocks inside the text. */
export interface VisualHost {
  readonly catalog: ComponentCatalog;
  readonly canWrite: boolean;
  /** Selects the block at this position and opens the panel with its props. */
  openProps(position: number): void;
  /** Opens a block as source. */
  openSource(position: number): void;
  /** The block as the build renders it, without scripts. */
  renderBlock(position: number): string | undefined;
  /** The address from which the browser loads an image of the project. */
  imageUrl(src: string): string | undefined;
}
