import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { SiteBuild } from "./build/site-build.ts";

const writesAtOnce = 8;

/** Writes a finished site into a folder that any static server can serve, with compressed files beside the plain ones. */
export async function writeSite(build: SiteBuild, outFolder: string): Promise<void> {
  for (let start = 0; start < build.files.length; start += writesAtOnce) {
    const batch = build.files.slice(start, start + writesAtOnce);
    await Promise.all(
      batch.map(async (file) => {
        const { bytes, gzip, brotli } = await file.load();
        const target = join(outFolder, file.path);
        // Paths come from a checked project, but nothing is ever written outside of the folder that was asked for.
        if (relative(outFolder, target).startsWith("..")) throw new Error(`refusing to write ${file.path}`);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, bytes);
        if (gzip !== undefined) await writeFile(`${target}.gz`, gzip);
        if (brotli !== undefined) await writeFile(`${target}.br`, brotli);
      }),
    );
  }
  const redirects = JSON.stringify(build.redirects, undefined, 2);
  await writeFile(join(outFolder, "_lectern", "redirects.json"), `${redirects}\n`);
}
