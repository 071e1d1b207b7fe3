import type { Place } from "../../../web/dashboard/editor/editor-context.ts";

/** The test's access to the open page, for actions that a person can't take. */
export interface VisualTestPage {
  source(): string;
  /** Writes like another person: changes the same text in another document. */
  changeRemotely(before: string, after: string): void;
  showPerson(name: string, offset: number): void;
  /** Whether the page shows edits that its source doesn't have yet. */
  hasUnwritten(): boolean;
  /** Set by a test that holds the pauses between writes. */
  endPauses?(): void;
  place(): Place;
  /** Jumps to a place, like a click in the preview. */
  goTo(place: Place): void;
  /** The calls that the editor has made to the page around it. */
  asked(): string[];
}
