import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** A file that the builds of a project share. It is either complete or absent, and the last write wins. */
export interface AtomicFile {
  read(): Buffer | undefined;
  write(parts: readonly Uint8Array[]): void;
}

export function openAtomicFile(path: string): AtomicFile {
  return {
    read() {
      try {
        return readFileSync(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    write(parts) {
      const temporary = `${path}.${randomUUID()}.tmp`;
      try {
        writeFileSync(temporary, Buffer.concat(parts));
        renameSync(temporary, path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    },
  };
}
