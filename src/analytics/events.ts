import type { CountedAction } from "../contract/analytics-operations.ts";
import type { PublishedArtifact } from "../projects/sites/store.ts";
import type { ReaderClass } from "./classify-reader.ts";

/** The form in which a page was read. */
export type ReadForm = "page" | "markdown" | "llms" | "mcp" | "ask";

/** A view as the server saw it. The address is only kept until the visitor's hash is computed, never stored. */
export interface SeenView {
  type: "view";
  at: number;
  published: PublishedArtifact;
  /** The address of the page: `/guides/install`. */
  page: string;
  form: ReadForm;
  /** Whether a program reads a form that is made for programs. */
  isText: boolean;
  address: string;
  userAgent: string;
  /** The host of the page that links here, `(internal)` for this site, or empty. */
  referrer: string;
  /** Two letters, or empty. */
  country: string;
  /** How often, if the same reader has asked for the same page several times in a second. */
  times?: number;
}

export interface SeenAction {
  type: "action";
  at: number;
  projectId: string;
  action: CountedAction;
  page: string;
  target: string;
}

const targetLengthMax = 300;

/** The target of an action, without control characters and without differences in case and spacing. */
export function targetText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toLowerCase()
    .slice(0, targetLengthMax)
    .toWellFormed();
}

/** A view that is ready to be counted. */
export interface View extends ReaderClass, Pick<SeenView, "at" | "page" | "form" | "referrer" | "country" | "times"> {
  projectId: string;
  /** The visitor's hash, which is different for each site and day. */
  visitor: string;
  language: string;
  version: string;
}
