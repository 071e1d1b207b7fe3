import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const starter = fileURLToPath(new URL("./starter/", import.meta.url));

/** Fills a folder with a sample project: settings, guides with the main components, and an API page. */
export async function writeStarter(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(starter, folder, { recursive: true });
  const path = join(folder, "docs.json");
  const text = await readFile(path, "utf8");
  // Replaces text rather than the parsed value, to keep the formatting.
  await writeFile(
    path,
    text.replace('"name": "Starter"', () => `"name": ${JSON.stringify(name)}`),
  );
}
