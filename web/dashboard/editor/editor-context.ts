import type { Awareness } from "y-protocols/awareness";
import type { Text, UndoManager } from "yjs";

/** A page of a draft that is open in this browser. Both modes edit the same text. */
export interface PageSession {
  draftId: string;
  path: string;
  /** The whole file, frontmatter included. */
  text: Text;
  /** Undoes this person's own edits only, whichever mode they were made in. */
  undo: UndoManager;
  awareness: Awareness;
  canWrite: boolean;
}

/** Where someone is in the file, in UTF-16 offsets. It stays the same when the mode changes. */
export interface Place {
  start: number;
  end: number;
}

/** Something the build says about the page. */
export interface PageProblem {
  severity: "error" | "warning";
  message: string;
  /** From 1. */
  line: number | undefined;
  /** What would fix it, if the build knows. */
  fix?: { start: number; end: number; text: string; label: string };
}

/** What visual mode and source mode are given. */
export interface EditorPaneProps {
  session: PageSession;
  /** Where to start, and where the preview was clicked since. */
  place: Place;
  onPlace: (place: Place) => void;
  problems: readonly PageProblem[];
  /** Opens the box to change the selected text by a prompt, or to comment on it. */
  onAsk: (place: Place) => void;
  onComment: (place: Place) => void;
}
