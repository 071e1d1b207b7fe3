import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";

const places = [".lectern/assistant.md", ".mintlify/Assistant.md"];
const charactersMax = 8_000;
const bytesMax = 64_000;

/** What the owners of a project tell its assistant. It is never served. */
export async function readInstructions(folder: string): Promise<string | undefined> {
  for (const place of places) {
    const path = join(folder, place);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isFile() && stats.size <= bytesMax) {
      return (await readFile(path, "utf8")).trim().slice(0, charactersMax);
    }
  }
  return undefined;
}
