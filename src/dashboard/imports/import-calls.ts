import { mkdir, rm } from "node:fs/promises";
import { unpackArchive } from "./unpack-archive.ts";

/** Work on uploaded archives, as calls of a process with limits: a small archive can unpack to hundreds of megabytes. */
export const importCalls = {
  async unpackArchive({ archive, folder }: { archive: string; folder: string }): Promise<void> {
    // The call is repeated if the process died.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await unpackArchive(archive, folder);
  },
};
