import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openBundle } from "../../../../web/build.ts";

/** Search and assistant as browsers load them. They are built when nobody has done that since their sources changed. */
export async function readReaderScript(): Promise<Buffer> {
  const { folder } = await openBundle("reader");
  return readFile(join(folder, "reader.js"));
}
