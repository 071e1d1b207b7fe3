import { PassThrough, type Readable, type Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { boundBytes } from "../git/bound-bytes.ts";
import { AppError } from "../platform/errors.ts";

interface BodyHeaders {
  contentEncoding?: string | undefined;
  contentLength?: string | undefined;
}

export interface Feeding {
  /** Whether the complete body has arrived. */
  isWhole: boolean;
  error: AppError | undefined;
  /** Ends git's input early. Git notices that data is missing, discards the push and exits. */
  breakOff(): void;
}

/**
 * Pipes the body of a request to git. The body is never destroyed, because its socket also carries the reply. Data that
 * git doesn't read is drained, up to the limit.
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
  // Disconnected clients are reported by the signal, so errors of the body are ignored.
  body.on("error", () => {});
  body.pipe(first);
  pipeline([...steps, stdin]).catch((error: NodeJS.ErrnoException) => {
    body.unpipe(first);
    dropRest(body, bytesMax);
    // If git stops reading, git's reply gives the reason.
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_PREMATURE_CLOSE") {
      feeding.error =
        error instanceof AppError
          ? error
          : new AppError("bad_request", "The body cannot be decompressed.", { cause: error });
    }
  });
  return feeding;
}

function dropRest(body: Readable, bytesMax: number): void {
  const dropped = boundBytes(bytesMax, () => new Error("The body is too long."));
  dropped.on("error", () => body.destroy());
  body.pipe(dropped).resume();
}

/** The transforms that decompress a body and limit its size. */
export function decodeBody(
  { contentEncoding = "identity", contentLength }: BodyHeaders,
  bytesMax: number,
): Transform[] {
  // Refuse early if the announced length is already too large.
  if (Number(contentLength ?? 0) > bytesMax) {
    throw bodyTooLarge(bytesMax);
  }
  if (!["identity", "gzip", "x-gzip"].includes(contentEncoding)) {
    throw new AppError("unsupported_media_type", "Send the body uncompressed or with gzip.");
  }
  return [
    contentEncoding === "identity" ? new PassThrough() : createGunzip(),
    boundBytes(bytesMax, () => bodyTooLarge(bytesMax)),
  ];
}

function bodyTooLarge(bytesMax: number): AppError {
  return new AppError("too_large", `The body exceeds ${bytesMax} bytes; push fewer commits at once.`);
}
