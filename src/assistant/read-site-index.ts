import { AppError } from "../platform/errors.ts";
import { SearchIndexDamaged } from "../search/querying.ts";

/** Reads an index. A damaged index, or one from another Lectern version, is replaced by the next update. */
export function readSiteIndex<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SearchIndexDamaged) && !isMissingFile(error)) throw error;
    throw new AppError("unavailable", "Search is unavailable right now; update the project to rebuild its index.", {
      cause: error,
    });
  }
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
