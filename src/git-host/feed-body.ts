import type { Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { boundBytes } from "../git/bound-bytes.ts";
import { AppError } from "../platform/errors.ts";

export interface Feeding {
  /** Whether all of the body came. */
  isWhole: boolean;
  /** What was wrong with it. */
  error: AppError | undefined;
  /** Ends git's input here. Git notices that something is missing, drops what it has and ends by itself. */
  breakOff(): void;
}

/**
 * Feeds the body of a request to git. The body itself is never destroyed, since its socket carries the reply too: what
 * git does not want is read and dropped, up to the bound.
 */
export function feedBody(body: Readable, steps: readonly Transform[], stdin: Writable, bytesMax: number): Feeding {
  const feeding: Feeding = { isWhole: false, error: undefined, breakOff: () => stdin.destroy() };
  const [first] = steps;
  if (first === undefined) {
    throw new Error("A body is fed through at least one step.");
  }
  body.once("end", () => {
    feeding.isWhole = true;
  });
  // A client that is gone is known by its signal.
  body.on("error", () => {});
  body.pipe(first);
  pipeline([...steps, stdin]).catch((error: NodeJS.ErrnoException) => {
    body.unpipe(first);
    dropRest(body, bytesMax);
    // A git that reads no further has its reasons, and tells them in its reply.
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_PREMATURE_CLOSE") {
      feeding.error =
        error instanceof AppError
          ? error
          : new AppError("bad_request", "The body cannot be unpacked.", { cause: error });
    }
  });
  return feeding;
}

function dropRest(body: Readable, bytesMax: number): void {
  const dropped = boundBytes(bytesMax, () => new Error("The body does not end."));
  dropped.on("error", () => body.destroy());
  body.pipe(dropped).resume();
}
