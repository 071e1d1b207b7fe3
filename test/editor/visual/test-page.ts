import type { Place } from "../../../web/dashboard/editor/editor-context.ts";

/** What a test does with the open page, besides what a person does. */
export interface VisualTestPage {
  source(): string;
  /** What other people wrote: a change of the same text in another document. */
  changeRemotely(before: string, after: string): void;
  showPerson(name: string, offset: number): void;
  place(): Place;
  /** Jumps to a place, as a click in the preview does. */
  goTo(place: Place): void;
  /** What the page around the editor was asked for. */
  asked(): string[];
}
