import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Everything that browsers load, built from web/ by `npm ci`. */
export const browserFolder = join(import.meta.dirname, "../../web/dist");

/** A built file by its path in the folder. */
export function readBrowserFile(path: string): Buffer {
  try {
    return readFileSync(join(browserFolder, path));
  } catch (error) {
    throw new Error(`web/dist/${path} has not been built. Run \`npm ci\` or \`npm run build:web\`.`, { cause: error });
  }
}
