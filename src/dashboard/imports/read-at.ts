import type { FileHandle } from "node:fs/promises";
import { AppError } from "../../platform/errors.ts";

/** A part of an archive, all of it or an error. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (position < 0 || position + length > size) {
    throw damaged();
  }
  const buffer = Buffer.alloc(length);
  const { bytesRead } = length === 0 ? { bytesRead: 0 } : await file.read(buffer, 0, length, position);
  if (bytesRead !== length) {
    throw damaged();
  }
  return buffer;
}

export function damaged(cause?: unknown): AppError {
  return new AppError("bad_request", "The archive is damaged; make it again.", { cause });
}
