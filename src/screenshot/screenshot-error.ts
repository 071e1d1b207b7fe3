export type ScreenshotErrorKind =
  | "aborted"
  | "timeout"
  | "too-large"
  /** The page doesn't load. */
  | "page"
  /** The browser doesn't start, or crashed. */
  | "browser";

/** The message is meant for users and contains no paths; the browser's error is the cause, only for the log. */
export class ScreenshotError extends Error {
  readonly kind: ScreenshotErrorKind;

  constructor(kind: ScreenshotErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ScreenshotError";
    this.kind = kind;
  }
}
