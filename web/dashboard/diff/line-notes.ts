import { createContext, type ReactNode } from "react";

export type DiffSide = "old" | "new";

/** Content that is shown between the lines of a diff. */
export interface LineNotes {
  /** Makes line numbers clickable. */
  onLine?: ((side: DiffSide, line: number) => void) | undefined;
  /** The content below a line; undefined for most lines. */
  below(side: DiffSide, line: number): ReactNode;
}

export const LineNotesContext = createContext<LineNotes | undefined>(undefined);
