import { AppError } from "../../platform/errors.ts";

/** A file, folder or link in a zip or tar archive. */
export interface ArchiveEntry {
  /** The path of a folder ends with a slash. */
  path: string;
  bytes: number;
  /** Links, devices and pipes are never unpacked. */
  isLink: boolean;
  /** The content, exactly `bytes` long. Must be read before the next entry is requested. */
  read: () => Promise<Buffer>;
}

/** The libraries report a damaged archive as a plain error; only disk errors have a system call. */
export function toArchiveError(error: unknown): unknown {
  return error instanceof AppError || (error instanceof Error && "syscall" in error) ? error : damagedArchive(error);
}

export function damagedArchive(cause?: unknown): AppError {
  return new AppError("bad_request", "The archive is damaged; create it again.", { cause });
}

export function unsupportedArchive(kind: "tar" | "zip"): AppError {
  return new AppError("bad_request", `The archive uses an unsupported format; create a plain ${kind} archive.`);
}
