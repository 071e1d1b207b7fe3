import { createContext, type ReactNode } from "react";

export type DiffSide = "old" | "new";

/** What is shown between the lines of a diff. */
export interface LineNotes {
  /** Makes line numbers buttons. */
  onLine?: ((side: DiffSide, line: number) => void) | undefined;
  /** Shown below a line; undefined for most lines. */
  below(side: DiffSide, line: number): ReactNode;
}

export const LineNotesContext = createContext<LineNotes | undefined>(undefined);
