import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const starter = fileURLToPath(new URL("./starter/", import.meta.url));

/** Fills a folder with a project to start from: settings, guides with the main components, and a page of an API. */
export async function writeStarter(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(starter, folder, { recursive: true });
  const path = join(folder, "docs.json");
  const text = await readFile(path, "utf8");
  // Its text is changed and not its value: what a person wrote nicely stays nice.
  await writeFile(
    path,
    text.replace('"name": "Starter"', () => `"name": ${JSON.stringify(name)}`),
  );
}
