export type ScreenshotErrorKind =
  | "aborted"
  | "timeout"
  | "too-large"
  /** The page does not answer, or not with a page. */
  | "page"
  /** The browser does not start, or died. */
  | "browser";

/** The message is a sentence for people, without paths; what the browser said is the cause, for the log only. */
export class ScreenshotError extends Error {
  readonly kind: ScreenshotErrorKind;

  constructor(kind: ScreenshotErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ScreenshotError";
    this.kind = kind;
  }
}
