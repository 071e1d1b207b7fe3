import { PassThrough, type Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { boundBytes } from "../git/bound-bytes.ts";
import { AppError } from "../platform/errors.ts";

interface BodyHeaders {
  contentEncoding?: string | undefined;
  contentLength?: string | undefined;
}

/** The steps that turn a body as it came into one that git may read: unpacked, and never more than the bound. */
export function decodeBody(
  { contentEncoding = "identity", contentLength }: BodyHeaders,
  bytesMax: number,
): Transform[] {
  // Known before it comes: then it need not come.
  if (Number(contentLength ?? 0) > bytesMax) {
    throw bodyTooLarge(bytesMax);
  }
  if (!["identity", "gzip", "x-gzip"].includes(contentEncoding)) {
    throw new AppError("unsupported_media_type", "Send the body as it is, or packed with gzip.");
  }
  return [
    contentEncoding === "identity" ? new PassThrough() : createGunzip(),
    boundBytes(bytesMax, () => bodyTooLarge(bytesMax)),
  ];
}

function bodyTooLarge(bytesMax: number): AppError {
  return new AppError("too_large", `The body has more than ${bytesMax} bytes; push fewer commits at once.`);
}
