import type { Awareness } from "y-protocols/awareness";
import type { Text, UndoManager } from "yjs";
import type { UnwrittenEdits } from "./live/unwritten-edits.ts";

/** A page of a draft that is open in this browser. Both modes edit the same text. */
export interface PageSession {
  draftId: string;
  path: string;
  /** The whole file, including the frontmatter. */
  text: Text;
  /** Undoes only this person's edits, in either mode. */
  undo: UndoManager;
  awareness: Awareness;
  canWrite: boolean;
  unwritten: UnwrittenEdits;
  /** Whether this is a copy in which someone writes suggestions. */
  isSuggestion?: boolean;
}

/** A selection in the file, in UTF-16 offsets, independent of the mode. */
export interface Place {
  start: number;
  end: number;
}

/** A place to which the page around the editor leads. */
export interface Target extends Place {
  /** Whether the text takes the focus that was lost with the other mode. */
  takesFocus?: boolean;
}

/** The state of a form that doesn't wait for the server. */
export const nothingPending = { error: null, isPending: false };

/** A problem that the build reports for the page. */
export interface PageProblem {
  severity: "error" | "warning";
  message: string;
  /** Starts at 1. */
  line: number | undefined;
  /** The fix that the build suggests, if any. */
  fix?: { start: number; end: number; text: string; label: string };
}

/** The props of visual mode and source mode. */
export interface EditorPaneProps {
  session: PageSession;
  /** The initial place, and later each place that was clicked in the preview. */
  place: Target;
  onPlace: (place: Place) => void;
  problems: readonly PageProblem[];
  /** Opens the box to comment on the selected text or to change it with a prompt. */
  onAsk: (place: Place) => void;
  onComment: (place: Place) => void;
}
